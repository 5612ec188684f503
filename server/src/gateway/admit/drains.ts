// Calls whose client has left and whose upstream is still read, because only the vendor knows their cost (decision D42).

/** A user may have so many; above that, new calls are refused until one has ended. */
export const MAX_DRAINS_PER_USER = 8

export interface Drains {
  /** Counts one more for the user; the answer ends it, once. */
  start(userId: number): () => void
  of(userId: number): number
}

export function drains(): Drains {
  const counts = new Map<number, number>()
  return {
    start(userId) {
      counts.set(userId, (counts.get(userId) ?? 0) + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = (counts.get(userId) ?? 1) - 1
        if (left === 0) counts.delete(userId)
        else counts.set(userId, left)
      }
    },
    of: (userId) => counts.get(userId) ?? 0,
  }
}
