/**
 * From when what the screen shows is: the oldest of its answers.
 * @param answered when each answer came, unix milliseconds; 0 where none came yet
 * @param now what counts when the screen shows no answer at all
 */
export function shownSince(answered: readonly number[], now: number): number {
  const known = answered.filter((ms) => ms > 0)
  return known.length === 0 ? now : Math.min(...known)
}

/** The clock of a moment, 14:32, on the visitor's own watch. */
export function clockText(ms: number): string {
  const date = new Date(ms)
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
}
