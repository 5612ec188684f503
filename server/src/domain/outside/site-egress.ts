import type { Option } from '@waystation/contract/options/option'
import { workerUrl, workerValidKey } from '@waystation/contract/options/payment'
import { BlockedAddress } from '../../lib/net/address-guard.ts'
import { type Egress, type EgressRequest, openEgress } from '../../lib/net/egress.ts'
import type { OperatorProxy } from '../../lib/net/operator-proxy.ts'

export interface SiteEgressParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  /** Reaches what admins name. */
  readonly egress: Pick<Egress, 'send'>
  /** The proxy of the network that this server is in; absent: none. */
  readonly operatorProxy?: OperatorProxy
  /** Reaches what users may name; absent: public addresses. For tests. */
  readonly userEgress?: Pick<Egress, 'send' | 'check' | 'close'> | undefined
}

/** The way to addresses that users name: receivers of webhooks, and media in requests. */
export interface SiteEgress extends Pick<Egress, 'close'> {
  send(request: Omit<EgressRequest, 'body'> & { readonly body?: string | Uint8Array }): ReturnType<Egress['send']>
}

const CONNECT_TIMEOUT_MS = 5000

/**
 * Opens the way to addresses that users name: public ones only, whatever channels may reach. Where the operator has a worker it fetches
 * them, so that this server's own address stays unknown: `POST {url, key, method, headers, body}`, answered with what the address answers.
 * https only there, and guarded as without it. Source: server-behaviour 7, `WorkerUrl`.
 */
export function openSiteEgress({ options, egress, operatorProxy, userEgress = publicEgress(operatorProxy) }: SiteEgressParts): SiteEgress {
  return {
    async send(request) {
      const worker = options.get(workerUrl)
      if (worker === '') return userEgress.send(request)
      const { url, method, headers, body, ...rest } = request
      if (url.protocol !== 'https:') throw new BlockedAddress(url.protocol)
      await userEgress.check(url)
      // Workers print the body as JSON again.
      const asked = {
        url: url.href,
        key: options.get(workerValidKey),
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.parse(Buffer.from(body).toString('utf8')) }),
      }
      return egress.send({
        ...{ ...rest, method: 'POST', url: new URL(worker) },
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      })
    },
    close: () => userEgress.close(),
  }
}

const publicEgress = (operatorProxy: OperatorProxy = () => undefined) =>
  openEgress({ allowsPrivate: () => false, connectTimeoutMs: () => CONNECT_TIMEOUT_MS, operatorProxy, isForUsers: true })
