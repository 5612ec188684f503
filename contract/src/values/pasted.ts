// What is pasted is not always what was meant: documents and chats add spaces, line ends and signs that nobody sees. What is cut off
// depends on the kind of a text, and is said here once, so that a new field says its kind and cannot forget it (`pasted.test.ts`).
import { z } from 'zod'

/**
 * Signs that take up no place, such as U+200B: they cannot be part of what is compared or sent to the letter. Controls are not among them:
 * those are white space, or a fault that is named.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** What joins or colours the signs of some languages and of pictures, and so may stand in a name. */
const JOINING = /\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]/u

/** The text of an id, key, secret, address or code as it was meant: nothing around it, and no sign in it that nobody sees. */
export function cleanExact(text: string): string {
  return text.replace(UNSEEN, '').trim()
}

/** A text of names without the signs that nobody sees, but for those that join or colour others. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, (sign) => (JOINING.test(sign) ? sign : ''))

/** A name as people read it, without spaces around it; empty where nobody would see anything. */
export function cleanName(text: string): string {
  const seen = withoutUnseen(text).trim()
  return cleanExact(seen) === '' ? '' : seen
}

/** What keys stand in where they are copied from: a header, a file of settings, a document. */
const WRAPPING = [
  /^(?:authorization|x-api-key)\s*:\s*/i,
  /^bearer(?:\s+|$)/i,
  /^"(.*)"$/s,
  /^'(.*)'$/s,
  /^`(.*)`$/s,
  /^“(.*)”$/s,
  /^‘(.*)’$/s,
]

/** The key in `Bearer sk-…`, `Authorization: Bearer sk-…` or quotes, also in `"Bearer sk-…"` and `Bearer "sk-…"`. */
export function cleanKey(text: string): string {
  return withoutWrapping(withoutWrapping(cleanExact(text)))
}

const withoutWrapping = (text: string): string =>
  WRAPPING.reduce(
    (key, wrapping) => key.replace(wrapping, (_whole, inside: unknown) => (typeof inside === 'string' ? inside : '')).trim(),
    text,
  )

/** A text that is compared or sent to the letter. Rules that follow see it clean. */
export const exactText = () => z.string().overwrite(cleanExact)

/** A name. Rules that follow see it clean. */
export const nameText = () => z.string().overwrite(cleanName)

/** A key that a vendor or a service gave out. Rules that follow see it clean. */
export const keyText = () => z.string().overwrite(cleanKey)
