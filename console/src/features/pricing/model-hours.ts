// The shares of a model's calls that were answered, as colours and as slices of the kit's strip.
import type { Slice } from '~/ui/kit'

/** From this share on all is well: a few calls fail at every vendor. */
const WELL = 0.98
/** Up to this share a slice of the strip is red, so the day's colour is, too. */
const POOR = 0.9

/** @param share of the calls that were answered, 0 to 1 */
export const shareTone = (share: number): 'green' | 'amber' | 'red' => (share >= WELL ? 'green' : share > POOR ? 'amber' : 'red')

/** An hour in the strip, in the colour that its share has elsewhere: as if there had been a thousand calls. @param share null: there was none */
export function hourSlice(share: number | null): Slice {
  if (share === null) return [0, 0, 0]
  return [1000, share >= WELL ? 0 : Math.round(1000 * (1 - share)), 0]
}

/** The place of the hour with the lowest share, the latest of such; -1: there was no call in any. */
export function worstHour(shares: readonly (number | null)[]): number {
  const least = Math.min(...shares.filter((share) => share !== null))
  return shares.lastIndexOf(least)
}
