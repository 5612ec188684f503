// Builds the house: every service is made here, once, and handed in. Nothing is served before everything stands.
import { dirname, join, resolve } from 'node:path'
import { reverseProxyEnabled, reverseProxyProvider } from '@waystation/contract/options/payment'
import * as relay from '@waystation/contract/options/relay'
import type { Logger } from 'pino'
import { Counter, Histogram, type Registry } from 'prom-client'
import { openApp } from './app.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { openCatalog } from './domain/catalog/catalog.ts'
import { channelHealth } from './domain/channel/channel-health.ts'
import { channelHours } from './domain/channel/channel-hours.ts'
import { storeKeyUses } from './domain/channel/channel-keys.ts'
import { keyRing } from './domain/channel/key-ring.ts'
import { openLedger } from './domain/ledger/ledger.ts'
import { openSpool } from './domain/ledger/spool.ts'
import { openOptions } from './domain/option/option-service.ts'
import { priceTable } from './domain/pricing/price-table.ts'
import { openResponses } from './domain/response/response-keeper.ts'
import { openSecrets, rememberMasterKey } from './domain/setup/master-key.ts'
import { balanceLook } from './domain/token/balance-look.ts'
import { lostStanding } from './domain/token/standing.ts'
import { tokenLookup } from './domain/token/token-lookup.ts'
import { clashWords, findNameClashes } from './domain/user/login-names-store.ts'
import { openVault } from './domain/vault/vault.ts'
import { writeTasks } from './domain/write-tasks.ts'
import { drains } from './gateway/admit/drains.ts'
import { watchRevocation } from './gateway/authenticate/revocation.ts'
import type { Gateway } from './gateway/gateway.ts'
import { LiveCalls } from './gateway/live-calls.ts'
import { tokenCounter } from './gateway/meter/token-counter.ts'
import { BodyBudget } from './gateway/read-call/body-budget.ts'
import { BackgroundCalls } from './gateway/responses/background-calls.ts'
import { RefusalRows } from './gateway/settle/refusal-rows.ts'
import { relayMetrics } from './gateway/settle/relay-metrics.ts'
import { Exchange } from './gateway/upstream/exchange.ts'
import { bareNames } from './gateway/upstream/upstream-call.ts'
import { openRegistry } from './health.ts'
import { keeperJobs } from './jobs/keeper-jobs.ts'
import { ledgerJobs } from './jobs/ledger-jobs.ts'
import { startJobs } from './jobs/scheduler.ts'
import { clientIp, forwardedProto } from './lib/client-ip.ts'
import { openEgress } from './lib/egress.ts'
import { failpoints } from './lib/failpoint.ts'
import { localInvalidation } from './lib/invalidation.ts'
import { makePrivateFolder, tighten } from './lib/private-files.ts'
import { rateWindow } from './lib/rate-window.ts'
import { newRequestId } from './lib/request-id.ts'
import type { Secrets } from './lib/secret.ts'
import { providers } from './providers/registry.ts'

export interface House {
  readonly url: string
  /** Ends in order: nothing new is taken, what runs may end, the books are closed. True when nothing had to be cut. */
  close(): Promise<boolean>
}

export interface HouseParts {
  readonly config: Config
  readonly log: Logger
  /** The console's build; undefined: the gateway alone. */
  readonly consoleFolder: string | undefined
  readonly version: string
  /** Told when the house cannot go on: its database thread died, or another process took its place. */
  readonly onDeath: (error: Error) => void
}

const SPOOL_FILE = 'settlements.spool'
/** What is cut at the end still gets this long to be settled. */
const SETTLE_AFTER_CUT_MS = 5000
const CLOSE_BOOKS_MS = 10_000

/** Opens everything and listens. Throws when anything is missing, with words for the operator. */
export async function openHouse({ config, log, consoleFolder, version, onDeath }: HouseParts): Promise<House> {
  const onTrouble = (error: unknown, facts: Record<string, unknown>) => {
    if (error === undefined) log.warn(facts, String(facts.event))
    else log.error({ ...facts, err: error }, String(facts.event))
  }
  const taskModules = [new URL('./domain/write-tasks.ts', import.meta.url)]
  keepPrivate(config, log)
  const found: { secrets?: Secrets } = {}
  const database = await openDatabase({
    address: config.database,
    taskModules,
    tasks: writeTasks,
    isExclusive: config.isExclusive,
    inspect: async (read) => {
      found.secrets = await openSecrets(read, config.masterKey)
    },
    onDeath,
  })
  const { secrets } = found
  if (!secrets) throw new Error('the database was opened without being looked at')
  await rememberMasterKey(database, secrets)
  for (const clash of await findNameClashes(database)) log.warn({ userId: clash.id }, clashWords(clash))
  const invalidation = localInvalidation()
  const options = await openOptions(database, secrets, invalidation)
  for (const [key, reason] of options.spoiled) log.error({ key, reason }, 'a stored setting cannot be read; its default is in force')

  const registry = openRegistry()
  const batches = new Histogram({
    name: 'waystation_ledger_batch_size',
    help: 'Operations in one commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers: [registry],
  })
  const ledger = await openLedger({
    database,
    epoch: newRequestId(),
    nodeName: config.nodeName,
    spool: openSpool(join(config.dataDir, SPOOL_FILE), failpoints(config.failpoints)),
    recoverPolicy: () => options.get(relay.relayRecoverPolicy),
    mayOverdraw: () => !options.get(relay.relayStrictHolds),
    onHousePart: countHousePart(registry),
    onConflict: countConflicts(registry),
    onTrouble,
    onBatch: (size) => batches.observe(size),
  })

  const prices = priceTable(options, bareNames({ providers, options }))
  const catalog = await openCatalog({ database, secrets, invalidation, prices, onTrouble })
  const live = new LiveCalls()
  const background = new BackgroundCalls()
  const egress = openEgress({
    allowsPrivate: () => options.get(relay.relayAllowPrivateAddresses),
    connectTimeoutMs: () => options.get(relay.relayConnectTimeoutSeconds) * 1000,
  })
  const counter = tokenCounter((error) => onTrouble(error, { event: 'token_counter_failed' }))
  const rates = rateWindow()
  const responses = openResponses({
    database,
    secrets,
    now: () => Date.now(),
    maxBytesPerUser: () => options.get(relay.relayMaxKeptMbPerUser) * 1024 * 1024,
  })
  const vault = openVault({ database, secrets, now: () => Date.now(), onTrouble: (error) => onTrouble(error, { event: 'vault_failed' }) })
  const proxyTrust = () => ({
    isEnabled: options.get(reverseProxyEnabled),
    provider: options.get(reverseProxyProvider),
    proxies: config.trustedProxies,
  })
  const keys = keyRing(() => Date.now())
  const gateway: Gateway = {
    options,
    ledger,
    catalog,
    prices,
    tokens: tokenLookup(database, secrets, invalidation),
    balances: balanceLook(database),
    bodies: new BodyBudget(options),
    exchange: new Exchange(egress),
    providers,
    forwardedHeaders: [...new Set(Object.values(providers).flatMap((provider) => provider.forwardedHeaders ?? []))],
    rates,
    counter,
    live,
    drains: drains(),
    background,
    keys,
    health: channelHealth({ database, options, invalidation, keys, onTrouble }),
    hours: channelHours({ now: () => Date.now() }),
    metrics: relayMetrics(registry, live),
    refusals: new RefusalRows(),
    vault,
    responses,
    log,
    isSetUp: () => app.isSetUp(),
    clientIp: (peer, headers) => clientIp(peer, headers, proxyTrust()),
    random: () => randomFraction(),
  }

  const revocation = watchRevocation(gateway, (running, isUsable) => lostStanding(database, running, isUsable), invalidation, onTrouble)
  const app = await openApp({
    config,
    log,
    version,
    consoleFolder,
    database,
    secrets,
    invalidation,
    options,
    registry,
    gateway,
    forwardedProto: (peer, headers) => forwardedProto(peer, headers, proxyTrust()),
    onTrouble,
  })
  const jobs = startJobs(
    [
      ...ledgerJobs(ledger, (count) => onTrouble(undefined, { event: 'recovered_abandoned_holds', ...count })),
      ...keeperJobs({ vault, responses }),
      { name: 'store-key-uses', everySeconds: 60, run: () => storeKeyUses(database, keys) },
      ...app.jobs,
    ],
    onTrouble,
  )
  const url = await app.listen()

  return {
    url,
    async close() {
      live.close()
      app.stopListening()
      const isDrained = await live.drained(config.drainSeconds * 1000)
      if (!isDrained) {
        live.cutAll('gateway_shutdown')
        await live.drained(SETTLE_AFTER_CUT_MS)
      }
      revocation.stop()
      await app.close()
      await jobs.stop()
      await storeKeyUses(database, keys).catch((error) => onTrouble(error, { event: 'key_uses_not_stored' }))
      const areBooksClosed = await ledger.stop(CLOSE_BOOKS_MS)
      await Promise.all([egress.close(), counter.close()])
      await database.close()
      return isDrained && areBooksClosed
    },
  }
}

/** Counts what the house bore of calls' costs, for the operator to watch. */
function countHousePart(registry: Registry): (amount: number) => void {
  const units = new Counter({
    name: 'waystation_house_part_quota_units_total',
    help: 'Quota units of vendor costs that no balance could pay',
    registers: [registry],
  })
  return (amount) => units.inc(amount)
}

/** Counts ledger operations that were repeated with another amount: none is expected, so one is worth an alarm. */
function countConflicts(registry: Registry): (operation: { readonly kind: string }) => void {
  const conflicts = new Counter({
    name: 'waystation_ledger_amount_conflicts_total',
    help: 'Holds, settlements and releases that were repeated with another amount, and refused',
    labelNames: ['operation'],
    registers: [registry],
  })
  return ({ kind }) => conflicts.inc({ operation: kind })
}

/** Takes the data folder, and what earlier versions left in it, away from other users of the machine. */
function keepPrivate({ dataDir, database, masterKey }: Config, log: Logger): void {
  makePrivateFolder(dataDir)
  const file = database.kind === 'sqlite' ? resolve(database.path) : undefined
  const files = file ? [file, `${file}-wal`, `${file}-shm`, join(dirname(file), 'instance.lock')] : []
  // A key file elsewhere is in somebody else's care.
  const keys = dirname(masterKey.path) === dataDir ? [masterKey.path] : []
  const open = tighten([dataDir, ...files, ...keys, join(dataDir, SPOOL_FILE)])
  if (open.length > 0) log.warn({ paths: open }, 'other users of this machine may read these: their modes could not be changed')
}

/** A fraction from 0 up to 1 out of the system's own source. */
function randomFraction(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}
