// The one place for opaque tokens that this dialect has, `encrypted_content` of a reasoning item, holds every vendor's: its own bare, another's
// with a mark of whose it is and of what it is, so that it stands on the same part when the conversation comes back.
import { unwrapOpaque, wrapOpaque } from '../request/opaque.ts'
import { NAME } from './name.ts'

/** What a token is: the signature of a thought, a thought that only its vendor can read, or the signature of the part after it. */
export type TokenUse = 'signature' | 'encrypted' | 'next'

export interface HeldToken {
  readonly use: TokenUse
  readonly text: string
  readonly signedBy: string
}

// Letters that no base64 text begins with: the second of them may not stand before the last quarter.
const letters: Readonly<Record<TokenUse, string>> = { signature: 'S=', encrypted: 'E=', next: 'N=' }

/** The token as it stands in `encrypted_content`. */
export function holdToken({ use, text, signedBy }: HeldToken): string {
  return wrapOpaque({ text: signedBy === NAME ? text : letters[use] + text, signedBy }, NAME)
}

/** The token that was found in `encrypted_content`. */
export function heldToken(found: string): HeldToken {
  const { text, signedBy } = unwrapOpaque(found, NAME)
  if (signedBy === NAME) return { use: 'encrypted', text, signedBy }
  for (const use of ['signature', 'encrypted', 'next'] as const) {
    if (text.startsWith(letters[use])) return { use, text: text.slice(2), signedBy }
  }
  return { use: 'encrypted', text, signedBy }
}
