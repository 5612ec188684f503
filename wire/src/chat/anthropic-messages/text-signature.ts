// A text's signature (Google signs texts too) has no field here. It stands in a block of its own after the text, in the form of encrypted thinking,
// which clients give back unread, and comes home as what Google itself sends then: a text without words that is signed.
import { unwrapOpaque, wrapOpaque } from '../request/opaque.ts'
import type { TextPart } from '../request/request.ts'
import { NAME } from './name.ts'

/** No base64 begins so: the second letter may not stand before the last quarter. */
const BEGIN = 'N='

/** What stands in such a block; undefined where the text has no other vendor's signature. */
export function heldSignature({ signature, signedBy }: Pick<TextPart, 'signature' | 'signedBy'>): string | undefined {
  if (signature === undefined || signedBy === undefined || signedBy === NAME) return undefined
  return wrapOpaque({ text: BEGIN + signature, signedBy }, NAME)
}

/** The signed text of such a block; undefined where the block is encrypted thinking. */
export function signedText(data: string): TextPart | undefined {
  const { text, signedBy } = unwrapOpaque(data, NAME)
  if (signedBy === NAME || !text.startsWith(BEGIN)) return undefined
  return { kind: 'text', text: '', signature: text.slice(BEGIN.length), signedBy }
}
