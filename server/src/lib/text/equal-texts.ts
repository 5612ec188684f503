import { timingSafeEqual } from 'node:crypto'

/** Are two texts the same? Takes as long for each text of that length, so that a secret cannot be guessed letter by letter. */
export function equalTexts(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
