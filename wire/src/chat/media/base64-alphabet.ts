// The two alphabets of base64 differ in two letters: `+` and `/`, or `-` and `_` in addresses. Some clients' libraries print the other one than
// they read.

/** The letters of the usual alphabet, by the six bits that each stands for. */
export const BASE64_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 of either alphabet in the usual one. */
export function usualAlphabet(base64: string): string {
  return base64.replaceAll('-', '+').replaceAll('_', '/')
}

/** Base64 of either alphabet in the one for addresses. */
export function addressAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_')
}

/** Has the text a letter that only the usual alphabet has? */
export function isUsualAlphabet(base64: string): boolean {
  return base64.includes('+') || base64.includes('/')
}

/** Has the text a letter that only the alphabet for addresses has? */
export function isAddressAlphabet(base64: string): boolean {
  return base64.includes('-') || base64.includes('_')
}

const bitsOf: ReadonlyMap<string, number> = new Map([...BASE64_LETTERS].map((letter, bits) => [letter, bits]))

/** The bytes of base64 in the usual alphabet, up to the first letter that is none of it. */
export function bytesOfBase64(base64: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((base64.length * 3) / 4))
  let [size, held, heldBits] = [0, 0, 0]
  for (const letter of base64) {
    const bits = bitsOf.get(letter)
    if (bits === undefined) break
    held = ((held << 6) | bits) & 0xffff
    heldBits += 6
    if (heldBits < 8) continue
    heldBits -= 8
    bytes[size] = held >> heldBits
    size += 1
  }
  return bytes.subarray(0, size)
}
