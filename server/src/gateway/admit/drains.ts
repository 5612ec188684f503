// Calls whose client has left and whose upstream is still read, because only the vendor knows their cost (decision D42).
import type { Clock } from '../../lib/clock.ts'
import type { Bus } from '../../lib/shared/bus.ts'

/** A user may have so many, on all nodes together; above that, new calls are refused until one has ended. */
export const MAX_DRAINS_PER_USER = 8

export interface Drains {
  /** Counts one more for the user; the answer ends it, once. */
  start(userId: number): () => void
  of(userId: number): number
  /** Of all users, on this node. */
  readonly count: number
}

/** How many a user has at a node. */
interface DrainsMessage {
  readonly node: string
  readonly userId: number
  readonly count: number
}

/** What stays as it is is told again, so that what a node that died had told is forgotten. */
const TELL_AGAIN_MS = 20_000
const FORGET_AFTER_MS = 60_000

/** @param bus by which nodes tell each other how many their users have */
export function drains(bus: Bus, clock: Pick<Clock, 'now' | 'every'>): Drains {
  const counts = new Map<number, number>()
  const elsewhere = new Map<number, Map<string, { count: number; toldMs: number }>>()
  const tell = (userId: number) => bus.tell('drains', { node: bus.node, userId, count: counts.get(userId) ?? 0 } satisfies DrainsMessage)
  const set = (userId: number, count: number) => {
    if (count === 0) counts.delete(userId)
    else counts.set(userId, count)
    tell(userId)
  }
  bus.hear('drains', (message) => {
    const { node, userId, count } = message as DrainsMessage
    const nodes = elsewhere.get(userId) ?? new Map()
    if (count === 0) nodes.delete(node)
    else nodes.set(node, { count, toldMs: clock.now() })
    if (nodes.size === 0) elsewhere.delete(userId)
    else elsewhere.set(userId, nodes)
  })
  clock.every(TELL_AGAIN_MS, () => {
    for (const userId of counts.keys()) tell(userId)
  })
  const ofOthers = (userId: number): number => {
    let sum = 0
    for (const { count, toldMs } of elsewhere.get(userId)?.values() ?? []) if (clock.now() - toldMs < FORGET_AFTER_MS) sum += count
    return sum
  }
  return {
    start(userId) {
      set(userId, (counts.get(userId) ?? 0) + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        set(userId, Math.max(0, (counts.get(userId) ?? 1) - 1))
      }
    },
    of: (userId) => (counts.get(userId) ?? 0) + (elsewhere.size === 0 ? 0 : ofOthers(userId)),
    get count() {
      return [...counts.values()].reduce((sum, one) => sum + one, 0)
    },
  }
}
