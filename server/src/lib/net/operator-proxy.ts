// The proxy that the operator's network wants for whatever goes out: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, as curl reads them. A channel's own
// proxy goes before it (`egress.ts`).
import { isIP } from 'node:net'
import { isAddressOrNetwork, isInNetworks } from './client-ip.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The address of the proxy for a target, with its credentials; undefined: straight. */
export type OperatorProxy = (target: URL) => string | undefined

/**
 * Reads both spellings of each variable; the lower case goes before the upper. Plain addresses (http, ws) go by HTTP_PROXY alone, the others by
 * HTTPS_PROXY alone.
 * @throws Error naming the variable that is no address of a proxy, without what stands in it
 */
export function readOperatorProxy(env: Environment): OperatorProxy {
  const plain = proxyAddress(env, 'HTTP_PROXY')
  const secure = proxyAddress(env, 'HTTPS_PROXY')
  const exceptions = (given(env, 'NO_PROXY') ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  return (target) => {
    const proxy = /^(http|ws):$/.test(target.protocol) ? plain : secure
    return proxy === undefined || exceptions.some((entry) => isException(entry, target)) ? undefined : proxy
  }
}

const given = (env: Environment, name: string) => env[name.toLowerCase()] || env[name] || undefined

function proxyAddress(env: Environment, name: string): string | undefined {
  const text = given(env, name)
  if (text === undefined) return undefined
  const address = text.includes('://') ? text : `http://${text}`
  if (!URL.canParse(address) || !/^(https?|socks5):$/.test(new URL(address).protocol))
    throw new Error(
      `${name} must be the address of a proxy, such as http://user:password@proxy.example:3128 or socks5://proxy.example:1080`,
    )
  return new URL(address).href
}

/**
 * `*` is everything; a name is itself and what is below it, with or without `.` or `*.` before it; an address or a network is compared with
 * targets that are written as addresses. A port after it makes it that port's alone.
 */
function isException(entry: string, target: URL): boolean {
  if (entry === '*') return true
  const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const [, bare = entry, port] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? []
  if (port !== undefined && port !== portOf(target)) return false
  const name = bare.replace(/^\[|\]$/g, '').toLowerCase()
  if (isAddressOrNetwork(name)) return isIP(host) !== 0 && isInNetworks(host, [name])
  const domain = name.replace(/^\*?\./, '')
  return host === domain || host.endsWith(`.${domain}`)
}

function portOf({ port, protocol }: URL): string {
  if (port !== '') return port
  return /^(http|ws):$/.test(protocol) ? '80' : '443'
}
