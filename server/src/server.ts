// Builds the application: every service is made here, once, and passed in. Requests are served only when all are ready.
import * as relay from '@waystation/contract/options/relay'
import type { Logger } from 'pino'
import { type AppParts, openApp } from './app.ts'
import { closeInOrder } from './close-in-order.ts'
import type { Config } from './config.ts'
import type { ThreadSource } from './db/sqlite/thread-client.ts'
import type { HealthParts } from './domain/channel/health/channel-health.ts'
import { openSpool } from './domain/ledger/commit/spool.ts'
import { type Ledger, openLedger } from './domain/ledger/ledger.ts'
import { type NodeFacts, NodeList } from './domain/node/node-list.ts'
import { ChargedUsers } from './domain/notice/quota-warnings.ts'
import { openSiteEgress, type SiteEgressParts } from './domain/outside/site-egress.ts'
import { ErrorLog, type ErrorLogParts } from './domain/server-error/error-log.ts'
import { Tasks } from './domain/task/tasks.ts'
import { revokedCalls } from './domain/token/standing.ts'
import { type Foundation, type OnTrouble, openFoundation, spoolPath } from './foundation.ts'
import { frontProxy } from './front-proxy.ts'
import { watchRevocation } from './gateway/authenticate/revocation.ts'
import type { Gateway } from './gateway/gateway.ts'
import type { TokenCounter } from './gateway/meter/token-counter.ts'
import { errorCounter, openRegistry } from './health.ts'
import { changeJobs } from './jobs/change-jobs.ts'
import { startJobs } from './jobs/scheduler.ts'
import { type LedgerMetrics, ledgerMetrics } from './ledger-metrics.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { failpoints } from './lib/failpoint.ts'
import { watchedLogger } from './lib/logger.ts'
import { openEgress } from './lib/net/egress.ts'
import { newRequestId } from './lib/request-id.ts'
import type { Provider } from './providers/provider.ts'
import { providers as registered } from './providers/registry.ts'
import { gatewayJobs, hookJob, nodeJob } from './services/gateway-jobs.ts'
import { gatewayServices } from './services/gateway-services.ts'
import { openTracing } from './tracing.ts'

export interface Server {
  readonly url: string
  /** Runs a job at once, and answers when it has ended: for tests. */
  runJob(name: string): Promise<void>
  /** Keeps the error that ends this process, which has a moment left for it. */
  noteDeath(error: Error): Promise<void>
  /** Ends in order: nothing new is taken, what runs may end, the books are closed. True when nothing had to be cut. */
  close(): Promise<boolean>
}

export interface ServerParts {
  readonly config: Config
  readonly log: Logger
  /** The console's build; undefined: the gateway alone. */
  readonly consoleFolder: string | undefined
  readonly version: string
  /** Called when the server cannot go on: its database thread died, or another process took its lock. */
  readonly onDeath: (error: Error) => void
  /** Other sites to log in with, or another check of the books: for tests. */
  readonly overrides?: AppParts['overrides']
  /** Another way than the real one to addresses that users name: for tests. */
  readonly userEgress?: SiteEgressParts['userEgress'] | undefined
  /** Other vendors than the real ones: for tests. */
  readonly providers?: Readonly<Record<number, Provider>>
  /** Another clock than the system's: for tests. */
  readonly clock?: Clock
  /** Other threads than new ones for SQLite: for tests. */
  readonly threads?: ThreadSource | undefined
  /** A token counter that several servers share: for tests. */
  readonly counter?: TokenCounter
}

/** As the list of errors has it. */
const DEATH_WORDS = 'the process could not go on'

/** Opens everything and listens. Throws when anything is missing, with a message for the operator. */
export async function openServer({
  config,
  log: plainLog,
  consoleFolder,
  version,
  onDeath,
  overrides = {},
  userEgress,
  providers = registered,
  clock = systemClock,
  threads,
  counter,
}: ServerParts): Promise<Server> {
  const registry = openRegistry()
  const { errorLog, log, onTrouble } = keepErrors(plainLog, { clock, node: config.nodeName, version, onError: errorCounter(registry) })
  const epoch = newRequestId()
  const nodes: { list?: NodeList } = {}
  const foundation = await openFoundation({
    ...{ config, log, version, epoch, clock, onTrouble, onDeath, threads },
    nodes: () => nodes.list?.count ?? 1,
  })
  const { database, invalidation, options } = foundation
  errorLog.open(database)
  const charged = new ChargedUsers()
  const ledger = await openBooks(config, foundation, ledgerMetrics(registry), { epoch, clock, onTrouble, charged })
  const proxy = frontProxy({ options, proxies: config.trustedProxies, now: () => performance.now() })
  const egress = openEgress({
    allowsPrivate: () => options.get(relay.relayAllowPrivateAddresses),
    connectTimeoutMs: () => options.get(relay.relayConnectTimeoutSeconds) * 1000,
    operatorProxy: config.operatorProxy,
    clock,
  })
  const siteEgress = openSiteEgress({ options, egress, operatorProxy: config.operatorProxy, userEgress })
  // What disables keys tells people of it, which the console's services do.
  const auto: HealthParts['auto'] = { disableKey: (dead) => app.auto.disableKey(dead) }
  const tracing = await openTracing(config, { version, clock, onTrouble })
  const gateway: Gateway = {
    ...(await gatewayServices(foundation, registry, { egress, siteEgress }, { providers, clock, log, onTrouble, auto, counter })),
    ledger,
    tasks: openTasks(foundation, ledger, charged),
    log,
    tracer: tracing.tracer,
    isSetUp: () => app.isSetUp(),
    clientAddress: proxy.clientAddress,
    random: () => randomFraction(),
  }
  const list = new NodeList({
    ...{ database, epoch, onTrouble },
    facts: () => nodeFacts(gateway, { version, isConnected: foundation.between.redis?.isNear ?? true }),
    now: () => Date.now(),
  })
  nodes.list = list
  await list.report()
  const revocation = watchRevocation(gateway, (running, isUsable) => revokedCalls(database, running, isUsable), invalidation, onTrouble)
  const app = await openApp({
    ...{ config, log, version, consoleFolder, registry, gateway, egress, siteEgress, charged, overrides, onTrouble },
    ...foundation,
    forwardedProto: proxy.forwardedProto,
    proxySigns: proxy.signs,
    nodes: list,
  })
  const own = [...gatewayJobs(gateway, database, onTrouble), ...changeJobs(foundation), hookJob(foundation, gateway, app), nodeJob(list)]
  const jobs = startJobs([...own, ...app.jobs], onTrouble, () => list.isFirst)
  const url = await app.listen()
  return {
    url,
    runJob: (name) => jobs.run(name),
    async noteDeath(error) {
      errorLog.note({ facts: { err: error }, words: DEATH_WORDS })
      await errorLog.flush()
    },
    close: () =>
      closeInOrder({ config, ...foundation, list, gateway, egress, siteEgress, revocation, app, jobs, tracing, errorLog, onTrouble }),
  }
}

/** The log, by which errors are kept too, and who tells it of trouble. */
function keepErrors(plain: Logger, parts: ErrorLogParts): { errorLog: ErrorLog; log: Logger; onTrouble: OnTrouble } {
  const errorLog = new ErrorLog(parts)
  const log = watchedLogger(plain, (line) => errorLog.note(line))
  return {
    errorLog,
    log,
    onTrouble(error, facts) {
      if (error === undefined) log.warn(facts, String(facts.event))
      else log.error({ ...facts, err: error }, String(facts.event))
    },
  }
}

function openBooks(
  config: Config,
  { database, options }: Foundation,
  metrics: LedgerMetrics,
  { epoch, clock, onTrouble, charged }: { epoch: string; clock: Clock; onTrouble: OnTrouble; charged: ChargedUsers },
): Promise<Ledger> {
  return openLedger({
    database,
    onCharge: (userId) => charged.add(userId),
    epoch,
    nodeName: config.nodeName,
    isExclusive: config.isExclusive,
    spool: openSpool(spoolPath(config), failpoints(config.failpoints)),
    clock,
    recoverPolicy: () => options.get(relay.relayRecoverPolicy),
    mayOverdraw: () => !options.get(relay.relayStrictHolds),
    ...metrics,
    onTrouble,
  })
}

function openTasks({ database, options }: Foundation, { accounts }: Ledger, charged: ChargedUsers): Tasks {
  return new Tasks({
    database,
    accounts,
    mayOverdraw: () => !options.get(relay.relayStrictHolds),
    onCharge: (userId) => charged.add(userId),
  })
}

function nodeFacts({ live, drains, overload }: Gateway, told: Pick<NodeFacts, 'version' | 'isConnected'>): NodeFacts {
  const memoryBytes = process.memoryUsage.rss()
  return { ...told, liveCalls: live.count, drains: drains.count, memoryBytes, delayMs: overload.delayMs, isEnding: live.isLeaving }
}

/** A fraction from 0 up to 1 out of the system's own source. */
function randomFraction(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}
