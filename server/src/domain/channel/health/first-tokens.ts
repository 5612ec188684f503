/** Bounds of the buckets grow by a tenth: 10 ms to 10 minutes in so many of them, a value is known within 5 %. */
const GROWTH = Math.log(1.1)
const MIN_MS = 10
const BUCKETS = 116
const BLOCK_MINUTES = 5
const BLOCKS = 12
const MAX_COUNT = 65_535

/** How long first tokens took in the last hour, in blocks of five minutes. 3 KB, however many there were. */
export class FirstTokens {
  readonly #counts = new Uint16Array(BLOCKS * BUCKETS)
  readonly #blocks = new Float64Array(BLOCKS)

  /** @param minute unix minutes */
  note(ms: number, minute: number): void {
    const block = Math.floor(minute / BLOCK_MINUTES)
    const slot = block % BLOCKS
    if ((this.#blocks[slot] ?? 0) > block) return
    if (this.#blocks[slot] !== block) {
      this.#counts.fill(0, slot * BUCKETS, (slot + 1) * BUCKETS)
      this.#blocks[slot] = block
    }
    const bucket = Math.max(0, Math.min(BUCKETS - 1, Math.floor(Math.log(ms / MIN_MS) / GROWTH)))
    const at = slot * BUCKETS + bucket
    const count = this.#counts[at] ?? 0
    if (count < MAX_COUNT) this.#counts[at] = count + 1
  }

  /** Milliseconds that so many of the streams took at most; null without streams. @param minute now, unix minutes */
  percentile(share: number, minute: number): number | null {
    const oldest = Math.floor(minute / BLOCK_MINUTES) - BLOCKS + 1
    const sums = new Array<number>(BUCKETS).fill(0)
    for (let slot = 0; slot < BLOCKS; slot += 1) {
      if ((this.#blocks[slot] ?? 0) < oldest) continue
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) sums[bucket] = (sums[bucket] ?? 0) + (this.#counts[slot * BUCKETS + bucket] ?? 0)
    }
    const total = sums.reduce((sum, count) => sum + count, 0)
    if (total === 0) return null
    let bucket = 0
    for (let seen = sums[0] ?? 0; seen < share * total; seen += sums[bucket] ?? 0) bucket += 1
    return Math.round(MIN_MS * Math.exp(GROWTH * (bucket + 0.5)))
  }
}
