// All three channels of a model are dead, and then well again: how soon is each caller told, how many requests does that cost the vendors,
// and how soon are callers served again? Ways run side by side, each with channels of its own.
import { setTimeout as sleep } from 'node:timers/promises'
import { Callers, type SeenCall } from './callers.ts'
import { requestsTo } from './rows.ts'
import type { Stage, Trio } from './stage.ts'
import type { SeenRequest } from './vendor.ts'
import { begunIn, mostAtOnce, seconds, sorted, tookMs, type Verdict } from './verdict.ts'
import { isSilent, type Way } from './ways.ts'

const CALLS_A_SECOND = 20
const DEAD_MS = 16_000
/** What takes the limits of time to be found out is judged from here on. */
const FOUND_MS = 8000
/** So many calls find out what all others profit from. */
const FIRST_CALLS = 20
const TOLD_WITHIN_MS = 2000
/** Of a trio. */
const CHANNELS = 3
/** Codes of refusals that are the gateway's own: these name a time. */
const OUR_REFUSALS: ReadonlySet<string> = new Set(['channels_resting', 'upstream_saturated'])
const REQUESTS_GOAL = 1.2
const RETURN_LIMIT_MS = 65_000
const LOOK_EVERY_MS = 500

interface Course {
  readonly way: Way
  readonly trio: Trio
}

interface Measures {
  readonly deadMs: number
  readonly wellMs: number
  /** Of a trio that is well, beside them. */
  readonly healthyP99Ms: number
}

/** Runs ways side by side and judges each. @param all gets the calls that were made */
export async function allDead(stage: Stage, ways: readonly Way[], all: SeenCall[], say: (text: string) => void): Promise<Verdict[]> {
  await stage.setOption('relay.retry_after_silence', 'true')
  const courses: Course[] = []
  for (const way of ways) {
    const trio = await stage.addTrio(`all-${way.name}`, way)
    await stage.turn(trio.ports, way.manner)
    courses.push({ way, trio })
  }
  const healthy = await stage.addTrio(`healthy-beside-all-${ways[0]?.name}`, { hasLimits: false })
  say('  all three are dead')
  const callers = new Callers(stage.door)
  const deadMs = Date.now()
  for (const { model } of [healthy, ...courses.map(({ trio }) => trio)]) callers.keepPace(model, CALLS_A_SECOND)
  await sleep(DEAD_MS)
  say('  they are well again')
  const wellMs = Date.now()
  for (const { trio } of courses) await stage.turn(trio.ports, { does: 'well' })
  while (Date.now() < wellMs + RETURN_LIMIT_MS) {
    await sleep(LOOK_EVERY_MS)
    if (courses.every(({ trio }) => servedMs(callers.calls, trio, wellMs) !== undefined)) break
  }
  await callers.end(() => stage.finish())
  all.push(...callers.calls)
  const beside = callers.calls.filter(({ model }) => model === healthy.model)
  const healthyP99Ms = tookMs(beside, 0.99)
  say(`  the healthy trio: p99 ${healthyP99Ms.toFixed(0)} ms`)
  const verdicts: Verdict[] = []
  for (const { way, trio } of courses) {
    const calls = callers.calls.filter(({ model }) => model === trio.model)
    verdicts.push(judge({ way, trio }, { deadMs, wellMs, healthyP99Ms }, calls, await requestsTo(stage, way, trio, calls)))
  }
  return verdicts
}

/** When the first call was served again. */
function servedMs(calls: readonly SeenCall[], { model }: Trio, wellMs: number): number | undefined {
  const served = calls.filter((call) => call.model === model && call.isServed && call.endedMs > wellMs).map(({ endedMs }) => endedMs)
  return served.length === 0 ? undefined : Math.min(...served)
}

function judge(
  { way, trio }: Course,
  { deadMs, wellMs, healthyP99Ms }: Measures,
  calls: readonly SeenCall[],
  requests: readonly SeenRequest[],
): Verdict {
  const dead = begunIn(calls, deadMs, wellMs)
  const judged = begunIn(dead, isSilent(way) ? deadMs + FOUND_MS : deadMs)
  // Who tries a silent vendor learns of it by the limit of time, one caller at each channel: where one hangs for minutes, the others come back.
  const late = judged.filter((call) => toldMs(call) > TOLD_WITHIN_MS)
  const lateAtOnce = mostAtOnce(late.map(({ beganMs, endedMs }) => ({ fromMs: beganMs, untilMs: endedMs })))
  const beyond = new Set(dead.slice(FIRST_CALLS).map(({ number }) => number))
  const extra = requests.filter(({ call }) => beyond.has(call)).length / Math.max(1, beyond.size)
  const refused = judged.filter(({ code }) => code !== undefined && OUR_REFUSALS.has(code))
  const untimed = refused.filter(({ retryAfter }) => retryAfter === undefined).length
  const nameless = dead.filter(({ requestId }) => requestId === '').length
  const served = servedMs(calls, trio, wellMs)
  const isBack = served !== undefined && served - wellMs <= way.backWithinSeconds * 1000
  const missed = [
    ...(lateAtOnce <= CHANNELS ? [] : ['told late']),
    ...(extra <= REQUESTS_GOAL ? [] : ['requests']),
    ...(untimed === 0 ? [] : ['refused without a time']),
    ...(nameless === 0 ? [] : ['no request id']),
    ...(isBack ? [] : ['return']),
  ]
  return {
    way: way.name,
    ...sorted(missed, 'told late', healthyP99Ms),
    closedPorts: way.manner.does === 'refuse' ? trio.ports : [],
    cells: {
      calls: String(dead.length),
      'told by': byStatus(dead),
      'p50 / p99': `${tookMs(judged, 0.5).toFixed(0)} / ${tookMs(judged, 0.99).toFixed(0)} ms`,
      'late, at once': `${late.length}, ${lateAtOnce}`,
      'requests a call': extra.toFixed(2),
      back: seconds(served === undefined ? undefined : served - wellMs),
    },
  }
}

/** When the caller knew anything: the first content, or the end. */
const toldMs = ({ beganMs, contentMs, endedMs }: SeenCall): number => (contentMs ?? endedMs) - beganMs

function byStatus(calls: readonly SeenCall[]): string {
  const counts = new Map<number, number>()
  for (const { status } of calls) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
}
