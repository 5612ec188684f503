// Text in base64, without a platform that could decode it: a few clients send plain text files as data.
import { BASE64_LETTERS } from './base64-alphabet.ts'

/** The text that base64 in UTF-8 stands for; undefined when the data is not base64 or not UTF-8. */
export function textOfBase64(data: string): string | undefined {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of data) {
    if (letter === '=' || letter === '\n' || letter === '\r') continue
    const value = BASE64_LETTERS.indexOf(letter === '-' ? '+' : letter === '_' ? '/' : letter)
    if (value < 0) return undefined
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
  }
  return textOfUtf8(bytes)
}

function textOfUtf8(bytes: readonly number[]): string | undefined {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
    if (length === 0 || first > 0xf4 || at + length > bytes.length) return undefined
    let code = length === 1 ? first : first & (0x7f >> length)
    for (let next = 1; next < length; next++) {
      const byte = bytes[at + next] ?? 0
      if ((byte & 0xc0) !== 0x80) return undefined
      code = (code << 6) | (byte & 0x3f)
    }
    if (code > 0x10ffff) return undefined
    pieces.push(String.fromCodePoint(code))
    at += length
  }
  return pieces.join('')
}
