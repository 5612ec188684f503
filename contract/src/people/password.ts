import type { ErrorCode } from '../errors.ts'
import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from '../site/setup.ts'

/** What is wrong with a new password; undefined: nothing. Source of the rules: specification §9; at most 72 bytes (control 2). */
export function passwordFault(password: string): ErrorCode | undefined {
  if ([...password].length < PASSWORD_MIN) return 'password_too_short'
  return new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES ? 'password_too_long' : undefined
}
