// The database goes away under load (FLT-28, FLT-30) and the server is killed inside a write of its spool (K12). The database is reached
// through a proxy that can be told to fail; afterwards the judge is the same as after a crash.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testPlace } from '../../server/src/testing/databases/databases.ts'
import { openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { openTcpFaultProxy, type TcpFaultProxy } from '../../server/src/testing/network/tcp-fault-proxy.ts'
import { databaseUrl } from '../../server/src/testing/waystation-command.ts'
import { randomNumbers } from '../../wire/testing/draws/random.ts'
import { hostOf, throughPort } from './database-place.ts'
import { setUp } from './front-door.ts'
import { inWords, judge, type Verdict } from './judge.ts'
import { type CallRecord, type Load, startLoad } from './load.ts'
import { ServerProcess } from './server-process.ts'

export const outages = ['away', 'stalled', 'cut-in-commit', 'kill-in-spool'] as const
export type Outage = (typeof outages)[number]

export interface OutageOptions {
  readonly database: 'postgres' | 'mysql'
  readonly outage: Outage
  /** How long the database is away. */
  readonly awayMs?: number
  readonly seed?: number
}

export interface OutageReport extends Verdict {
  readonly database: string
  readonly outage: Outage
  /** Delivered while the database was away: out of the spool. */
  readonly deliveredWhileAway: number
  readonly refusedWhileAway: number
  /** How long refusals took while it was away: half of them, and the slowest. */
  readonly refusalMs: { readonly median: number; readonly slowest: number }
  /** From the database's return to the first delivered call. */
  readonly backAfterMs: number
  readonly cuts: number
  readonly isClean: boolean
}

const CLIENTS = 24
const AWAY_MS = 30_000
/** New calls are refused in two seconds (FLT-28); the watch that does it looks ten times a second, and the machine is shared. */
const REFUSAL_LIMIT_MS = 3000
const BACK_LIMIT_MS = 5000

/** Puts one server through one outage, and judges. */
export async function runOutage(options: OutageOptions): Promise<OutageReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waystation-outage-'))
  const place = await testPlace(options.database)
  const proxy = await openTcpFaultProxy(hostOf(place.address))
  const provider = await openFakeProvider({ keepRequests: 0 })
  const server = new ServerProcess({ port: await freePort(), dataDir, databaseUrl: throughPort(place.address, proxy.port) })
  const random = randomNumbers(options.seed ?? 1).next
  try {
    await server.start(options.outage === 'kill-in-spool' ? { WAYSTATION_FAILPOINTS: 'K12:kill@2' } : {})
    const door = await setUp(server.url, { chats: provider.url, files: provider.url, sessions: provider.url, drawings: provider.url })
    const load = startLoad({
      url: server.url,
      keys: [door.unlimitedKey, door.limitedKey],
      clients: CLIENTS,
      random: randomNumbers((options.seed ?? 1) + 1).next,
      paceMs: 40,
    })
    // The outage meets a server that has been busy for a while, and the judge sees some of the time after it.
    await sleep(3000)
    const facts = await strike(options, { proxy, server, load, random })
    await sleep(4000)
    await load.stop()
    const code = await server.stop()
    if (code !== 0) throw new Error(`the server ended with ${code}; the end of its log:\n${server.logTail()}`)
    const verdict = await judge(databaseUrl(place.address), load.records, (callId) => provider.bills.has(callId))
    const complaints = [...verdict.complaints, ...facts.complaints]
    return {
      ...verdict,
      ...facts,
      complaints,
      database: options.database,
      outage: options.outage,
      isClean: complaints.length === 0 && verdict.openHolds === 0 && verdict.delivered > 0,
    }
  } finally {
    await server.kill()
    await proxy.close()
    await provider.close()
    await place.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Parts {
  readonly proxy: TcpFaultProxy
  readonly server: ServerProcess
  readonly load: Load
  readonly random: () => number
}
type OutageFacts = Pick<OutageReport, 'deliveredWhileAway' | 'refusedWhileAway' | 'refusalMs' | 'backAfterMs' | 'cuts' | 'complaints'>

async function strike({ outage, awayMs = AWAY_MS }: OutageOptions, parts: Parts): Promise<OutageFacts> {
  if (outage === 'cut-in-commit') return cutCommits(parts)
  const { proxy, server, load } = parts
  const before = load.records.length
  if (outage === 'stalled') proxy.stall()
  else await proxy.refuse()

  if (outage === 'kill-in-spool') {
    // The second write of the spool is the last thing this process does.
    await Promise.race([server.exited, sleep(awayMs)])
    const complaints = server.isRunning ? ['the failpoint K12 did not fire'] : []
    await server.kill()
    await proxy.accept()
    await server.start()
    return { ...summary(load.records.slice(before)), backAfterMs: await firstDelivered(load), cuts: 0, complaints }
  }
  await sleep(awayMs)
  const during = load.records.slice(before)
  if (outage === 'stalled') proxy.resume()
  else await proxy.accept()
  const backAfterMs = await firstDelivered(load)
  const facts = summary(during)
  const complaints: string[] = []
  if (facts.refusedWhileAway === 0) complaints.push('nobody was refused while the database was away')
  if (facts.refusalMs.slowest > REFUSAL_LIMIT_MS) complaints.push(`a refusal took ${Math.round(facts.refusalMs.slowest)} ms`)
  if (backAfterMs > BACK_LIMIT_MS) complaints.push(`it took ${Math.round(backAfterMs)} ms until calls were served again`)
  const cutOff = during.filter((record) => record.status === 200 && !record.isDelivered && record.end !== 'left')
  if (cutOff.length > 0)
    complaints.push(`${cutOff.length} running calls did not end as they should: ${cutOff[0]?.end} ${cutOff[0]?.errorCode}`)
  return { ...facts, backAfterMs, cuts: 0, complaints }
}

/** Cuts connections at a commit: half of them before it reaches the database, half after. */
async function cutCommits({ proxy, load, random }: Parts): Promise<OutageFacts> {
  const before = load.records.length
  let cuts = 0
  let isArmed = false
  proxy.watch((chunk, direction) => {
    if (!isArmed || direction !== 'to-target' || !/\bcommit\b/i.test(chunk.toString('latin1'))) return 'pass'
    isArmed = false
    cuts += 1
    return random() < 0.5 ? 'cut-before' : 'cut-after'
  })
  for (let turn = 0; turn < 40; turn++) {
    // At any moment of a batch.
    await sleep(150 + random() * 200)
    isArmed = true
  }
  // The last cut is over.
  await sleep(500)
  proxy.watch(undefined)
  return {
    ...summary(load.records.slice(before)),
    backAfterMs: await firstDelivered(load),
    cuts,
    complaints: cuts < 20 ? [`only ${cuts} commits were cut`] : [],
  }
}

async function firstDelivered(load: Load): Promise<number> {
  const startedMs = performance.now()
  const before = load.records.length
  while (performance.now() - startedMs < 30_000) {
    if (load.records.slice(before).some((record) => record.isDelivered)) return performance.now() - startedMs
    await sleep(20)
  }
  return Number.POSITIVE_INFINITY
}

function summary(records: readonly CallRecord[]): Pick<OutageFacts, 'deliveredWhileAway' | 'refusedWhileAway' | 'refusalMs'> {
  const refusals = records
    .filter((record) => record.isRefused)
    .map((record) => record.tookMs)
    .sort((a, b) => a - b)
  return {
    deliveredWhileAway: records.filter((record) => record.isDelivered).length,
    refusedWhileAway: refusals.length,
    refusalMs: { median: refusals[Math.floor(refusals.length / 2)] ?? 0, slowest: refusals.at(-1) ?? 0 },
  }
}

export function outageLine(report: OutageReport): string {
  const { isClean, outage, database, deliveredWhileAway, refusedWhileAway, refusalMs, backAfterMs, cuts } = report
  const words = inWords(report, { 'delivered meanwhile': deliveredWhileAway, 'refused meanwhile': refusedWhileAway, cuts })
  const refusals = `refusals ${Math.round(refusalMs.median)} ms, at most ${Math.round(refusalMs.slowest)} ms`
  return `${isClean ? 'ok  ' : 'BAD '} ${outage} ${database}: ${words}; ${refusals}; served again after ${Math.round(backAfterMs)} ms`
}
