/**
 * A name that nothing else has: 32 hexadecimal digits. Browsers give `crypto.randomUUID` to pages by https only, and many installations are
 * reached by plain http within a network.
 */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
