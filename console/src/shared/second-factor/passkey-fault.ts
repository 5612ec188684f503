import type { PublicStatus } from '@waystation/contract/site/public-status'

/** Why passkeys cannot be used on this page: the server's address does not allow them, the browser has none, or the page has another address. */
export type PasskeyFault = 'server' | 'browser' | 'address'

/**
 * @param origin of the page: passkeys belong to the server's address, and a browser offers them nowhere else
 * @param isAble does the browser know passkeys? It hides them from pages that came without https
 */
export function passkeyFault(
  status: Pick<PublicStatus, 'passkey_login' | 'server_address'> | undefined,
  origin: string,
  isAble: boolean,
): PasskeyFault | undefined {
  if (status?.passkey_login !== true) return 'server'
  if (URL.parse(status.server_address)?.origin !== origin) return 'address'
  return isAble ? undefined : 'browser'
}
