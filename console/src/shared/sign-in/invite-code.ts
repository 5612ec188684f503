// The invite code of the link that brought somebody here, kept until they register.
import { readText, writeText } from '~/session/local-store'
import { storedStatus } from '~/session/status'

const KEY = 'aff'
const LONGEST = 64

/** Keeps the code of a link, where the installation has invitations. */
export function keepInviteCode(code: string | undefined): void {
  if (code && storedStatus()?.aff_enabled === true) writeText(KEY, code.slice(0, LONGEST))
}

/** The code to register with; empty: none. */
export function inviteCode(): string {
  return storedStatus()?.aff_enabled === true ? (readText(KEY) ?? '').slice(0, LONGEST) : ''
}

/** After it was used. */
export const forgetInviteCode = (): void => writeText(KEY, null)
