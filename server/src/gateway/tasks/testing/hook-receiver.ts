// Where the ends of tasks are told: an https site that keeps what it received.
import { createServer } from 'node:https'
import { openEgress } from '../../../lib/net/egress.ts'
import { listenLocally } from '../../../testing/network/local-site.ts'
import { localhostCertificate } from '../../../testing/network/localhost-certificate.ts'
import type { Payer } from '../../testing/payers.ts'

export interface Told {
  readonly body: string
  readonly signature: string
}

/** The secret that the messages of a user are signed with. */
export const HOOK_SECRET = 'a-secret-of-alice'

/** A way out to addresses of users that reaches the receiver. */
export const hookEgress = () => openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 5000, ca: localhostCertificate.cert })

/** Opens it. Close it in the test's end. */
export async function openHookReceiver() {
  const told: Told[] = []
  const site = await listenLocally(
    createServer(localhostCertificate, (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const signature = String(request.headers['x-webhook-signature'])
        told.push({ body: Buffer.concat(parts).toString(), signature })
        response.writeHead(200).end()
      })
    }),
  )
  return { told, url: `https://localhost:${site.port}/ended`, close: () => site.close() }
}

/** Gives a user the secret. */
export const signHooksOf = ({ console }: Payer) =>
  console.call('PUT', '/api/user/setting', {
    ...{ notify_type: 'webhook', webhook_url: 'https://hooks.test/x', webhook_secret: HOOK_SECRET, quota_warning_threshold: 1 },
  })
