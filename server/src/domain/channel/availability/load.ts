// What is under way at one model of one channel, how long answers take to begin there, and whether it has fallen silent.

/** Calls that have waited so long without an answer, while nobody got one, make it silent (decision D68). */
const SILENT_AFTER_MS = 30_000
/** Or so many times as long as nearly all answers take there, whichever is more. */
const SILENT_FACTOR = 4
const SILENT_CALLS = 3
/** While it is silent, a call may try it this often. */
const PROBE_EVERY_MS = 30_000
/** How much of a mean each new time is. */
const WEIGHT_OF_NEW = 0.2
/** After a pause it is more: a slow channel, which is tried now and then only, is to be seen within few tries when it is quick again. */
const WEIGHT_AFTER_PAUSE = 0.5
/** A mean of fewer says nothing. */
const MIN_TIMES = 5
const STALE_MS = 10_000

/** A running mean of times to the first byte. */
class Mean {
  ms = Number.NaN
  times = 0
  atMs = Number.NEGATIVE_INFINITY
}

/** One call, as the load of its channel sees it. Those that wait are a list in the order in which they began, since a set costs several times as much. */
export class Waiting {
  readonly startedMs: number
  readonly isStream: boolean
  /** `stuck`: it has waited for longer than answers take. */
  state: 'waiting' | 'stuck' | 'past' = 'waiting'
  before: Waiting | undefined
  after: Waiting | undefined

  constructor(startedMs: number, isStream: boolean, before: Waiting | undefined) {
    this.startedMs = startedMs
    this.isStream = isStream
    this.before = before
  }
}

/** Of a channel that nothing is known of. */
export const IDLE = { underWay: 0, meanMs: undefined } as const

export class Load {
  #first: Waiting | undefined
  #last: Waiting | undefined
  #stuck = 0
  #underWay = 0
  #lastAnswerMs = Number.NEGATIVE_INFINITY
  #probeAtMs = 0
  readonly #usualLongestMs: () => number | null
  readonly #whole = new Mean()
  readonly #stream = new Mean()

  /** @param usualLongestMs how long all but one in twenty answers take to begin at this channel; null: not known */
  constructor(usualLongestMs: () => number | null) {
    this.#usualLongestMs = usualLongestMs
  }

  get underWay(): number {
    return this.#underWay
  }

  /**
   * Calls under way that say how much there is to do. Those that have waited too long do not: with them a vendor that fell silent would look busy,
   * and nobody would find out that it is well again.
   */
  busy(nowMs: number): number {
    if (this.#underWay === 0) return 0
    this.#setAside(nowMs)
    return this.#underWay - this.#stuck
  }

  begin(startedMs: number, isStream: boolean): Waiting {
    if (this.isSilent(startedMs)) this.#probeAtMs = startedMs + PROBE_EVERY_MS
    const waiting = new Waiting(startedMs, isStream, this.#last)
    if (this.#last) this.#last.after = waiting
    else this.#first = waiting
    this.#last = waiting
    this.#underWay += 1
    return waiting
  }

  /** Its answer has begun. */
  answered(waiting: Waiting, nowMs: number): void {
    if (waiting.state === 'past') return
    this.#leave(waiting, 'past')
    this.#lastAnswerMs = nowMs
    const mean = waiting.isStream ? this.#stream : this.#whole
    const tookMs = nowMs - waiting.startedMs
    const weight = nowMs - mean.atMs > STALE_MS ? WEIGHT_AFTER_PAUSE : WEIGHT_OF_NEW
    mean.ms = mean.times === 0 ? tookMs : mean.ms + weight * (tookMs - mean.ms)
    mean.times += 1
    mean.atMs = nowMs
  }

  /** It is over, with or without an answer. */
  end(waiting: Waiting): void {
    this.#leave(waiting, 'past')
    this.#underWay -= 1
  }

  #leave(waiting: Waiting, state: 'stuck' | 'past'): void {
    if (waiting.state === 'stuck') this.#stuck -= 1
    else if (waiting.state === 'waiting') {
      const { before, after } = waiting
      if (before) before.after = after
      else this.#first = after
      if (after) after.before = before
      else this.#last = before
    }
    if (state === 'stuck') this.#stuck += 1
    waiting.state = state
  }

  /** Milliseconds until a call may try it, since it is silent; 0: one may now. */
  silentForMs(nowMs: number): number {
    return this.isSilent(nowMs) ? Math.max(0, this.#probeAtMs - nowMs) : 0
  }

  /** Both of the following, with the time asked at most once. */
  told(isStream: boolean, clock: { now(): number }): { readonly underWay: number; readonly meanMs: number | undefined } {
    const { times } = isStream ? this.#stream : this.#whole
    if (this.#underWay === 0 && times < MIN_TIMES) return IDLE
    const nowMs = clock.now()
    return { underWay: this.busy(nowMs), meanMs: this.meanMs(isStream, nowMs) }
  }

  /** How long answers take to begin; undefined: too few have been seen, or none lately, so that a call should find out. */
  meanMs(isStream: boolean, nowMs: number): number | undefined {
    const { ms, times, atMs } = isStream ? this.#stream : this.#whole
    const isStale = this.#first === undefined && nowMs - atMs > STALE_MS
    return times < MIN_TIMES || isStale ? undefined : ms
  }

  /** Have three calls waited for so long, and has nobody had an answer meanwhile? */
  isSilent(nowMs: number): boolean {
    if (this.#underWay < SILENT_CALLS) return false
    this.#setAside(nowMs)
    return this.#stuck >= SILENT_CALLS && this.#lastAnswerMs <= nowMs - this.#longMs
  }

  #setAside(nowMs: number): void {
    while (this.#first) {
      const waitedMs = nowMs - this.#first.startedMs
      if (waitedMs < SILENT_AFTER_MS || waitedMs < this.#longMs) return
      this.#leave(this.#first, 'stuck')
    }
  }

  get #longMs(): number {
    return Math.max(SILENT_AFTER_MS, SILENT_FACTOR * (this.#usualLongestMs() ?? 0))
  }
}
