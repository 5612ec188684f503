// How often something may be tried: the arithmetic, without a database. A try is counted when it begins, so that of many at once not all
// are let through; one that succeeds is given back.

/** The stored state of one counter. */
export interface Counter {
  /** Times of tries in unix milliseconds, oldest first. */
  readonly times: readonly number[]
  /** No try before this, in unix milliseconds. */
  readonly pausedUntilMs: number
  /** The last pause; the next one is twice as long. */
  readonly pauseMs: number
}

export interface Rule {
  readonly key: string
  /** The target of the tries, to clear all of its counters; empty: no single target. */
  readonly subject: string
  /** Tries within the window. */
  readonly limit: number
  readonly windowMs: number
  /** From the last free try on each further one must wait, twice as long as the one before. Without: no try until the window has room. */
  readonly pauses?: { readonly firstMs: number; readonly longestMs: number }
  /** Room beyond the limit for places without a try within `placeMs`; `place` is the key of that mark. */
  readonly reserved?: { readonly key: string; readonly limit: number; readonly place: string; readonly placeMs: number }
}

/** Sets of rules in order: the first set that allows the try counts it. */
export type Alternatives = readonly (readonly Rule[])[]

/** What a try left in one counter: a time, or with `isReset` all that is in it, which a success makes pointless. */
export interface Mark {
  readonly key: string
  readonly atMs: number
  readonly isReset: boolean
}

export type Verdict = { readonly isAllowed: true; readonly marks: readonly Mark[] } | { readonly isAllowed: false; readonly waitMs: number }

const EMPTY: Counter = { times: [], pausedUntilMs: 0, pauseMs: 0 }

/** The counters that a batch of tries works on. `onChange` gets each changed counter, with the time at which it expires. */
export interface Counters {
  get(key: string): Counter | undefined
  set(key: string, counter: Counter, meta: { subject: string; untilMs: number }): void
}

/** May this try be made? Counts it if so. */
export function judge(counters: Counters, alternatives: Alternatives, nowMs: number): Verdict {
  let waitMs = Number.POSITIVE_INFINITY
  for (const rules of alternatives) {
    const longest = Math.max(0, ...rules.map((rule) => waitOf(counters, rule, nowMs)))
    if (longest === 0) return { isAllowed: true, marks: rules.flatMap((rule) => count(counters, rule, nowMs)) }
    waitMs = Math.min(waitMs, longest)
  }
  return { isAllowed: false, waitMs }
}

/** The counter after the success of a try that it counted; undefined: it can be deleted. */
export function without(counter: Counter, { atMs, isReset }: Mark): Counter | undefined {
  if (isReset) return undefined
  const at = counter.times.indexOf(atMs)
  const times = at < 0 ? counter.times : counter.times.toSpliced(at, 1)
  return times.length === 0 ? undefined : { ...counter, times }
}

/** Milliseconds until a try may be made; 0: now. */
function waitOf(counters: Counters, rule: Rule, nowMs: number): number {
  const counter = counters.get(rule.key) ?? EMPTY
  if (rule.pauses) return Math.max(0, counter.pausedUntilMs - nowMs)
  const times = recent(counter, rule.windowMs, nowMs)
  if (times.length < rule.limit || hasReservedRoom(counters, rule, nowMs)) return 0
  return Math.max(1, (times.at(-rule.limit) ?? nowMs) + rule.windowMs - nowMs)
}

function hasReservedRoom(counters: Counters, { reserved, windowMs }: Rule, nowMs: number): boolean {
  if (!reserved) return false
  const isKnown = recent(counters.get(reserved.place) ?? EMPTY, reserved.placeMs, nowMs).length > 0
  return !isKnown && recent(counters.get(reserved.key) ?? EMPTY, windowMs, nowMs).length < reserved.limit
}

function count(counters: Counters, rule: Rule, nowMs: number): Mark[] {
  const { key, subject, windowMs, limit, pauses, reserved } = rule
  const counter = counters.get(key) ?? EMPTY
  const times = recent(counter, windowMs, nowMs)
  if (pauses) {
    const next = paused({ counter, times: [...times, nowMs], rule, pauses, nowMs })
    counters.set(key, next, { subject, untilMs: Math.max(nowMs + windowMs, next.pausedUntilMs + pauses.longestMs) })
    return [{ key, atMs: nowMs, isReset: true }]
  }
  const marks: Mark[] = []
  const add = (to: string, before: readonly number[]) => {
    counters.set(to, { ...EMPTY, times: [...before, nowMs] }, { subject, untilMs: nowMs + windowMs })
    marks.push({ key: to, atMs: nowMs, isReset: false })
  }
  if (times.length < limit) add(key, times)
  else if (reserved) add(reserved.key, recent(counters.get(reserved.key) ?? EMPTY, windowMs, nowMs))
  if (reserved) {
    counters.set(reserved.place, { ...EMPTY, times: [nowMs] }, { subject, untilMs: nowMs + reserved.placeMs })
    marks.push({ key: reserved.place, atMs: nowMs, isReset: true })
  }
  return marks
}

interface Paused {
  readonly counter: Counter
  readonly times: readonly number[]
  readonly rule: Rule
  readonly pauses: NonNullable<Rule['pauses']>
  readonly nowMs: number
}

function paused({ counter, times, rule, pauses, nowMs }: Paused): Counter {
  // After a quiet time the pauses start small again.
  const isQuiet = nowMs - (counter.times.at(-1) ?? nowMs) > pauses.longestMs
  const pauseMs = isQuiet ? 0 : counter.pauseMs
  if (pauseMs === 0 && times.length < rule.limit) return { times, pausedUntilMs: 0, pauseMs: 0 }
  const next = Math.min(pauses.longestMs, pauseMs === 0 ? pauses.firstMs : pauseMs * 2)
  return { times: times.slice(-rule.limit), pausedUntilMs: nowMs + next, pauseMs: next }
}

function recent({ times }: Counter, windowMs: number, nowMs: number): readonly number[] {
  return times.filter((time) => time > nowMs - windowMs)
}
