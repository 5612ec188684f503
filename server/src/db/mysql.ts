import { MysqlDialect } from 'kysely'
import { createPool, type RowDataPacket } from 'mysql2'
import { createConnection as connect } from 'mysql2/promise'
import { errorCode, fieldsOf } from '../lib/fields.ts'
import type { Database, OpenOptions } from './database.ts'
import { holdProcessLock } from './process-lock.ts'
import { openServerDatabase } from './server-database.ts'

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
  const pool = createPool({ ...settings, connectionLimit: 8 })

  return openServerDatabase(
    {
      kind: 'mysql',
      dialect: new MysqlDialect({ pool }),
      isRetryable: (error) => RETRYABLE.has(errnoOf(error)),
      isConnectionLoss: (error) =>
        /PROTOCOL_CONNECTION_LOST|ECONNRESET|ETIMEDOUT|EPIPE|closed state|Connection lost/i.test(`${errorCode(error)} ${error}`),
      takeProcessLock: () =>
        holdProcessLock(async (onLoss) => {
          const connection = await connect(settings)
          connection.on('error', onLoss)
          // The lock's name is shared by all databases of a server, so it carries ours.
          const [rows] = await connection.query<RowDataPacket[]>(`select get_lock(concat('${PROCESS_LOCK_NAME}.', database()), 0) as taken`)
          return { isTaken: Number(rows[0]?.taken) === 1, end: () => connection.end() }
        }, options.onDeath),
    },
    options,
  )
}

function errnoOf(error: unknown): number {
  return Number(fieldsOf(error).errno ?? 0)
}
