// Limits over all nodes: clients ask for far more than two tokens may have, at whatever node the balancer sends them to.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeProvider, RecordedRequest } from '../../server/src/testing/fakes/fake-provider.ts'
import type { Callers, Session } from '../crash/callers.ts'
import { type CallRecord, oneCall } from '../crash/load.ts'

export interface HammerParts {
  readonly url: () => string | undefined
  readonly callers: Callers
  readonly root: Session
  /** 0 ≤ x < 1, reproducible. */
  readonly random: () => number
  /** Remembers all requests. */
  readonly vendor: Pick<FakeProvider, 'requests'>
}

export interface LimitVerdict {
  readonly served: number
  /** The most calls that were surely counted within one window, and the fewest that could have been when a call was refused. */
  readonly mostInWindow: number
  readonly fewestAtRefusal: number
  readonly mostAtOnce: number
  readonly words: string
  readonly complaints: readonly string[]
}

const CALLS_A_MINUTE = 150
const AT_ONCE = 3
const CLIENTS_EACH = 8
/** A window and a quarter: at its begin, and after a minute, as many as the limit says. */
const HAMMER_MS = 75_000
const PAUSE_MS = 60
/** Numbers of calls that no other client uses; the second of them from twice that on. The vendor counts up to the maximum that calls have. */
const FIRST_NUMBER = 200_000
const TOLERANCE = 0.02

export async function hammer({
  url,
  callers,
  root,
  random,
  vendor,
}: HammerParts): Promise<LimitVerdict & { readonly records: readonly CallRecord[] }> {
  const token = async (name: string, limit: object) => {
    const made = (await callers.demand(root, 'POST', '/api/token/', { name, unlimited_quota: true })) as { id: number; key: string }
    await callers.demand(root, 'PUT', `/api/token/${made.id}/budget`, limit)
    return `sk-${made.key}`
  }
  const untilMs = performance.now() + HAMMER_MS
  const hammered = async (key: string, firstNumber: number) => {
    const records: CallRecord[] = []
    const spans: Span[] = []
    let number = firstNumber
    const client = async () => {
      while (performance.now() < untilMs) {
        const fromMs = performance.now()
        const record = await oneCall({ url, random, paceMs: 15, leaveShare: 0 }, number++, key)
        if (record) records.push(record)
        if (record) spans.push({ fromMs, toMs: performance.now(), status: record.status })
        if (record?.status !== 200) await sleep(PAUSE_MS)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS_EACH }, client))
    return { records, spans }
  }
  const [minute, atOnce] = await Promise.all([
    hammered(await token('a minute', { unit: 'calls', period: 'minute', limit: CALLS_A_MINUTE }), FIRST_NUMBER),
    hammered(await token('at once', { unit: 'calls', period: 'at_once', limit: AT_ONCE }), 2 * FIRST_NUMBER),
  ])
  const ids = new Set(atOnce.records.map(({ callId }) => callId))
  const atVendor = vendor.requests.filter(({ rawBody }) => ids.has(/#call:(\w+)/.exec(rawBody)?.[1] ?? ''))
  return { records: [...minute.records, ...atOnce.records], ...verdictOf(minute.spans, mostOverlapping(atVendor)) }
}

/** From when to when a client waited for an answer, in milliseconds: the call was counted somewhere between. */
interface Span {
  readonly fromMs: number
  readonly toMs: number
  readonly status: number | undefined
}

const WINDOW_MS = 60_000
/** A window is counted in steps, and what was counted leaves it at the end of its step. */
const STEP_MS = WINDOW_MS / 600

function verdictOf(spans: readonly Span[], mostAtOnce: number): LimitVerdict {
  const served = spans.filter(({ status }) => status === 200)
  const refused = spans.filter(({ status }) => status === 429)
  const surelyWithin = (fromMs: number) => served.filter((one) => one.fromMs >= fromMs && one.toMs < fromMs + WINDOW_MS).length
  const perhapsAt = ({ fromMs, toMs }: Span) => served.filter((one) => one.toMs > fromMs - WINDOW_MS - STEP_MS && one.fromMs < toMs).length
  const mostInWindow = Math.max(0, ...served.map(({ fromMs }) => surelyWithin(fromMs)))
  const fewestAtRefusal = Math.min(...refused.map(perhapsAt))
  const complaints = [
    ...(mostInWindow > CALLS_A_MINUTE * (1 + TOLERANCE)
      ? [`${mostInWindow} calls were served in a minute under a limit of ${CALLS_A_MINUTE}`]
      : []),
    ...(fewestAtRefusal < CALLS_A_MINUTE * (1 - TOLERANCE)
      ? [`a call was refused after ${fewestAtRefusal} of ${CALLS_A_MINUTE} in its minute`]
      : []),
    ...(refused.length === 0 ? ['no call was refused under the limit of calls a minute'] : []),
    ...(mostAtOnce > AT_ONCE ? [`${mostAtOnce} calls were at the vendor at once under a limit of ${AT_ONCE}`] : []),
    ...(mostAtOnce < AT_ONCE ? [`at most ${mostAtOnce} calls were at the vendor at once: the limit of ${AT_ONCE} was never reached`] : []),
  ]
  const words =
    `limits: at most ${mostInWindow} of ${CALLS_A_MINUTE} calls in a minute, none refused after fewer than ${fewestAtRefusal} ` +
    `(${served.length} served, ${refused.length} refused); at most ${mostAtOnce} of ${AT_ONCE} at once`
  return { served: served.length, mostInWindow, fewestAtRefusal, mostAtOnce, words, complaints }
}

/** As the vendor saw them: it has a call after its place was given, and ends it before that is free. */
function mostOverlapping(requests: readonly Pick<RecordedRequest, 'atMs' | 'endedAtMs'>[]): number {
  const ends = requests.flatMap(({ atMs, endedAtMs }) => [
    { atMs, by: 1 },
    { atMs: endedAtMs ?? Number.POSITIVE_INFINITY, by: -1 },
  ])
  let now = 0
  let most = 0
  for (const { by } of ends.toSorted((a, b) => a.atMs - b.atMs || a.by - b.by)) {
    now += by
    most = Math.max(most, now)
  }
  return most
}
