const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10

/** When a call came in, by its request id: unix milliseconds stand in the first ten letters of a ULID. NaN when it is none. */
export function timeOf(requestId: string): number {
  if (requestId.length <= TIME_LENGTH) return Number.NaN
  return [...requestId.slice(0, TIME_LENGTH).toUpperCase()].reduce((time, letter) => {
    const digit = letters.indexOf(letter)
    return digit < 0 ? Number.NaN : time * letters.length + digit
  }, 0)
}
