// Remembers failures of one thing that calls go through (a channel, a model there, a key), and leaves it alone when too many come: the state
// machine `closed → open → trial → closed`. Source: reliability.md R8 and FLT-21 as decision D68 has them.
import type { Outcome } from './blame.ts'

/** Failures and successes are looked at over so long. */
const WINDOW_MS = 60_000
/** So many failures in a row open it, whatever went well before. */
const IN_A_ROW = 8
/** At least this share of the calls of a window must have failed. */
const SHARE = 0.5
/** After the first opening, a call may try it so soon; then as often as this for five minutes; then more rarely. */
const FIRST_PROBE_MS = 5000
const PROBE_EVERY_MS = 10_000
const OFTEN_FOR_MS = 300_000
const LATER_PROBE_MS = 60_000
const FORCED_EVERY_MS = 1000
/** A trial that goes well lets twice as many calls through at once, up to so many: then it is over. */
const TRIAL_ENDS_AT = 32

/** A trial is under way, which may end at any moment. */
const TRIAL_WAIT_MS = 1000

export class Breaker {
  readonly #minFailures: number
  #windowAtMs: number
  #counts = { good: 0, bad: 0 }
  #past = { good: 0, bad: 0 }
  #inARow = 0
  #openedAtMs: number | undefined
  #probeAtMs = 0
  #triedAtMs = 0
  /** Calls that may be under way at once while it is tried; 0: it is not tried. */
  #limit = 0
  #underWay = 0

  /** @param minFailures fewer never open it */
  constructor(minFailures: number, nowMs: number) {
    this.#minFailures = minFailures
    this.#windowAtMs = nowMs
  }

  /** Milliseconds until a call may go through it; 0: one may now. */
  waitMs(nowMs: number): number {
    if (this.#openedAtMs === undefined) return 0
    if (this.#limit > 0) return this.#underWay < this.#limit ? 0 : TRIAL_WAIT_MS
    return Math.max(0, this.#probeAtMs - nowMs)
  }

  /** Since when it is open, also while it is tried; undefined: it is closed. */
  get openedAtMs(): number | undefined {
    return this.#openedAtMs
  }

  /** Is a call that tries it under way? */
  get isTried(): boolean {
    return this.#openedAtMs !== undefined && this.#underWay > 0
  }

  /** A call goes through it. Returns whether that tries it. */
  begin(nowMs: number): boolean {
    if (this.#openedAtMs === undefined) return false
    if (this.#limit === 0) {
      this.#limit = 1
      this.#probeAtMs = nowMs + this.#probeEveryMs(nowMs)
    }
    this.#underWay += 1
    this.#triedAtMs = nowMs
    return true
  }

  /** Where every channel is out, one call at a time may try it before its time, once a second. */
  mayForce(nowMs: number): boolean {
    if (this.#openedAtMs === undefined) return true
    return this.#limit > 0 ? this.#underWay < this.#limit : nowMs >= this.#triedAtMs + FORCED_EVERY_MS
  }

  force(nowMs: number): void {
    if (this.#openedAtMs !== undefined && this.#limit === 0) this.#probeAtMs = nowMs
  }

  /** Another node has seen what opens it. */
  openedElsewhere(nowMs: number): void {
    if (this.#openedAtMs === undefined) this.#open(nowMs)
  }

  /** Another node tries it, so this one waits as if it had done so itself. */
  triedElsewhere(nowMs: number): void {
    this.openedElsewhere(nowMs)
    if (this.#limit === 0) this.#probeAtMs = nowMs + this.#probeEveryMs(nowMs)
  }

  /** Another node has found it well: here it is let through by and by as well. */
  passedElsewhere(): void {
    if (this.#openedAtMs !== undefined) this.#limit = Math.max(this.#limit, TRIAL_ENDS_AT / 2)
  }

  /** How a call ended. @param isTrial what `begin` returned */
  note(outcome: Outcome, nowMs: number, isTrial: boolean): void {
    if (outcome === 'left' || outcome === 'elsewhere') this.#left(isTrial, outcome === 'left')
    else if (outcome === 'failed') this.#failed(nowMs, isTrial)
    else this.#succeeded(nowMs, isTrial)
  }

  #succeeded(nowMs: number, isTrial: boolean): void {
    this.#turn(nowMs)
    this.#counts.good += 1
    this.#inARow = 0
    if (!isTrial || this.#openedAtMs === undefined) return
    this.#leave()
    this.#limit *= 2
    if (this.#limit >= TRIAL_ENDS_AT) this.#close()
  }

  #failed(nowMs: number, isTrial: boolean): void {
    this.#turn(nowMs)
    this.#counts.bad += 1
    this.#inARow += 1
    if (this.#openedAtMs !== undefined) {
      if (!isTrial) return
      this.#leave()
      this.#limit = 0
      this.#probeAtMs = nowMs + this.#probeEveryMs(nowMs)
    } else if (this.#isBad) {
      this.#open(nowMs)
    }
  }

  #open(nowMs: number): void {
    this.#openedAtMs = nowMs
    this.#triedAtMs = nowMs
    this.#probeAtMs = nowMs + FIRST_PROBE_MS
  }

  /**
   * A call that tried it says nothing of it. Where its client left, or it was the client's own fault, the next call may try it; where something else
   * failed, that has used up the trial.
   */
  #left(isTrial: boolean, isFree: boolean): void {
    if (!isTrial || this.#openedAtMs === undefined) return
    this.#leave()
    if (this.#limit === 1 && this.#underWay === 0) {
      this.#limit = 0
      if (isFree) this.#probeAtMs = 0
    }
  }

  /** Failures of the last minute. */
  get failures(): number {
    return this.#counts.bad + this.#past.bad
  }

  /** Has it nothing to remember? */
  isForgotten(nowMs: number): boolean {
    this.#turn(nowMs)
    return this.#openedAtMs === undefined && this.#counts.bad + this.#past.bad === 0
  }

  get #isBad(): boolean {
    const bad = this.#counts.bad + this.#past.bad
    if (bad < this.#minFailures) return false
    return this.#inARow >= IN_A_ROW || bad >= SHARE * (bad + this.#counts.good + this.#past.good)
  }

  #leave(): void {
    this.#underWay = Math.max(0, this.#underWay - 1)
  }

  #close(): void {
    this.#openedAtMs = undefined
    this.#limit = 0
    this.#underWay = 0
    this.#counts = { good: 0, bad: 0 }
    this.#past = { good: 0, bad: 0 }
  }

  #probeEveryMs(nowMs: number): number {
    return this.#openedAtMs !== undefined && nowMs - this.#openedAtMs > OFTEN_FOR_MS ? LATER_PROBE_MS : PROBE_EVERY_MS
  }

  /** The window moves by halves. */
  #turn(nowMs: number): void {
    const halves = Math.floor((nowMs - this.#windowAtMs) / (WINDOW_MS / 2))
    if (halves <= 0) return
    this.#past = halves === 1 ? this.#counts : { good: 0, bad: 0 }
    this.#counts = { good: 0, bad: 0 }
    this.#windowAtMs += halves * (WINDOW_MS / 2)
  }
}
