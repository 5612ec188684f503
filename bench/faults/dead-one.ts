// One of three equal channels is dead, and then it is well again: whom does that harm, for how long, and how much of the traffic gets the
// dead one? Several ways run side by side, each with channels and callers of its own, and beside them a trio that is well.
import { setTimeout as sleep } from 'node:timers/promises'
import { Callers, type SeenCall } from './callers.ts'
import { requestsTo } from './rows.ts'
import type { Stage, Trio } from './stage.ts'
import type { SeenRequest } from './vendor.ts'
import { begunIn, foundMs, isBroken, mostAtOnce, seconds, sorted, tookMs, type Verdict } from './verdict.ts'
import { isSilent, type Way } from './ways.ts'

const CALLERS = 30
const WELL_FIRST_MS = 5000
const DEAD_MS = 27_000
/** Where nothing sets a limit, a silent channel is found after half a minute. */
const SILENT_MS = 30_000
const DEAD_UNSET_MS = 44_000
/** From so long after the fault others must not notice it any more. */
const SETTLED_MS = 10_000
/** How long it is watched for its return, and then for what it gets. */
const RETURN_LIMIT_MS = 65_000
const AFTER_RETURN_MS = 3000
const LOOK_EVERY_MS = 500

const SERVED_GOAL = 0.999
const P99_GOAL = 2
const PER_MINUTE_GOAL = 6
/** A third is fair, and chance gives any of the three some more for a moment. */
const AT_ONCE_GOAL = CALLERS / 2
/** A slow channel serves all the while: it is used again when it has half of its fair share of a second. */
const USED_SHARE = 1 / 6

/** One way under way. */
interface Course {
  readonly way: Way
  readonly trio: Trio
  /** The dead one. */
  readonly port: number
}

interface Measures {
  readonly faultMs: number
  readonly wellMs: number
  /** Of the trio that is well, in the same seconds. */
  readonly healthyP99Ms: number
}

/** Runs ways side by side and judges each. @param all gets the calls that were made */
export async function oneDead(stage: Stage, ways: readonly Way[], all: SeenCall[], say: (text: string) => void): Promise<Verdict[]> {
  await stage.setOption('relay.retry_after_silence', String(ways.some(({ isSilenceRetried }) => isSilenceRetried)))
  const healthy = await stage.addTrio(`healthy-beside-${ways[0]?.name}`, { hasLimits: false })
  const courses: Course[] = []
  for (const way of ways) {
    const trio = await stage.addTrio(`one-${way.name}`, way)
    courses.push({ way, trio, port: trio.ports[0] ?? 0 })
  }
  const callers = new Callers(stage.door)
  for (const { model } of [healthy, ...courses.map(({ trio }) => trio)]) callers.keepUnderWay(model, CALLERS)
  await sleep(WELL_FIRST_MS)
  say('  one of three dies')
  const faultMs = Date.now()
  for (const { way, port } of courses) await stage.turn([port], way.manner)
  await sleep(ways.some(({ hasLimits }) => !hasLimits) ? DEAD_UNSET_MS : DEAD_MS)
  say('  it is well again')
  const wellMs = Date.now()
  await stage.turn(
    courses.map(({ port }) => port),
    { does: 'well' },
  )
  await untilAllAreBack(stage, courses, callers.calls, wellMs)
  await callers.end(() => stage.finish())
  all.push(...callers.calls)
  const healthyP99Ms = tookMs(begunIn(callsOf(callers.calls, healthy), faultMs + SETTLED_MS, wellMs), 0.99)
  say(`  the healthy trio: p99 ${healthyP99Ms.toFixed(0)} ms`)
  const verdicts: Verdict[] = []
  for (const course of courses) {
    const calls = callsOf(callers.calls, course.trio)
    const requests = await requestsTo(stage, course.way, course.trio, calls)
    verdicts.push(judge(course, { faultMs, wellMs, healthyP99Ms }, calls, requests))
  }
  return verdicts
}

const callsOf = (calls: readonly SeenCall[], { model }: Trio) => calls.filter((call) => call.model === model)

async function untilAllAreBack(stage: Stage, courses: readonly Course[], calls: readonly SeenCall[], wellMs: number): Promise<void> {
  while (Date.now() < wellMs + RETURN_LIMIT_MS) {
    await sleep(LOOK_EVERY_MS)
    const states: boolean[] = []
    for (const course of courses) {
      const requests = await stage.requests([course.port], wellMs)
      states.push(returnMs(course, wellMs, callsOf(calls, course.trio), requests) !== undefined)
    }
    if (states.every(Boolean)) return void (await sleep(AFTER_RETURN_MS))
  }
}

/** When the channel was used again; undefined: it has not been. */
function returnMs({ way, port }: Course, wellMs: number, calls: readonly SeenCall[], requests: readonly SeenRequest[]): number | undefined {
  const mine = requests.filter((request) => request.port === port && request.isWell && request.atMs >= wellMs)
  if (way.manner.does !== 'slow') return mine[0]?.atMs
  return mine.find(({ atMs }) => {
    const inSecond = begunIn(calls, atMs, atMs + 1000).length
    return inSecond > 0 && mine.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1000).length >= USED_SHARE * inSecond
  })?.atMs
}

function judge(course: Course, measures: Measures, calls: readonly SeenCall[], requests: readonly SeenRequest[]): Verdict {
  const { way, port } = course
  const { faultMs, wellMs } = measures
  const dead = deadOne(course, measures, requests)
  const others = othersOf(course, measures, calls, dead)
  const broken = begunIn(calls, faultMs).filter(isBroken)
  const back = returnMs(course, wellMs, calls, requests)
  const burst = burstOf(back, port, calls, requests)
  const missed = [
    ...(others.served >= SERVED_GOAL * others.of ? [] : ['served']),
    ...(others.p99Ratio <= P99_GOAL ? [] : ['p99']),
    ...(dead.isSpared ? [] : ['requests to the dead one']),
    ...(back !== undefined && back - wellMs <= way.backWithinSeconds * 1000 ? [] : ['return']),
    ...(burst.atOnce <= AT_ONCE_GOAL ? [] : ['burst']),
  ]
  const lateBroken = broken.filter(({ beganMs }) => beganMs >= faultMs + SETTLED_MS).length
  return {
    way: way.name,
    ...sorted(missed, 'p99', measures.healthyP99Ms),
    closedPorts: way.manner.does === 'refuse' ? [port] : [],
    cells: {
      calls: String(begunIn(calls, faultMs, wellMs).length),
      served: `${others.served} of ${others.of}`,
      'died (late)': `${broken.length} (${lateBroken})`,
      p99: `${others.p99Ratio.toFixed(1)} ×`,
      found: way.manner.does === 'slow' ? 'n/a' : seconds(dead.foundMs === undefined ? undefined : dead.foundMs - faultMs),
      'a minute': `${dead.rate.toFixed(1)} (${dead.later.length})`,
      back: seconds(back === undefined ? undefined : back - wellMs),
      'first second': `${burst.count} of ${burst.calls}, ${burst.atOnce} at once`,
    },
  }
}

/** What goes to the dead channel: until it is found, and after that. */
interface Dead {
  readonly foundMs: number | undefined
  readonly later: readonly SeenRequest[]
  /** Requests a minute after it was found. */
  readonly rate: number
  readonly isSpared: boolean
}

function deadOne({ way, port }: Course, { faultMs, wellMs }: Measures, requests: readonly SeenRequest[]): Dead {
  const toDead = requests.filter((request) => request.port === port && request.atMs >= faultMs && !request.isWell)
  const isSlow = way.manner.does === 'slow'
  const found = isSlow ? faultMs + SETTLED_MS : foundMs(toDead, way.hasLimits ? faultMs : faultMs + SILENT_MS, wellMs)
  const later = toDead.filter(({ atMs }) => atMs > (found ?? faultMs))
  const minutes = (wellMs - (found ?? faultMs)) / 60_000
  // One more, since the first trial may come right after it was found.
  const isSpared = isSlow || (found !== undefined && later.length <= 1 + PER_MINUTE_GOAL * minutes)
  return { foundMs: found, later, rate: later.length / minutes, isSpared }
}

/** How the callers fared. Where silence is not retried, those who find it out and those who try it are lost, and nobody else may be. */
function othersOf({ way }: Course, { faultMs, wellMs, healthyP99Ms }: Measures, calls: readonly SeenCall[], { foundMs, later }: Dead) {
  const isLost = isSilent(way) && !way.isSilenceRetried
  const tried = new Set(isLost ? later.map((request) => request.call) : [])
  const fromMs = isLost ? (foundMs ?? wellMs) + 1 : faultMs
  const counted = begunIn(calls, fromMs).filter((call) => !tried.has(call.number) && !isBroken(call))
  const settled = begunIn(calls, isLost ? fromMs : faultMs + SETTLED_MS, wellMs).filter(({ number }) => !tried.has(number))
  return {
    served: counted.filter(({ isServed }) => isServed).length,
    of: counted.length,
    p99Ratio: tookMs(settled, 0.99) / healthyP99Ms,
  }
}

/** What the channel gets in the first second of its return. */
function burstOf(back: number | undefined, port: number, calls: readonly SeenCall[], requests: readonly SeenRequest[]) {
  if (back === undefined) return { count: 0, calls: 0, atOnce: 0 }
  const first = requests.filter((request) => request.port === port && request.atMs >= back && request.atMs < back + 1000)
  const spans = first.map(({ atMs, endedMs }) => ({ fromMs: atMs, untilMs: endedMs ?? Number.POSITIVE_INFINITY }))
  return { count: first.length, calls: begunIn(calls, back, back + 1000).length, atOnce: mostAtOnce(spans) }
}
