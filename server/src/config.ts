// The configuration from the environment, fixed at the start. Everything that an admin sets at run time is an option in the database.

import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { withoutEnd } from '@waystation/contract/values/without-end'
import { type DatabaseAddress, databaseAddress } from './db/kind.ts'
import { isAddressOrNetwork } from './lib/net/client-ip.ts'
import { type OperatorProxy, readOperatorProxy } from './lib/net/operator-proxy.ts'
import { withSecretFiles } from './lib/secret-files.ts'
import { readTracing, type TracingConfig } from './lib/tracing-config.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly database: DatabaseAddress
  readonly masterKey: { readonly text: string | undefined; readonly path: string }
  readonly logLevel: string
  readonly isLogPretty: boolean
  readonly metricsToken: string | undefined
  /** Where calls are traced to; undefined: none is. */
  readonly tracing: TracingConfig | undefined
  readonly trustedProxies: readonly string[]
  /** The proxy that whatever goes out takes, unless a channel has its own. */
  readonly operatorProxy: OperatorProxy
  /** The console's base path below the origin, without a slash at the end: empty, or such as `/ai`. */
  readonly basePath: string
  /** Pages without custom code, for when it has broken them. */
  readonly isSafeMode: boolean
  /** A stand-in of Stripe's API; undefined: Stripe. */
  readonly stripeApi: URL | undefined
  /** After a SIGTERM it is not ready any more, and still takes calls for so long: load balancers need a moment to see that. */
  readonly leaveSeconds: number
  readonly drainSeconds: number
  readonly nodeName: string
  /** The time zone of this machine, which a site takes over at its first start only. */
  readonly timeZone: string
  /** Refuse to run next to another process on the same database: SQLite always, the others without Redis. */
  readonly isExclusive: boolean
  /** What several nodes on one database share; undefined: this process is alone. */
  readonly redisUrl: string | undefined
  /** How long a call waits for Redis; without an answer the node goes by what it knows itself. */
  readonly redisTimeoutMs: number
  /** Processes on this machine that serve one port. */
  readonly workers: number
  /** Which of them this is, from 0. */
  readonly worker: number
  /** Where a crash test wants the process to die, such as `K12:kill`. */
  readonly failpoints: string
}

const MOST_WORKERS = 64
/** Load balancers ask every few seconds whether a node is ready. */
const USUAL_LEAVE_SECONDS = 5

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment, and the files that it names for secrets. Throws Error naming the variable that is wrong. */
export function readConfig(given: Environment): Config {
  const env = withSecretFiles(given)
  const dataDir = resolve(env.DATA_DIR || './data')
  const database: DatabaseAddress = env.DATABASE_URL
    ? databaseAddress(env.DATABASE_URL)
    : { kind: 'sqlite', path: join(dataDir, 'waystation.db') }
  const redisUrl = redisAddress(env)
  const workers = integer(env, 'WORKERS', 1, 1, MOST_WORKERS)
  if (workers > 1 && (database.kind === 'sqlite' || !redisUrl))
    throw new Error('WORKERS above 1 needs DATABASE_URL of PostgreSQL or MySQL, and REDIS_URL: several processes share both')
  if (database.kind === 'sqlite' && redisUrl)
    throw new Error('REDIS_URL needs DATABASE_URL of PostgreSQL or MySQL: one process works on SQLite, and has nothing to share')
  return {
    host: env.HOST || '0.0.0.0',
    port: integer(env, 'PORT', 3000, 0, 65_535),
    dataDir,
    database,
    redisUrl,
    redisTimeoutMs: integer(env, 'REDIS_TIMEOUT_MS', 50, 1, 60_000),
    workers,
    worker: integer(env, 'WAYSTATION_WORKER', 0, 0, MOST_WORKERS - 1),
    masterKey: { text: env.MASTER_KEY, path: env.MASTER_KEY_FILE || join(dataDir, 'master.key') },
    logLevel: env.LOG_LEVEL || 'info',
    isLogPretty: env.LOG_FORMAT ? env.LOG_FORMAT === 'pretty' : process.stdout.isTTY === true,
    metricsToken: env.METRICS_TOKEN || undefined,
    tracing: readTracing(env),
    trustedProxies: proxies(env.TRUSTED_PROXIES ?? ''),
    operatorProxy: readOperatorProxy(env),
    basePath: basePath(env.BASE_PATH ?? ''),
    isSafeMode: env.SAFE_MODE === '1' || env.SAFE_MODE === 'true',
    stripeApi: webAddress(env, 'STRIPE_API_URL'),
    leaveSeconds: integer(env, 'LEAVE_SECONDS', redisUrl === undefined ? 0 : USUAL_LEAVE_SECONDS, 0, 3600),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 120, 0, 86_400),
    nodeName: nodeName(env, workers),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    isExclusive: redisUrl === undefined,
    failpoints: env.WAYSTATION_FAILPOINTS ?? '',
  }
}

/** Each worker of a machine is a node of its own. */
function nodeName(env: Environment, workers: number): string {
  const name = env.NODE_NAME || hostname()
  return workers > 1 ? `${name}/${Number(env.WAYSTATION_WORKER ?? 0) + 1}` : name
}

function redisAddress(env: Environment): string | undefined {
  const text = env.REDIS_URL
  if (!text) return undefined
  if (!URL.canParse(text) || !/^rediss?:$/.test(new URL(text).protocol))
    throw new Error('REDIS_URL must be an address such as redis://:password@127.0.0.1:6379/0')
  return text
}

function webAddress(env: Environment, name: string): URL | undefined {
  const text = env[name]
  if (!text) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`${name} must be an address such as https://api.stripe.com`)
  return new URL(text)
}

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not ${text}`)
  return value
}

/** Whoever is trusted may say to be anybody, so nobody trusts everybody: neither by `*` nor by a network of all addresses. */
function proxies(text: string): string[] {
  const list = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const wrong = list.find((item) => !isAddressOrNetwork(item) || /\/0+$/.test(item))
  if (wrong !== undefined) throw new Error(`TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8, not ${wrong}`)
  return list
}

function basePath(text: string): string {
  const path = withoutEnd(text, '/')
  if (path !== '' && !/^(\/[\w.~-]+)+$/.test(path)) throw new Error(`BASE_PATH must look like /ai, not ${text}`)
  return path
}
