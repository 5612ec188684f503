// Figures of calls and requests, and whether they keep to a goal.
import { percentile } from '../lib/measure.ts'
import type { SeenCall } from './callers.ts'
import type { SeenRequest } from './vendor.ts'

/** One row of a table: its cells by the heads of the columns, and the goals that it misses, in words. */
export interface Verdict {
  readonly way: string
  readonly cells: Readonly<Record<string, string>>
  readonly missed: readonly string[]
  /** Goals of time that it misses while the machine is so busy that nobody can tell why. */
  readonly unclear: readonly string[]
  /** Of vendors whose ports were closed for a while, so that they saw no request. */
  readonly closedPorts: readonly number[]
}

/** Of calls, in milliseconds from the beginning to the end. */
export function tookMs(calls: readonly SeenCall[], share: number): number {
  return percentile(Float64Array.from(calls, ({ beganMs, endedMs }) => endedMs - beganMs).sort(), share)
}

/** A good answer takes 600 ms: where one in a hundred takes longer than this beside nothing that fails, the machine has too much to do. */
const BUSY_MS = 1500

/** Sorts out the goals that were missed: those of time tell nothing on a busy machine. */
export function sorted(missed: readonly string[], ofTime: string, healthyP99Ms: number): Pick<Verdict, 'missed' | 'unclear'> {
  const isUnclear = (goal: string) => goal === ofTime && healthyP99Ms > BUSY_MS
  return { missed: missed.filter((goal) => !isUnclear(goal)), unclear: missed.filter(isUnclear) }
}

/** A pause of so long in the requests to a dead channel, which others of its model would have been called in many times. */
const LEFT_ALONE_MS = 3500

/** When a dead channel was left alone: after this there was no request for a while. Undefined: it never was. @param fromMs not before this */
export function foundMs(requests: readonly SeenRequest[], fromMs: number, untilMs: number): number | undefined {
  const times = [fromMs, ...requests.map(({ atMs }) => atMs).filter((atMs) => atMs > fromMs)]
  return times.find((atMs, at) => (times[at + 1] ?? untilMs) - atMs >= LEFT_ALONE_MS)
}

/** How many of these were under way at once, at most. */
export function mostAtOnce(spans: readonly { readonly fromMs: number; readonly untilMs: number }[]): number {
  const turns = spans.flatMap(({ fromMs, untilMs }) => [
    { atMs: fromMs, by: 1 },
    { atMs: untilMs, by: -1 },
  ])
  turns.sort((one, other) => one.atMs - other.atMs || one.by - other.by)
  let [now, most] = [0, 0]
  for (const { by } of turns) {
    now += by
    most = Math.max(most, now)
  }
  return most
}

/** The calls that began in this time. */
export const begunIn = (calls: readonly SeenCall[], fromMs: number, untilMs = Number.POSITIVE_INFINITY) =>
  calls.filter(({ beganMs }) => beganMs >= fromMs && beganMs < untilMs)

/** Did some of the answer reach the caller, and not all of it? */
export const isBroken = ({ isServed, contentMs }: SeenCall) => !isServed && contentMs !== undefined

export const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`)
