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
  readonly expected: number
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
    let number = firstNumber
    const client = async () => {
      while (performance.now() < untilMs) {
        const record = await oneCall({ url, random, paceMs: 15, leaveShare: 0 }, number++, key)
        if (record) records.push(record)
        if (record?.status !== 200) await sleep(PAUSE_MS)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS_EACH }, client))
    return records
  }
  const [minute, atOnce] = await Promise.all([
    hammered(await token('a minute', { unit: 'calls', period: 'minute', limit: CALLS_A_MINUTE }), FIRST_NUMBER),
    hammered(await token('at once', { unit: 'calls', period: 'at_once', limit: AT_ONCE }), 2 * FIRST_NUMBER),
  ])
  const ids = new Set(atOnce.map(({ callId }) => callId))
  const spans = vendor.requests.filter(({ rawBody }) => ids.has(/#call:(\w+)/.exec(rawBody)?.[1] ?? ''))
  const served = minute.filter(({ status }) => status === 200).length
  return {
    records: [...minute, ...atOnce],
    ...verdictOf(served, atOnce.filter(({ status }) => status === 200).length, mostOverlapping(spans)),
  }
}

function verdictOf(served: number, servedAtOnce: number, mostAtOnce: number): LimitVerdict {
  const expected = 2 * CALLS_A_MINUTE
  const complaints = [
    ...(Math.abs(served - expected) > TOLERANCE * expected
      ? [`${served} calls were served under a limit of ${expected} in that time`]
      : []),
    ...(mostAtOnce > AT_ONCE ? [`${mostAtOnce} calls were at the vendor at once under a limit of ${AT_ONCE}`] : []),
    ...(mostAtOnce < AT_ONCE ? [`at most ${mostAtOnce} calls were at the vendor at once: the limit of ${AT_ONCE} was never reached`] : []),
  ]
  const words = `limits: ${served} of ${expected} calls in two windows; at most ${mostAtOnce} of ${AT_ONCE} at once, ${servedAtOnce} served`
  return { served, expected, mostAtOnce, words, complaints }
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
