// Keys in one text, one per line or comma.

/** One key alone keeps its line end, so that the list stays a list until it is cleared. */
export const joinKeys = (keys: readonly string[]): string => (keys.length === 0 ? '' : `${keys.join('\n')}${keys.length === 1 ? '\n' : ''}`)

const HEAD = 8
const TAIL = 4

/** Enough to tell keys apart, not enough to use one. */
export function maskedKey(key: string): string {
  if (key.length <= HEAD + TAIL) return `${key.slice(0, 2)}…`
  return `${key.slice(0, HEAD)}…${key.slice(-TAIL)}`
}
