/** Numbers that look random and are the same for the same seed (mulberry32). */
export function randomNumbers(seed: number) {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    /** At least 0, below 1. */
    next,
    below,
    /** The same values in another order. */
    shuffled<T>(values: readonly T[]): T[] {
      const left = [...values]
      const taken: T[] = []
      while (left.length > 0) {
        const place = below(left.length)
        const [one] = left.slice(place, place + 1)
        const last = left.pop()
        if (one === undefined || last === undefined) break
        if (place < left.length) left[place] = last
        taken.push(one)
      }
      return taken
    },
  }
}
