import { MysqlDialect } from 'kysely'
import { createPool, type PoolConnection, type RowDataPacket } from 'mysql2'
import { type Connection, createConnection as connect } from 'mysql2/promise'
import { errorCode, fieldsOf } from '../lib/fields.ts'
import type { Database, OpenOptions } from './database.ts'
import { holdProcessLock } from './process-lock.ts'
import { endSilent, openServerDatabase, silenceLimitMs } from './server-database.ts'

const PROCESS_LOCK_NAME = 'waystation.process'

/** 1213 deadlock found, 1205 lock wait timeout, 1020 record changed since last read (MariaDB). */
const RETRYABLE = new Set([1213, 1205, 1020])

export async function openMysql(url: string, options: OpenOptions): Promise<Database> {
  const settings = {
    uri: url,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    decimalNumbers: true,
    connectTimeout: 5000,
    enableKeepAlive: true,
  }
  const poolWithin = (limitMs: number) => {
    const pool = createPool({ ...settings, connectionLimit: 8 })
    pool.on('connection', (connection) => {
      limitStatements(connection, limitMs)
      endSilent(fieldsOf(connection).stream, limitMs)
    })
    return pool
  }

  return openServerDatabase(
    {
      kind: 'mysql',
      dialect: (limitMs) => new MysqlDialect({ pool: poolWithin(limitMs) }),
      isRetryable: (error) => RETRYABLE.has(errnoOf(error)),
      isConnectionLoss: (error) =>
        /PROTOCOL_CONNECTION_LOST|ECONNRESET|ETIMEDOUT|EPIPE|closed state|Connection lost/i.test(`${errorCode(error)} ${error}`),
      takeProcessLock: (mode) =>
        holdProcessLock(
          mode,
          async (onLoss) => {
            const connection = await connect(settings)
            connection.on('error', onLoss)
            const isTaken = await (mode === 'alone' ? takeAlone(connection) : takePlace(connection))
            return { isTaken, end: () => releaseAndEnd(connection) }
          },
          options.onDeath,
        ),
    },
    options,
  )
}

/** How long the end of a process waits for the server to release its lock. */
const RELEASE_LIMIT_MS = 2000

/** Nodes that may work on one database. */
const MOST_NODES = 100

/** A lock's name is shared by all databases of a server, so it carries ours. */
const lockName = (name: string) => `concat('${PROCESS_LOCK_NAME}.', database(), '${name}')`

/**
 * MySQL has no shared locks of this kind: each of several nodes has a numbered one of its own. Whoever wants to be alone takes the lock without a
 * number first and looks at the others then; a node takes one of those first, and looks at that one then. So of two, one sees the other.
 */
async function takeAlone(connection: Connection): Promise<boolean> {
  const places = Array.from({ length: MOST_NODES }, (_, at) => `is_free_lock(${lockName(`.${at}`)})`)
  return (await take(connection, lockName(''))) && (await isOne(connection, places.join(' and ')))
}

async function takePlace(connection: Connection): Promise<boolean> {
  for (let at = 0; at < MOST_NODES; at++)
    if (await take(connection, lockName(`.${at}`))) return isOne(connection, `is_free_lock(${lockName('')})`)
  throw new Error(`At most ${MOST_NODES} nodes may work on one database`)
}

const take = (connection: Connection, name: string): Promise<boolean> => isOne(connection, `get_lock(${name}, 0)`)

/**
 * Releases the locks and ends the connection. The end alone is not waited for by the driver, so the server might release them only after the next
 * process has asked for them: a restart would be refused.
 */
async function releaseAndEnd(connection: Connection): Promise<void> {
  try {
    await connection.query({ sql: 'do release_all_locks()', timeout: RELEASE_LIMIT_MS })
  } finally {
    await connection.end()
  }
}

async function isOne(connection: Connection, expression: string): Promise<boolean> {
  const [rows] = await connection.query<RowDataPacket[]>(`select ${expression} as answer`)
  return Number(rows[0]?.answer) === 1
}

/** MariaDB limits every statement, and the silence of a transaction; MySQL, which does not know these words, limits its queries. */
function limitStatements(connection: PoolConnection, limitMs: number): void {
  const limits = `max_statement_time = ${limitMs / 1000}, idle_transaction_timeout = ${silenceLimitMs(limitMs) / 1000}`
  connection.query(`set session ${limits}`, (error) => {
    if (error) connection.query(`set session max_execution_time = ${limitMs}`, () => {})
  })
}

function errnoOf(error: unknown): number {
  return Number(fieldsOf(error).errno ?? 0)
}
