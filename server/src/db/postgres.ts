import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { errorCode, fieldsOf } from '../lib/fields.ts'
import type { Database, OpenOptions } from './database.ts'
import { holdProcessLock } from './process-lock.ts'
import { endSilent, openServerDatabase, silenceLimitMs } from './server-database.ts'

/** Key of the advisory lock that excludes a second process: an arbitrary constant of ours. */
const PROCESS_LOCK_KEY = 7_274_921_905

/** 40001 serialization failure, 40P01 deadlock detected, 55P03 lock not available. */
const RETRYABLE = new Set(['40001', '40P01', '55P03'])
/** Class 08 is a broken connection; 57P0x is a server that is going down or coming up. */
const CONNECTION_LOSS = /^(08|57P0)/

/** Sums and counts come as text where they may exceed a double; here they may not. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} exceeds what this program counts exactly`)
  return value
}

export async function openPostgres(url: string, options: OpenOptions): Promise<Database> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) => {
      if (oid === pg.types.builtins.INT8) return wholeNumber
      if (oid === pg.types.builtins.NUMERIC) return Number
      return pg.types.getTypeParser(oid, format)
    },
  }
  const settings = { connectionString: url, types, connectionTimeoutMillis: 5000, keepAlive: true }
  const poolWithin = (limitMs: number) => {
    const limits = { statement_timeout: limitMs, idle_in_transaction_session_timeout: silenceLimitMs(limitMs) }
    const pool = new pg.Pool({ ...settings, ...limits, max: 8, idleTimeoutMillis: 30_000 })
    // A connection that breaks while idle is dropped by the pool; without a listener it would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      // A connection that breaks while in use fails its user's query; the pool itself listens to idle ones only.
      client.on('error', () => {})
      endSilent(fieldsOf(fieldsOf(client).connection).stream, limitMs)
    })
    return pool
  }

  return openServerDatabase(
    {
      kind: 'postgres',
      dialect: (limitMs) => new PostgresDialect({ pool: poolWithin(limitMs) }),
      isRetryable: (error) => RETRYABLE.has(errorCode(error)),
      isConnectionLoss: (error) =>
        CONNECTION_LOSS.test(errorCode(error)) || /terminat|ECONNRESET|ETIMEDOUT|EPIPE|not queryable|Connection/i.test(String(error)),
      takeProcessLock: (mode) =>
        holdProcessLock(
          mode,
          async (onLoss) => {
            const client = new pg.Client(settings)
            client.on('error', onLoss)
            await client.connect()
            const lock = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
            const { rows } = await client.query(`select ${lock}($1) as taken`, [PROCESS_LOCK_KEY])
            return { isTaken: rows[0]?.taken === true, end: () => client.end() }
          },
          options.onDeath,
        ),
    },
    options,
  )
}
