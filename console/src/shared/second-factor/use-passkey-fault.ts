import { usePublicStatus } from '~/session/status'
import { type PasskeyFault, passkeyFault } from './passkey-fault.ts'

/** Why passkeys cannot be used on this page; undefined: they can. */
export function usePasskeyFault(): PasskeyFault | undefined {
  return passkeyFault(usePublicStatus(), location.origin, 'PublicKeyCredential' in window)
}
