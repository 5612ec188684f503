import { WireError } from './wire-error.ts'

/** More than any vendor makes. A hold is for so many whole responses, so their number must be one that can be. */
const CHOICES_MAX = 1024

/**
 * How many responses a call is for: at least one, whatever is written.
 * @throws WireError naming the path
 */
export function choiceCount(path: string, written: number | undefined): number {
  if (written !== undefined && !(written <= CHOICES_MAX)) throw new WireError(path, `a number of at most ${CHOICES_MAX}`)
  return Math.max(1, written ?? 1)
}
