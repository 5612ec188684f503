// Builds the application: every service is made here, once, and passed in. Requests are served only when all are ready.

import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import * as relay from '@waystation/contract/options/relay'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type App, type AppParts, openApp } from './app.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { ThreadSource } from './db/sqlite/thread-client.ts'
import { channelHealth, type HealthParts } from './domain/channel/health/channel-health.ts'
import { storeKeyUses } from './domain/channel/keys/channel-keys.ts'
import { runLeases } from './domain/channel/runs/run-lease.ts'
import { openCallContents } from './domain/content/call-contents.ts'
import { openSpool } from './domain/ledger/commit/spool.ts'
import { isHeld } from './domain/ledger/holds/open-hold.ts'
import { type Ledger, openLedger } from './domain/ledger/ledger.ts'
import { type NodeFacts, NodeList } from './domain/node/node-list.ts'
import { ChargedUsers } from './domain/notice/quota-warnings.ts'
import { openSiteEgress, type SiteEgress, type SiteEgressParts } from './domain/outside/site-egress.ts'
import { VendorCosts } from './domain/pricing/vendor-costs.ts'
import { openResponses } from './domain/response/response-service.ts'
import { BatchCopies } from './domain/task/batch-copies.ts'
import type { TaskRecord } from './domain/task/task.ts'
import { TaskClaims } from './domain/task/task-claims.ts'
import { TaskCleanUp } from './domain/task/task-clean-up.ts'
import { TaskHooks, type TaskHooksParts } from './domain/task/task-hooks.ts'
import { TaskLinks } from './domain/task/task-links.ts'
import { Tasks } from './domain/task/tasks.ts'
import { balanceLook } from './domain/token/balance-look.ts'
import { revokedCalls } from './domain/token/standing.ts'
import { openVault } from './domain/vault/vault.ts'
import { openVendorFiles } from './domain/vendor-file/vendor-files.ts'
import { type Foundation, openFoundation, spoolPath } from './foundation.ts'
import { frontProxy } from './front-proxy.ts'
import { drains } from './gateway/admit/drains.ts'
import { Overload } from './gateway/admit/overload.ts'
import { SensitiveWords } from './gateway/admit/sensitive-words.ts'
import { watchRevocation } from './gateway/authenticate/revocation.ts'
import { BatchPoller } from './gateway/batches/batch-news.ts'
import { CopySweep } from './gateway/batches/copies/sweep-copies.ts'
import { ContentLog } from './gateway/contents/content-log.ts'
import type { Gateway } from './gateway/gateway.ts'
import { LiveCalls } from './gateway/live-calls.ts'
import { tokenCounter } from './gateway/meter/token-counter.ts'
import { MediaFetcher } from './gateway/prepare/fetch-media.ts'
import { BodyBudget } from './gateway/read-call/body-budget.ts'
import { fileMeter } from './gateway/read-call/file-meter.ts'
import { BackgroundCalls } from './gateway/responses/background-calls.ts'
import { clientSecrets } from './gateway/sessions/client-secret.ts'
import { sessionHandles } from './gateway/sessions/resumption.ts'
import { RefusalRows } from './gateway/settle/refusal-rows.ts'
import { relayMetrics } from './gateway/settle/relay-metrics.ts'
import { TaskPoller } from './gateway/tasks/poll-tasks.ts'
import { TaskFiles } from './gateway/tasks/task-files.ts'
import { toldView } from './gateway/tasks/task-views.ts'
import { Exchange } from './gateway/upstream/exchange.ts'
import { bareNames } from './gateway/upstream/upstream-call.ts'
import { openRegistry } from './health.ts'
import { expiryJobs } from './jobs/expiry-jobs.ts'
import type { Job } from './jobs/job.ts'
import { ledgerJobs } from './jobs/ledger-jobs.ts'
import { optionJobs } from './jobs/option-jobs.ts'
import { startJobs } from './jobs/scheduler.ts'
import { type LedgerMetrics, ledgerMetrics } from './ledger-metrics.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { failpoints } from './lib/failpoint.ts'
import { type Egress, openEgress } from './lib/net/egress.ts'
import { Sockets } from './lib/net/sockets.ts'
import { newRequestId } from './lib/request-id.ts'
import { SingleFlight } from './lib/single-flight.ts'
import type { Provider } from './providers/provider.ts'
import { providers as registered } from './providers/registry.ts'
import { type SharedParts, sharedServices } from './services/shared-services.ts'

export interface Server {
  readonly url: string
  /** Runs a job at once, and answers when it has ended: for tests. */
  runJob(name: string): Promise<void>
  /** Ends in order: nothing new is taken, what runs may end, the books are closed. True when nothing had to be cut. */
  close(): Promise<boolean>
}

type OnTrouble = (error: unknown, facts: Record<string, unknown>) => void

export interface ServerParts {
  readonly config: Config
  readonly log: Logger
  /** The console's build; undefined: the gateway alone. */
  readonly consoleFolder: string | undefined
  readonly version: string
  /** Called when the server cannot go on: its database thread died, or another process took its lock. */
  readonly onDeath: (error: Error) => void
  /** Other sites than the real ones to log in with: for tests. */
  readonly sites?: AppParts['sites']
  /** Another way than the real one to addresses that users name: for tests. */
  readonly userEgress?: SiteEgressParts['userEgress'] | undefined
  /** Other vendors than the real ones: for tests. */
  readonly providers?: Readonly<Record<number, Provider>>
  /** Another clock than the system's: for tests. */
  readonly clock?: Clock
  /** Other threads than new ones for SQLite: for tests. */
  readonly threads?: ThreadSource | undefined
}

/** Calls cut off at shutdown still get this long to be settled. */
const SETTLE_AFTER_CUT_MS = 5000
const CLOSE_BOOKS_MS = 10_000

/** Opens everything and listens. Throws when anything is missing, with a message for the operator. */
export async function openServer({
  config,
  log,
  consoleFolder,
  version,
  onDeath,
  sites,
  userEgress,
  providers = registered,
  clock = systemClock,
  threads,
}: ServerParts): Promise<Server> {
  const onTrouble: OnTrouble = (error, facts) => {
    if (error === undefined) log.warn(facts, String(facts.event))
    else log.error({ ...facts, err: error }, String(facts.event))
  }
  const epoch = newRequestId()
  const nodes: { list?: NodeList } = {}
  const foundation = await openFoundation({ config, log, epoch, nodes: () => nodes.list?.count ?? 1, clock, onTrouble, onDeath, threads })
  const { database, invalidation, options } = foundation
  const registry = openRegistry()
  const charged = new ChargedUsers()
  const ledger = await openBooks(config, foundation, ledgerMetrics(registry), { epoch, clock, onTrouble, charged })
  const proxy = frontProxy({ options, proxies: config.trustedProxies, now: () => performance.now() })
  const egress = openEgress({
    allowsPrivate: () => options.get(relay.relayAllowPrivateAddresses),
    connectTimeoutMs: () => options.get(relay.relayConnectTimeoutSeconds) * 1000,
    clock,
  })
  const siteEgress = openSiteEgress({ options, egress, userEgress })
  // What disables keys tells people of it, which the console's services do.
  const auto: HealthParts['auto'] = { disableKey: (dead) => app.auto.disableKey(dead) }
  const gateway: Gateway = {
    ...(await gatewayServices(foundation, registry, { egress, siteEgress }, { providers, clock, log, onTrouble, auto })),
    ledger,
    tasks: openTasks(foundation, ledger, charged),
    log,
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
    ...{ config, log, version, consoleFolder, registry, gateway, egress, siteEgress, charged, sites, onTrouble },
    ...foundation,
    forwardedProto: proxy.forwardedProto,
    proxySigns: proxy.signs,
    nodes: list,
  })
  const jobs = startJobs(
    [...gatewayJobs(gateway, database, onTrouble), ...optionJobs(options), hookJob(foundation, gateway, app), nodeJob(list), ...app.jobs],
    onTrouble,
    () => list.isFirst,
  )
  const url = await app.listen()
  return {
    url,
    runJob: (name) => jobs.run(name),
    close: () => closeInOrder({ config, ...foundation, list, gateway, egress, siteEgress, revocation, app, jobs, onTrouble }),
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

/** Tells the ends of tasks to the addresses that came with them. */
function hookJob({ database, secrets }: Foundation, gateway: Gateway, { outgoing: { outbox, webhooks } }: App): Job {
  const { rates } = gateway
  const send: TaskHooksParts['send'] = (deliveries) => outbox.add(deliveries)
  const hooks = new TaskHooks({ database, secrets, rates, webhooks, send, textOf: (task) => toldView(task, gateway) })
  return { name: 'tell-task-ends', everySeconds: 2, isForAll: true, run: () => hooks.tell() }
}

function openTasks({ database, options }: Foundation, { accounts }: Ledger, charged: ChargedUsers): Tasks {
  return new Tasks({
    database,
    accounts,
    mayOverdraw: () => !options.get(relay.relayStrictHolds),
    onCharge: (userId) => charged.add(userId),
  })
}

/** What the gateway works with, but the ledger and what the server knows of itself. */
async function gatewayServices(
  { database, secrets, invalidation, options, between }: Foundation,
  registry: Registry,
  { egress, siteEgress }: { egress: Egress; siteEgress: SiteEgress },
  {
    providers,
    clock,
    log,
    onTrouble,
    auto,
  }: Pick<SharedParts, 'providers' | 'clock'> & Pick<HealthParts, 'onTrouble' | 'auto'> & Pick<Gateway, 'log'>,
) {
  const now = () => Date.now()
  const shared = await sharedServices({ database, secrets, invalidation, options, between, providers, now, clock, onTrouble })
  const live = new LiveCalls(clock)
  const bodies = new BodyBudget(options)
  return {
    ...shared,
    clock,
    options,
    costs: new VendorCosts(options, bareNames({ providers, options })),
    balances: balanceLook(database),
    clientSecrets: clientSecrets(secrets, now),
    sessionHandles: sessionHandles(secrets),
    bodies,
    sockets: new Sockets(clock),
    media: new MediaFetcher({ sites: siteEgress, bodies }),
    taskFiles: new TaskFiles({ sites: siteEgress, channels: egress }),
    taskLinks: new TaskLinks(secrets, now),
    batchCopies: new BatchCopies(database),
    batchReads: new SingleFlight<number, TaskRecord>(),
    taskClaims: new TaskClaims({ database, onTrouble }),
    secrets,
    exchange: new Exchange(egress, clock),
    forwardedHeaders: [...new Set(Object.values(providers).flatMap((provider) => provider.forwardedHeaders ?? []))],
    counter: tokenCounter((error) => onTrouble(error, { event: 'token_counter_failed' })),
    files: fileMeter((error) => onTrouble(error, { event: 'file_meter_failed' })),
    live,
    overload: new Overload({ limitMs: () => options.get(relay.relayOverloadDelayMs), clock }),
    drains: drains(between.bus, clock),
    words: new SensitiveWords({ options, invalidation, log }),
    contents: new ContentLog({ options, invalidation, log, contents: openCallContents({ database, secrets, options, now }) }),
    background: new BackgroundCalls({
      bus: between.bus,
      isHeld: (callId) => isHeld(database, callId),
      isAlone: between.redis === undefined,
      clock,
    }),
    pseudonym: (userId: number) => secrets.sign('user at a vendor', String(userId)),
    health: channelHealth({ options, keys: shared.keys, auto, onTrouble }),
    metrics: relayMetrics(registry, live),
    refusals: new RefusalRows(clock.now),
    vault: openVault({ database, secrets, now, onTrouble: (error) => onTrouble(error, { event: 'vault_failed' }) }),
    vendorFiles: openVendorFiles({ database, secrets, now }),
    responses: openResponses({
      database,
      secrets,
      now,
      maxBytesPerUser: () => options.get(relay.relayMaxKeptMbPerUser) * 1024 * 1024,
    }),
  }
}

function nodeFacts({ live, drains, overload }: Gateway, told: Pick<NodeFacts, 'version' | 'isConnected'>): NodeFacts {
  const memoryBytes = process.memoryUsage.rss()
  return { ...told, liveCalls: live.count, drains: drains.count, memoryBytes, delayMs: overload.delayMs, isEnding: live.isLeaving }
}

function nodeJob(list: NodeList): Job {
  return { name: 'report-node', everySeconds: 5, run: () => list.report() }
}

function gatewayJobs(gateway: Gateway, database: Database, onTrouble: OnTrouble): Job[] {
  const { ledger, vault, responses, vendorFiles, contents, keys } = gateway
  const leases = runLeases({ database, onTrouble })
  const poller = new TaskPoller(gateway, leases)
  const batches = new BatchPoller(gateway, leases)
  const copies = new CopySweep(gateway, leases)
  const cleanUp = new TaskCleanUp({ database, options: gateway.options, leases })
  return [
    { name: 'poll-tasks', everySeconds: 1, isForAll: true, run: () => poller.run() },
    { name: 'poll-batches', everySeconds: 1, isForAll: true, run: () => batches.run() },
    { name: 'remove-batch-copies', everySeconds: 600, isForAll: true, run: () => copies.run() },
    { name: 'remove-old-tasks', everySeconds: 3600, isForAll: true, run: () => cleanUp.run() },
    ...ledgerJobs(ledger, (count) => onTrouble(undefined, { event: 'recovered_abandoned_holds', ...count })),
    ...expiryJobs({ vault, responses, vendorFiles, contents }),
    { name: 'store-key-uses', everySeconds: 60, run: () => storeKeyUses(database, keys) },
  ]
}

interface RunningParts extends Pick<Foundation, 'database' | 'between'> {
  readonly config: Config
  readonly list: NodeList
  readonly gateway: Gateway
  readonly egress: Egress
  readonly siteEgress: SiteEgress
  readonly revocation: { stop(): void }
  readonly app: App
  readonly jobs: { stop(): Promise<void> }
  readonly onTrouble: OnTrouble
}

async function closeInOrder({
  config,
  database,
  between,
  list,
  gateway,
  egress,
  siteEgress,
  revocation,
  app,
  jobs,
  onTrouble,
}: RunningParts): Promise<boolean> {
  const { live, overload, sockets, keys, ledger, counter, files, words, contents } = gateway
  live.leave()
  void list.report().catch(() => {})
  // The other workers of the port take what comes from now on.
  if (cluster.isWorker) app.stopListening()
  if (config.leaveSeconds > 0) await sleep(config.leaveSeconds * 1000)
  live.close()
  app.stopListening()
  sockets.closeIdle()
  const isDrained = await live.drained(config.drainSeconds * 1000)
  if (!isDrained) {
    live.cutAll('gateway_shutdown')
    await live.drained(SETTLE_AFTER_CUT_MS)
  }
  revocation.stop()
  overload.close()
  sockets.close()
  await app.close()
  await jobs.stop()
  await storeKeyUses(database, keys).catch((error) => onTrouble(error, { event: 'key_uses_not_stored' }))
  const areBooksClosed = await ledger.stop(CLOSE_BOOKS_MS)
  await Promise.all([between.close(), egress.close(), siteEgress.close(), counter.close(), files.close(), words.close(), contents.close()])
  await database.close()
  return isDrained && areBooksClosed
}

/** A fraction from 0 up to 1 out of the system's own source. */
function randomFraction(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}
