// Several nodes on one database and one Redis, called through a load balancer: limits over all of them, a rolling restart without a failed call, and
// the books after minutes of trouble.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openToRead } from '../../server/src/db/open-database.ts'
import { reconcile } from '../../server/src/domain/ledger/reconcile/reconcile.ts'
import { redisScript } from '../../server/src/lib/shared/redis.ts'
import { testPlace } from '../../server/src/testing/databases/databases.ts'
import { openTestRedis } from '../../server/src/testing/databases/redis-server.ts'
import { openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { openFakeStripe } from '../../server/src/testing/fakes/fake-stripe.ts'
import { databaseUrl } from '../../server/src/testing/waystation-command.ts'
import { randomNumbers } from '../../wire/testing/draws/random.ts'
import { Callers } from '../crash/callers.ts'
import { modelNames, setUp } from '../crash/front-door.ts'
import { judge, type Verdict } from '../crash/judge.ts'
import { type CallRecord, hasFailed, startLoad } from '../crash/load.ts'
import { startMoney } from '../crash/money-load.ts'
import { MoneyPeople } from '../crash/money-people.ts'
import { openBalancer } from './balancer.ts'
import { type Hosts, openHosts } from './hosts.ts'
import { hammer, type LimitVerdict } from './limits.ts'
import { restartDatabase, strike, type Trouble } from './troubles.ts'

export interface ProofOptions {
  readonly database: 'postgres' | 'mysql'
  readonly nodes: number
  /** Of trouble, at least; it goes on until so many calls have ended. */
  readonly minutes: number
  readonly calls: number
  readonly seed: number
  readonly clients: number
  /** Only troubles whose names have this in them; empty: all. */
  readonly only: string
  /** No node is away for longer than its lease. */
  readonly isWithinLease: boolean
  /** Are limits measured, which takes 70 seconds? */
  readonly measuresLimits: boolean
  /** May the database server be restarted? It is everybody's on this machine. */
  readonly restartsDatabase: boolean
  readonly onLine: (line: string) => void
}

export interface ProofReport {
  readonly kind: Hosts['kind']
  readonly verdict: Verdict
  /** Undefined: they were not measured. */
  readonly limits: LimitVerdict | undefined
  /** Calls that ended while the nodes were restarted one after another, and those of them that failed. */
  readonly rolling: { readonly calls: number; readonly failed: readonly CallRecord[] }
  readonly troubles: ReadonlyMap<Trouble | 'the database server is restarted', number>
  readonly seconds: number
  readonly complaints: readonly string[]
}

/** All requests of the first minute. */
const REMEMBERED = 40_000
/** The way to Redis leads through a proxy in this process, which is busy: what it delays must not look like a Redis that is away. */
const REDIS_TIMEOUT_MS = '500'
/** Whose balance is spent is refused at once, again and again. */
const REFUSED_PAUSE_MS = 200
/** Holds of nodes that were killed are resolved within half a minute. */
const SWEPT_WITHIN_MS = 60_000
const HEALED_WITHIN_MS = 60_000

export async function prove(options: ProofOptions): Promise<ProofReport> {
  const startedMs = performance.now()
  const scene = await openScene(options)
  let keepsData = true
  try {
    const report = await play(options, scene)
    keepsData = report.complaints.length > 0
    return { ...report, seconds: (performance.now() - startedMs) / 1000 }
  } finally {
    await scene.close(keepsData)
  }
}

type Scene = Awaited<ReturnType<typeof openScene>>

/** Database, hosts and what they call; no node runs yet. */
async function openScene({ database, nodes }: ProofOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-nodes-'))
  const place = await testPlace(database)
  const url = databaseUrl(place.address)
  const provider = await openFakeProvider({ keepRequests: REMEMBERED, models: modelNames })
  const stripe = await openFakeStripe()
  const env = { TRUSTED_PROXIES: '127.0.0.1,10.77.0.0/16', LEAVE_SECONDS: '1', REDIS_TIMEOUT_MS }
  const hosts = await openHosts({ count: nodes, folder, databaseUrl: url, env, sites: { STRIPE_API_URL: Number(stripe.url.port) } })
  return {
    ...{ place, url, provider, stripe, hosts },
    async close(keepsData: boolean) {
      await hosts.close()
      await provider.close()
      stripe.close()
      if (keepsData) return void process.stderr.write(`kept for a look: ${folder} and ${url}\n`)
      await place.drop()
      return rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function play(options: ProofOptions, scene: Scene): Promise<Omit<ProofReport, 'seconds'>> {
  const { place, url, provider, stripe, hosts } = scene
  const draw = (number: number) => randomNumbers(options.seed + number).next
  for (const { server } of hosts.nodes) await server.start()
  const [first] = hosts.nodes
  if (!first) throw new Error('there is no node')
  const chats = await hosts.reach(provider.port)
  const door = await setUp(first.server.url, { chats, files: chats, sessions: chats, drawings: chats })
  const balancer = await openBalancer(hosts.nodes, draw(1))
  const people = await MoneyPeople.begin(balancer.next, door.root, first.server.url)
  const keys = [door.unlimitedKey, door.limitedKey, ...(await Promise.all(people.guests.map((guest) => people.key(guest))))]
  const pace = { paceMs: 15, refusedPauseMs: REFUSED_PAUSE_MS }
  options.onLine(`${hosts.nodes.length} nodes as ${hosts.kind}, seed ${options.seed}`)

  const callers = new Callers(first.server.url)
  const limited = options.measuresLimits
    ? await hammer({ url: balancer.next, callers, root: door.root, random: draw(3), vendor: provider })
    : undefined
  options.onLine(limited?.words ?? 'limits were not measured')
  const load = startLoad({ url: balancer.next, keys, clients: options.clients, random: draw(2), ...pace })
  const money = startMoney(people, { stripe, random: draw(4) })
  await money.begun()
  const rolling = await restartAll(hosts, load.records, options.onLine)
  const troubles = await trouble(options, { hosts, place, random: draw(0), records: load.records })
  await healed(hosts)
  await Promise.all([load.stop(), money.stop()])
  balancer.close()
  await swept(place.address)
  await stopAll(hosts)
  const records = [...load.records, ...(limited?.records ?? [])]
  const moved = { people, facts: money.facts }
  const verdict = await judge(url, records, (callId) => provider.bills.has(callId), { moved }, { maySweepLiving: true })
  const complaints = [
    ...verdict.complaints,
    ...(isSkewTold(hosts) ? [] : ['no node said that its clock differs']),
    ...(limited?.complaints ?? []),
    ...rolling.failed.map(({ callId, status, end, errorCode }) => `failed in the rolling restart: ${callId} ${status} ${end} ${errorCode}`),
    ...(verdict.openHolds > 0 ? [`${verdict.openHolds} holds are open`] : []),
  ]
  return { kind: hosts.kind, verdict, limits: limited, rolling, troubles, complaints }
}

async function stopAll({ nodes }: Hosts): Promise<void> {
  for (const { server, name } of nodes) {
    const code = await server.stop()
    if (code !== 0) throw new Error(`${name} ended with ${code}; the end of its log:\n${server.logTail()}`)
  }
}

const isSkewTold = ({ nodes }: Hosts): boolean => nodes.some(({ server }) => readFileSync(server.logFile, 'utf8').includes('clock_differs'))

/** Every node is asked to end, and started again, one after another: as with an upgrade. */
async function restartAll(
  { nodes }: Hosts,
  records: readonly CallRecord[],
  onLine: (line: string) => void,
): Promise<ProofReport['rolling']> {
  const before = records.length
  for (const { server } of nodes) {
    await server.stop()
    await server.start()
  }
  const ended = records.slice(before)
  const failed = ended.filter(hasFailed)
  onLine(`rolling restart: ${ended.length} calls, ${failed.length} failed`)
  return { calls: ended.length, failed }
}

interface TroubleScene {
  readonly hosts: Hosts
  readonly place: Awaited<ReturnType<typeof testPlace>>
  readonly random: () => number
  readonly records: readonly CallRecord[]
}

async function trouble(
  { minutes, calls, only, isWithinLease, restartsDatabase, onLine }: ProofOptions,
  { hosts, place, random, records }: TroubleScene,
) {
  const untilMs = performance.now() + minutes * 60_000
  const counts = new Map<Trouble | 'the database server is restarted', number>()
  if (minutes === 0) return counts
  const isOver = () => performance.now() >= untilMs && records.length >= calls
  const struck = strike(
    { nodes: hosts.nodes, address: place.address, emptyRedis: () => emptyRedis(), random, only, isWithinLease },
    isOver,
    (words) => onLine(`${records.length} calls; ${words}`),
  )
  let restarts = 0
  while (restartsDatabase && performance.now() < untilMs - 30_000) {
    await sleep(Math.min(120_000, Math.max(1000, untilMs - performance.now() - 30_000)))
    if (restartDatabase(place.address)) restarts += 1
  }
  for (const [name, count] of await struck) counts.set(name, count)
  return counts.set('the database server is restarted', restarts)
}

/** Every site's keys in a test begin alike; those of no other program are touched. */
async function emptyRedis(): Promise<void> {
  const redis = await openTestRedis('any')
  const script = `local n = 0 for _, key in ipairs(redis.call('KEYS', '{waystation:*')) do n = n + redis.call('DEL', key) end return n`
  await redis.run(redisScript(script), [], [])
  await redis.close()
}

/** All nodes serve again. */
async function healed({ nodes }: Hosts): Promise<void> {
  const untilMs = performance.now() + HEALED_WITHIN_MS
  for (const { name, server } of nodes) {
    while (
      !(await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (performance.now() > untilMs) throw new Error(`${name} does not serve any more; the end of its log:\n${server.logTail()}`)
      await sleep(100)
    }
  }
}

async function swept(address: TroubleScene['place']['address']): Promise<void> {
  const database = await openToRead(address)
  const untilMs = performance.now() + SWEPT_WITHIN_MS
  while ((await reconcile(database)).openHolds > 0 && performance.now() < untilMs) await sleep(500)
  await database.close()
}
