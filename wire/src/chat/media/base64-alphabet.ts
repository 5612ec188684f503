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
