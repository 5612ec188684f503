// When pieces of sound begin, so that each follows the one before without a gap, and how much of an item has been heard.

export interface HeardItem {
  readonly itemId: string
  /** Milliseconds of it that were played. */
  readonly heardMs: number
}

interface Piece {
  readonly itemId: string
  /** In seconds of the clock of the sound. */
  readonly startsAt: number
  readonly seconds: number
}

/** Before the first piece, so that the second is there when the first ends. */
const LEAD_SECONDS = 0.06

export class PlaybackTimeline {
  #pieces: Piece[] = []

  /** Puts a piece behind the others. @param now seconds of the clock of the sound @returns when it begins */
  add(itemId: string, seconds: number, now: number): number {
    const endsAt = this.endsAt
    if (endsAt <= now) this.#pieces = this.#pieces.filter((piece) => piece.itemId === itemId)
    const startsAt = endsAt > now ? endsAt : now + LEAD_SECONDS
    this.#pieces.push({ itemId, startsAt, seconds })
    return startsAt
  }

  /** When all is played. */
  get endsAt(): number {
    const last = this.#pieces.at(-1)
    return last ? last.startsAt + last.seconds : 0
  }

  /** Stops here. @returns the items that were not heard to their end */
  cut(now: number): HeardItem[] {
    const unfinished = new Set(this.#pieces.filter(({ startsAt, seconds }) => startsAt + seconds > now).map(({ itemId }) => itemId))
    const items = [...unfinished].map((itemId) => ({ itemId, heardMs: Math.floor(1000 * this.#heardSeconds(itemId, now)) }))
    this.#pieces = []
    return items
  }

  #heardSeconds(wanted: string, now: number): number {
    return this.#pieces
      .filter(({ itemId }) => itemId === wanted)
      .reduce((sum, { startsAt, seconds }) => sum + Math.max(0, Math.min(seconds, now - startsAt)), 0)
  }
}
