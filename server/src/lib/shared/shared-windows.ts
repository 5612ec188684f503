// Limits over all nodes: counted at Redis, in one question for all limits of an event. While Redis does not answer, each node allows its share.
import type { Clock } from '../clock.ts'
import { NODE_GONE_AFTER_MS, NODES_KEY } from './bus.ts'
import { PLACES } from './places-script.ts'
import type { KeptWindows, LimitLeft, Place, RateLimit, RateRefusal, RateVerdict, RateWindow } from './rate-window.ts'
import type { SharedRedis } from './redis.ts'

export interface SharedWindowsParts {
  readonly redis: SharedRedis
  /** What this node has counted itself: what it goes by while it is alone. */
  readonly own: KeptWindows
  readonly node: string
  /** Nodes that share the limits, this one among them. */
  readonly nodes: () => number
  readonly clock: Pick<Clock, 'now' | 'every'>
}

type Action = 'check' | 'count' | 'hold' | 'add' | 'end' | 'set'
type Asked = readonly [limit: RateLimit, action: Action, held?: number]

/** What a question came to: what each limit leaves, or who refuses. */
type Answer = { readonly left: readonly LimitLeft[] } | RateRefusal

/** What a node holds is told anew so often, so that it is not forgotten, and as soon as Redis may know it wrongly. */
const TELL_ALL_EVERY_MS = 600_000
const MEND_EVERY_MS = 500
/** How long a node goes by what it has heard of a limit that is full, where nobody knows when there is room again. */
const FULL_FOR_MS = 200
const MAX_FULL = 10_000

export class SharedWindows implements RateWindow {
  readonly #parts: SharedWindowsParts
  /** What this node holds under each limit. */
  readonly #held = new Map<string, { limit: RateLimit; amount: number }>()
  /** Limits of which Redis may not know rightly what this node holds. */
  readonly #doubtful = new Set<string>()
  /** Until when limits are known to be full, of all nodes together. */
  readonly #fullUntilMs = new Map<string, number>()
  readonly #stops: readonly (() => void)[]

  constructor(parts: SharedWindowsParts) {
    this.#parts = parts
    const { clock } = parts
    this.#stops = [clock.every(MEND_EVERY_MS, () => void this.#mend()), clock.every(TELL_ALL_EVERY_MS, () => this.doubtAll())]
  }

  async take(counted: readonly RateLimit[], checked: readonly RateLimit[] = []): Promise<RateVerdict> {
    const asked: Asked[] = [...asking(checked, 'check'), ...asking(counted, 'count')]
    const answer = await this.#ask(asked)
    const { own } = this.#parts
    if (!answer) return own.take(this.#shares(counted), this.#shares(checked))
    if ('refusedBy' in answer) return answer
    own.enterAnyway(counted, [])
    return { isAllowed: true }
  }

  async add(limits: readonly RateLimit[]): Promise<void> {
    await this.#parts.own.add(limits)
    await this.#ask(asking(limits, 'add'))
  }

  async enter(counted: readonly RateLimit[], held: readonly RateLimit[]) {
    for (const limit of held) this.#hold(limit, amountOf(limit))
    const answer = await this.#ask([...asking(held, 'hold'), ...asking(counted, 'count')])
    const refuse = (refusal: RateRefusal): RateRefusal => {
      for (const limit of held) this.#hold(limit, -amountOf(limit))
      return refusal
    }
    const { own } = this.#parts
    if (answer) {
      if ('refusedBy' in answer) return refuse(answer)
      const left = [...answer.left.slice(held.length), ...answer.left.slice(0, held.length)]
      return { isAllowed: true as const, place: this.#placeOf(own.enterAnyway(counted, held), left, held) }
    }
    for (const { key } of held) this.#doubtful.add(key)
    const verdict = await own.enter(this.#shares(counted), this.#shares(held))
    if (!verdict.isAllowed) return refuse(verdict)
    return { isAllowed: true as const, place: this.#placeOf(verdict.place, verdict.place.left, held) }
  }

  fullForMs(limits: readonly RateLimit[]): number {
    let most = this.#parts.own.fullForMs(limits)
    if (this.#fullUntilMs.size === 0) return most
    const nowMs = this.#parts.clock.now()
    for (const { key } of limits) most = Math.max(most, (this.#fullUntilMs.get(key) ?? 0) - nowMs)
    return most
  }

  /** Redis has forgotten what it knew, or may have. */
  doubtAll(): void {
    for (const key of this.#held.keys()) this.#doubtful.add(key)
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  #placeOf(ofOwn: Place, left: readonly LimitLeft[], held: readonly RateLimit[]): Place {
    const ended: boolean[] = []
    return {
      left,
      end: (at, used) => {
        const limit = held[at]
        if (!limit || ended[at]) return
        ended[at] = true
        ofOwn.end(at, used)
        this.#hold(limit, -amountOf(limit))
        this.#fullUntilMs.delete(limit.key)
        void this.#end(limit, used)
      },
    }
  }

  async #end(limit: RateLimit, used: number): Promise<void> {
    const answer = await this.#ask([[{ ...limit, amount: used }, 'end', amountOf(limit)]])
    if (!answer) this.#doubtful.add(limit.key)
  }

  #hold(limit: RateLimit, by: number): void {
    const amount = (this.#held.get(limit.key)?.amount ?? 0) + by
    if (amount > 0) this.#held.set(limit.key, { limit, amount })
    else this.#held.delete(limit.key)
  }

  /** Tells Redis what this node holds, where it may know that wrongly. */
  async #mend(): Promise<void> {
    if (this.#doubtful.size === 0 || !this.#parts.redis.isNear) return
    const keys = [...this.#doubtful].slice(0, 100)
    for (const key of keys) this.#doubtful.delete(key)
    const asked = keys.map((key): Asked => {
      const { limit, amount } = this.#held.get(key) ?? { limit: { key, limit: 0, windowMs: 0 }, amount: 0 }
      return [{ ...limit, amount }, 'set']
    })
    if (!(await this.#ask(asked))) for (const key of keys) this.#doubtful.add(key)
  }

  /** While a node is alone it allows its share of each limit, and in any case one event that the whole limit allows. */
  #shares(limits: readonly RateLimit[]): readonly RateLimit[] {
    const nodes = Math.max(1, this.#parts.nodes())
    return nodes === 1
      ? limits
      : limits.map((one) => ({ ...one, limit: Math.max(Math.min(one.limit, amountOf(one)), Math.floor(one.limit / nodes)) }))
  }

  /** Undefined: Redis does not answer. */
  async #ask(asked: readonly Asked[]): Promise<Answer | undefined> {
    const { redis, node } = this.#parts
    if (asked.length === 0) return { left: [] }
    if (!redis.isNear) return undefined
    const keys = asked.flatMap(([{ key }]) => [`limit ${key}`, `limit ${key} sums`])
    const values = asked.flatMap(([one, action, held]) => [
      one.limit,
      one.windowMs,
      held === undefined ? amountOf(one) : `${amountOf(one)}:${held}`,
      action,
    ])
    try {
      return this.#read(asked, numbersOf(await redis.run(PLACES, [NODES_KEY, ...keys], [node, NODE_GONE_AFTER_MS, ...values])))
    } catch {
      return undefined
    }
  }

  #read(asked: readonly Asked[], [isAllowed, ...numbers]: readonly number[]): Answer {
    const refused = isAllowed === 0 ? asked[(numbers[0] ?? 1) - 1] : undefined
    if (!refused) {
      const left = asked.map(([limit], at) => ({ limit, remaining: numbers[at * 2] ?? 0, resetMs: numbers[at * 2 + 1] ?? 0 }))
      for (const { limit, remaining } of left) if (remaining === 0) this.#noteFull(limit, FULL_FOR_MS)
      return { left }
    }
    const [refusedBy] = refused
    const waitMs = numbers[1] ?? 0
    this.#noteFull(refusedBy, refusedBy.windowMs === 0 ? FULL_FOR_MS : waitMs)
    return { isAllowed: false, retrySeconds: Math.max(1, Math.ceil(waitMs / 1000)), refusedBy }
  }

  #noteFull({ key }: RateLimit, forMs: number): void {
    const nowMs = this.#parts.clock.now()
    if (this.#fullUntilMs.size >= MAX_FULL)
      for (const [known, untilMs] of this.#fullUntilMs)
        if (untilMs <= nowMs || this.#fullUntilMs.size >= MAX_FULL) this.#fullUntilMs.delete(known)
    this.#fullUntilMs.set(key, nowMs + forMs)
  }
}

const amountOf = ({ amount }: RateLimit): number => amount ?? 1

const asking = (limits: readonly RateLimit[], action: Action): readonly Asked[] => limits.map((limit) => [limit, action] as const)

function numbersOf(answer: unknown): readonly number[] {
  return Array.isArray(answer) ? answer.map(Number) : []
}
