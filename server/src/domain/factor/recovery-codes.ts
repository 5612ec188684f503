// Codes on paper for somebody who has lost their phone. Fifty random bits each; only keyed hashes are stored.
import { randomBytes } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '@waystation/contract/people/second-factor'
import type { Secrets } from '../../lib/secret.ts'

/** Base32 of RFC 4648 in small letters. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const HALF = 5

/** New codes as they are shown: `xxxxx-xxxxx`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODE_COUNT) codes.add(newCode())
  return [...codes]
}

/** The hash that a user's code is stored by; undefined: this text is no such code. Capitals, blanks and the dash do not matter. */
export function recoveryCodeHash(secrets: Pick<Secrets, 'sign'>, userId: number, typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return /^[a-z2-7]{10}$/.test(code) ? secrets.sign('recovery code', JSON.stringify([userId, code])) : undefined
}

function newCode(): string {
  // 256 is a multiple of 32, so each letter is as likely as the others.
  const text = [...randomBytes(2 * HALF)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${text.slice(0, HALF)}-${text.slice(HALF)}`
}
