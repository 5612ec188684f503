// The base of all services: the database, its secrets, the options stored in it, and what this process shares with other nodes.
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { timeZone } from '@waystation/contract/options/appearance'
import { isTimeZone } from '@waystation/contract/values/calendar'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import type { ThreadSource } from './db/sqlite/thread-client.ts'
import { sealStoredProxies } from './domain/channel/channel-proxy-store.ts'
import { priceUsedGroups } from './domain/group/group-upgrade.ts'
import { adoptSpools } from './domain/ledger/commit/spool.ts'
import { type CommandChanges, openCommandChanges } from './domain/node/command-changes.ts'
import { type OptionService, openOptions } from './domain/option/option-service.ts'
import { openSecrets, rememberMasterKey } from './domain/setup/master-key.ts'
import { clashWords, findNameClashes } from './domain/user/login-names-store.ts'
import { writeTasks } from './domain/write-tasks.ts'
import type { Clock } from './lib/clock.ts'
import { makePrivateFolder, tighten } from './lib/private-files.ts'
import type { Secrets } from './lib/secret.ts'
import { type BetweenNodes, openBetweenNodes } from './lib/shared/between-nodes.ts'
import { type Invalidation, openInvalidation } from './lib/shared/invalidation.ts'

export interface Foundation {
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Invalidation
  readonly options: OptionService
  readonly between: BetweenNodes
}

/** Is told of what went wrong while nobody waited for it, and, without an error, of what an operator should know. */
export type OnTrouble = (error: unknown, facts: Record<string, unknown>) => void

export interface FoundationParts {
  readonly config: Config
  readonly log: Logger
  readonly version: string
  /** This process, by a name that no other has. */
  readonly epoch: string
  /** Nodes that work on the database, this one among them. */
  readonly nodes: () => number
  readonly clock: Clock
  readonly onTrouble: OnTrouble
  readonly onDeath: (error: Error) => void
  readonly threads?: ThreadSource | undefined
}

const SPOOL_FILE = 'settlements.spool'

/** Where settlements are kept that the database could not take: a file for each worker of a machine. */
export function spoolPath({ dataDir, worker }: Pick<Config, 'dataDir' | 'worker'>): string {
  return join(dataDir, worker === 0 ? SPOOL_FILE : `settlements-${worker}.spool`)
}

/** Files of workers that this machine does not have any more: the first worker takes over what is in them. */
function spoolsLeft(config: Config): readonly string[] {
  if (config.worker > 0) return []
  return readdirSync(config.dataDir).flatMap((name) => {
    const worker = Number(/^settlements-(\d+)\.spool$/.exec(name)?.[1] ?? 0)
    return worker >= config.workers && worker > 0 ? [join(config.dataDir, name)] : []
  })
}

export async function openFoundation(parts: FoundationParts): Promise<Foundation & { readonly changes: CommandChanges }> {
  const { config, log } = parts
  keepPrivate(config, log)
  adoptSpools(spoolPath(config), spoolsLeft(config))
  const found: { secrets?: Secrets } = {}
  const database = await openDatabase({
    address: config.database,
    taskModules: [new URL('./domain/write-tasks.ts', import.meta.url)],
    tasks: writeTasks,
    version: parts.version,
    isExclusive: config.isExclusive,
    isOneOfSeveral: config.redisUrl !== undefined,
    inspect: async (read) => {
      found.secrets = await openSecrets(read, config.masterKey)
    },
    onDeath: parts.onDeath,
    threads: parts.threads,
  })
  const { secrets } = found
  if (!secrets) throw new Error('the database was opened without being looked at')
  await rememberMasterKey(database, secrets)
  await sealStoredProxies(database, secrets)
  const changes = await openCommandChanges(database)
  for (const clash of await findNameClashes(database)) log.warn({ userId: clash.id }, clashWords(clash))
  const between = await openBetweenNodes({
    redisUrl: config.redisUrl,
    redisTimeoutMs: config.redisTimeoutMs,
    site: secrets.sign('site', '').slice(0, 12),
    node: parts.epoch,
    nodes: parts.nodes,
    clock: parts.clock,
    onTrouble: parts.onTrouble,
  })
  const invalidation = openInvalidation(between.bus)
  const options = await openOptions(database, secrets, invalidation)
  await options.noteBuiltInPrices()
  await priceUsedGroups(database, options)
  await options.setMissing({ [timeZone.key]: isTimeZone(config.timeZone) ? config.timeZone : timeZone.default })
  for (const [key, reason] of options.undecodable) log.error({ key, reason }, 'a stored setting cannot be read; its default is in force')
  return { database, secrets, invalidation, options, between, changes }
}

/** Takes the data folder, and what earlier versions left in it, away from other users of the machine. */
function keepPrivate(config: Config, log: Logger): void {
  const { dataDir, database, masterKey } = config
  makePrivateFolder(dataDir)
  const file = database.kind === 'sqlite' ? resolve(database.path) : undefined
  const files = file ? [file, `${file}-wal`, `${file}-shm`, join(dirname(file), 'instance.lock')] : []
  // A key file elsewhere is the operator's to protect.
  const keys = dirname(masterKey.path) === dataDir ? [masterKey.path] : []
  const open = tighten([dataDir, ...files, ...keys, spoolPath(config)])
  if (open.length > 0) log.warn({ paths: open }, 'other users of this machine may read these: their modes could not be changed')
}
