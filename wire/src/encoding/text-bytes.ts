import type { Json } from './json.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, all of it
const BEYOND_ASCII = /[^\x00-\x7f]/

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length
  // The search runs in the engine's own code; only what is not plain ASCII is gone through letter by letter.
  if (!BEYOND_ASCII.test(text)) return bytes
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    // A surrogate pair is two units and four bytes; each half counts two.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}

/**
 * Bytes of a value as JSON text, near enough and never less than its words: names, texts, numbers and the marks between them. Data URIs
 * are left out. Does not recurse.
 */
export function jsonBytes(value: Json | undefined): number {
  let bytes = 0
  const open: (Json | undefined)[] = [value]
  while (open.length > 0) {
    const item = open.pop()
    if (typeof item === 'string') bytes += isData(item) ? 2 : utf8Bytes(item) + 3
    else if (Array.isArray(item)) {
      bytes += 2
      for (const each of item) open.push(each)
    } else if (typeof item === 'object' && item !== null) {
      bytes += 2
      for (const key of Object.keys(item)) {
        bytes += utf8Bytes(key) + 4
        open.push(item[key])
      }
    } else if (item !== undefined) bytes += String(item).length + 1
  }
  return bytes
}

/** Is this text a data URI, whose length is unrelated to its tokens? */
export function isData(text: string): boolean {
  return text.startsWith('data:') && text.slice(0, 200).includes(';base64,')
}
