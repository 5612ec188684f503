// For whom passkeys are made: the domain of the address that the super admin has set, never what a request says of itself.
import { isIP } from 'node:net'

export interface RelyingParty {
  /** The domain that passkeys are bound to. */
  readonly id: string
  /** The one origin whose pages may use them. */
  readonly origin: string
}

/**
 * Who this server is to browsers; undefined where none would make a passkey: without an address, at an IP address, or without https. This
 * machine itself (localhost) needs no https.
 * @param serverAddress the option ServerAddress
 */
export function relyingParty(serverAddress: string): RelyingParty | undefined {
  if (!URL.canParse(serverAddress)) return undefined
  const { protocol, hostname, origin } = new URL(serverAddress)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? { id: hostname, origin } : undefined
}
