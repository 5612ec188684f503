// MON-1: the server is killed at random moments while clients call it, and afterwards the books must agree with what the clients saw.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseKind } from '../../server/src/db/kind.ts'
import { testPlace } from '../../server/src/testing/databases/databases.ts'
import { openFakeRealtime } from '../../server/src/testing/fake-realtime/fake-realtime.ts'
import { openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { openFakeStripe } from '../../server/src/testing/fakes/fake-stripe.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { databaseUrl } from '../../server/src/testing/waystation-command.ts'
import { randomNumbers } from '../../wire/testing/draws/random.ts'
import { disconnectAll } from './database-place.ts'
import { startFiles } from './file-load.ts'
import { modelNames, setUp, TALK_KEY, talkingModel } from './front-door.ts'
import { inWords, judge, type Verdict } from './judge.ts'
import { startLoad } from './load.ts'
import type { MoneyVerdict } from './money-judge.ts'
import { startMoney } from './money-load.ts'
import { MoneyPeople } from './money-people.ts'
import { ServerProcess } from './server-process.ts'
import { startSessions } from './sessions/session-load.ts'
import { answeredAt, openVendorOfBatches, startBatches } from './tasks/batch-load.ts'
import { openDrawingProxy, startTasks } from './tasks/task-load.ts'

export interface CrashOptions {
  readonly database: DatabaseKind
  readonly rounds: number
  readonly seed?: number
  readonly clients?: number
  /** Told about each round. */
  readonly onRound?: (line: string) => void
  /** What happens in a round: the process is killed, or all its connections to the database are. */
  readonly trouble?: 'kill' | 'kill-connections'
}

const CLIENTS = 24
/** How long the server lives in a round: the kill must meet calls at any point of theirs. */
const MIN_LIFE_MS = 60
const LIFE_RANGE_MS = 1500
/** The super admin with two tokens, and two of the guests. */
const TALKERS = 4
/** In so many rounds everything takes place that people do. */
const MANY_ROUNDS = 30

export type CrashReport = Awaited<ReturnType<typeof runCrashLoop>>

/** Runs the loop on a fresh database, and judges. */
export async function runCrashLoop(options: CrashOptions) {
  const seed = options.seed ?? Math.floor(performance.timeOrigin) % 1_000_000_007
  const random = randomNumbers(seed).next
  const startedMs = performance.now()
  const dataDir = mkdtempSync(join(tmpdir(), 'waystation-crash-'))
  const database = await testPlace(options.database)
  const { provider, stripe, files: vendor, talker, proxy, close } = await openVendors()
  const env = { TRUSTED_PROXIES: '127.0.0.1', STRIPE_API_URL: stripe.url.href }
  const server = new ServerProcess({ port: await freePort(), dataDir, databaseUrl: databaseUrl(database.address), env })
  let keepsData = false
  try {
    let slowestStartMs = await server.start()
    const door = await setUp(server.url, { chats: provider.url, files: vendor.url, sessions: talker.url, drawings: proxy.url })
    const people = await MoneyPeople.begin(server.url, door.root, server.url)
    const spending = await Promise.all(people.guests.map((guest) => people.key(guest)))
    const load = startLoad({
      url: server.url,
      keys: [door.unlimitedKey, door.limitedKey, ...spending],
      clients: options.clients ?? CLIENTS,
      random: randomNumbers(seed + 1).next,
      paceMs: 15,
    })
    const money = startMoney(people, { stripe, random: randomNumbers(seed + 2).next })
    const files = startFiles({ url: server.url, key: door.unlimitedKey, random: randomNumbers(seed + 3).next })
    const sessions = startTalk(server.url, [door.unlimitedKey, door.limitedKey, ...spending], seed + 4)
    const tasks = startAllTasks(server.url, [door.unlimitedKey, door.limitedKey], { proxy, vendor, seed: seed + 5 })
    await money.begun()

    for (let round = 1; round <= options.rounds; round++) {
      await sleep(MIN_LIFE_MS + random() * LIFE_RANGE_MS)
      if (!server.isRunning) throw new Error(`the server ended by itself in round ${round}; the end of its log:\n${server.logTail()}`)
      if (options.trouble === 'kill-connections') await disconnectAll(database.address)
      else {
        await server.kill()
        slowestStartMs = Math.max(slowestStartMs, await server.start())
      }
      // What it has seen is asked of nobody.
      talker.clear()
      options.onRound?.(`${options.database} round ${round}/${options.rounds}: ${load.records.length} calls`)
    }
    await sleep(MIN_LIFE_MS)
    await Promise.all([load.stop(), money.stop(), files.stop(), sessions.stop(), tasks.stop()])
    const { kept, complaints: ofFiles } = await files.judge()
    const code = await server.stop()
    if (code !== 0) throw new Error(`the server ended with ${code}; the end of its log:\n${server.logTail()}`)
    const verdict = await judge(databaseUrl(database.address), load.records, (callId) => provider.bills.has(callId), {
      moved: { people, facts: money.facts },
      sessions: sessions.records,
      ...tasks.facts(),
    })
    const complaints = [...verdict.complaints, ...missing(verdict, kept, options), ...ofFiles]
    const isClean = complaints.length === 0 && verdict.openHolds === 0
    keepsData = !isClean
    return {
      ...verdict,
      /** Files that are there in the end, of those that were uploaded and deleted all the while. */
      keptFiles: kept,
      complaints,
      database: options.database,
      rounds: options.rounds,
      seed,
      seconds: (performance.now() - startedMs) / 1000,
      /** The longest a restart took until it served. */
      slowestStartMs,
      isClean,
    }
  } catch (error) {
    keepsData = true
    throw error
  } finally {
    await server.kill()
    await close()
    if (keepsData) process.stderr.write(`kept for a look: ${dataDir} and ${databaseUrl(database.address)}\n`)
    else {
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

type Vendors = Awaited<ReturnType<typeof openVendors>>

async function openVendors() {
  const provider = await openFakeProvider({ keepRequests: 0, models: modelNames })
  const stripe = await openFakeStripe()
  const files = await openVendorOfBatches()
  const talker = await openFakeRealtime({ keys: [TALK_KEY], models: [talkingModel.name] })
  const proxy = await openDrawingProxy()
  return {
    ...{ provider, stripe, files, talker, proxy },
    async close() {
      stripe.close()
      await Promise.all([provider.close(), files.close(), talker.close(), proxy.close()])
    },
  }
}

/** Sessions by the first of these keys. */
function startTalk(url: string, keys: readonly string[], seed: number) {
  return startSessions({ url, keys: keys.slice(0, TALKERS), model: talkingModel, random: randomNumbers(seed).next, paceMs: 15 })
}

/** Drawings by these keys, and batches by the first of them. */
function startAllTasks(
  url: string,
  [first = '', ...others]: readonly string[],
  { proxy, vendor, seed }: { proxy: Vendors['proxy']; vendor: Vendors['files']; seed: number },
) {
  const drawings = startTasks({ url, keys: [first, ...others], proxy, random: randomNumbers(seed).next })
  const batches = startBatches({ url, key: first, random: randomNumbers(seed + 1).next })
  return {
    stop: () => Promise.all([drawings.stop(first), batches.stop()]),
    facts: () => ({
      tasks: { drawn: drawings.drawn, truth: proxy.statuses },
      batches: { submitted: batches.submitted, answered: answeredAt(vendor) },
    }),
  }
}

/**
 * What a loop must have met to prove anything, in words: calls that got through, calls that the trouble cut, and money of every kind. A single round is
 * too short for files and for both ends of drawings.
 */
function missing(
  { delivered, deliveredAt, swept, money, sessions, tasks, batches }: Verdict,
  kept: number,
  { rounds, trouble = 'kill' }: CrashOptions,
): string[] {
  const kinds = Object.entries(money?.kinds ?? {})
  const silent = Object.entries(deliveredAt).filter(([, count]) => count === 0)
  return [
    ...(kept > 0 || rounds === 1 ? [] : ['no file was stored']),
    ...(delivered > rounds ? [] : [`only ${delivered} calls were delivered in ${rounds} rounds`]),
    ...(tasks && rounds > 1 && (tasks.succeeded === 0 || tasks.failed === 0)
      ? [`${tasks.succeeded} drawings succeeded and ${tasks.failed} failed`]
      : []),
    ...(batches && rounds > 1 && batches.settled === 0 ? ['no batch ended'] : []),
    ...(sessions && sessions.responses <= rounds ? [`only ${sessions.responses} responses of sessions were complete`] : []),
    ...(rounds >= MANY_ROUNDS && trouble === 'kill' && sessions?.swept === 0 ? ['no kill met a session with settled responses'] : []),
    ...(rounds >= MANY_ROUNDS ? silent.map(([path]) => `nothing was delivered at ${path}`) : []),
    ...(rounds >= MANY_ROUNDS && trouble === 'kill' && swept === 0 ? ['no kill met a call'] : []),
    ...(rounds >= MANY_ROUNDS ? kinds.filter(([, count]) => count === 0).map(([kind]) => `nothing was moved by ${kind}`) : []),
  ]
}

/** The line that says it all. */
export function reportLine(report: CrashReport): string {
  const words = inWords(report, {
    rounds: report.rounds,
    files: report.keptFiles,
    ...report.deliveredAt,
    ...sessionFacts(report.sessions),
    ...taskFacts(report.tasks),
    ...batchFacts(report.batches),
    ...moneyFacts(report.money),
  })
  const { isClean, database, slowestStartMs, seconds, seed } = report
  return `${isClean ? 'ok  ' : 'BAD '} ${database}: ${words}; slowest start ${Math.round(slowestStartMs)} ms, ${Math.round(seconds)} s, seed ${seed}`
}

function sessionFacts(sessions: Verdict['sessions']): Readonly<Record<string, number>> {
  if (!sessions) return {}
  const { responses, cut, swept } = sessions
  return { sessions: sessions.sessions, 'of these cut': cut, 'swept with parts': swept, 'responses of sessions': responses }
}

function taskFacts(tasks: Verdict['tasks']): Readonly<Record<string, number>> {
  if (!tasks) return {}
  const { drawn, succeeded, failed, unknown } = tasks
  return { drawings: drawn, 'of these and others succeeded': succeeded, 'drawings failed': failed, 'drawings nobody was told of': unknown }
}

function batchFacts(batches: Verdict['batches']): Readonly<Record<string, number>> {
  if (!batches) return {}
  return { batches: batches.submitted, 'batches that ended': batches.settled, 'batches nobody was told of': batches.unknown }
}

function moneyFacts(money: MoneyVerdict | undefined): Readonly<Record<string, number>> {
  if (!money) return {}
  const { kinds, doubtful, stood, forged } = money
  return {
    ...{ redeemed: kinds.redeem, 'paid by Epay': kinds.epay, 'paid by card': kinds.stripe, refunded: kinds.refund, rebates: kinds.rebate },
    ...{ disputes: kinds.dispute, 'debts paid': kinds.debt },
    ...{ 'check-ins': kinds['check-in'], transfers: kinds['aff-transfer'], edits: kinds.adjust, 'first gifts': kinds.grant },
    ...{ 'forged notices': forged, 'in doubt': doubtful, 'of these done': stood },
  }
}
