const DIGITS = 10
const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** Ten hexadecimal digits that stand for a text, the same each time: FNV-1a of its UTF-16 units, 64 bits, cut. No secret is safe behind it. */
export function shortHash(text: string): string {
  return hashOf(text).toString(16).padStart(16, '0').slice(0, DIGITS)
}

function hashOf(text: string): bigint {
  let hash = OFFSET
  for (let at = 0; at < text.length; at++) hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * PRIME)
  return hash
}

/** So many lower-case letters and digits that stand for a text, the same each time. */
export function hashOfForm(text: string, length: number): string {
  return hashOf(text).toString(36).padStart(length, '0').slice(-length)
}

/** A text in at most `maxLength` characters (16 or more): itself, or its beginning and its hash. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength - DIGITS - 1)}_${shortHash(text)}`
}
