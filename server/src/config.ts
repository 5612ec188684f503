// What is set before the start, from the environment. Everything that an admin sets while running is an option in the database.
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { type DatabaseAddress, databaseAddress } from './db/kind.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly database: DatabaseAddress
  readonly masterKey: { readonly text: string | undefined; readonly path: string }
  readonly logLevel: string
  readonly isLogPretty: boolean
  readonly metricsToken: string | undefined
  readonly trustedProxies: readonly string[]
  /** Where the console lives below the origin, without a slash at the end: empty, or such as `/ai`. */
  readonly basePath: string
  readonly drainSeconds: number
  readonly nodeName: string
  /** Refuse to run beside another process on the same database. */
  readonly isExclusive: boolean
  /** Where a crash test wants the process to die, such as `K12:kill`. */
  readonly failpoints: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment. Throws Error naming the variable that is wrong. */
export function readConfig(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR || './data')
  return {
    host: env.HOST || '0.0.0.0',
    port: integer(env, 'PORT', 3000, 0, 65_535),
    dataDir,
    database: env.DATABASE_URL ? databaseAddress(env.DATABASE_URL) : { kind: 'sqlite', path: join(dataDir, 'waystation.db') },
    masterKey: { text: env.MASTER_KEY, path: env.MASTER_KEY_FILE || join(dataDir, 'master.key') },
    logLevel: env.LOG_LEVEL || 'info',
    isLogPretty: env.LOG_FORMAT ? env.LOG_FORMAT === 'pretty' : process.stdout.isTTY === true,
    metricsToken: env.METRICS_TOKEN || undefined,
    trustedProxies: (env.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    basePath: basePath(env.BASE_PATH ?? ''),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 120, 0, 86_400),
    nodeName: env.NODE_NAME || hostname(),
    isExclusive: true,
    failpoints: env.WAYSTATION_FAILPOINTS ?? '',
  }
}

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not ${text}`)
  return value
}

function basePath(text: string): string {
  const path = text.replace(/\/+$/, '')
  if (path !== '' && !/^(\/[\w.~-]+)+$/.test(path)) throw new Error(`BASE_PATH must look like /ai, not ${text}`)
  return path
}
