// The database servers that tests and measurements may use (decision D6): named by the environment, else at their usual local ports.
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { DatabaseKind } from '../../db/kind.ts'

export const POSTGRES = process.env.WAYSTATION_TEST_POSTGRES ?? 'postgres://root@127.0.0.1:5432'
export const MYSQL = process.env.WAYSTATION_TEST_MYSQL ?? 'mysql://root@127.0.0.1:3306'
const CONNECT_TIMEOUT_MS = 3000

/** Runs a statement on the PostgreSQL server, outside of any database of ours. Throws where there is none. */
export async function runPostgres(statement: string): Promise<void> {
  const url = new URL(POSTGRES)
  if (url.pathname.length < 2) url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.toString(), connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The same on the MySQL or MariaDB server. */
export async function runMysql(statement: string): Promise<void> {
  const connection = await createConnection({ uri: MYSQL, connectTimeout: CONNECT_TIMEOUT_MS })
  try {
    await connection.query(statement)
  } finally {
    await connection.end()
  }
}

/** Why a kind of database cannot be tested here; without an entry it can. */
export async function absentDatabases(): Promise<Readonly<Partial<Record<DatabaseKind, string>>>> {
  const reasons = await Promise.all([reasonOf(() => runPostgres('select 1')), reasonOf(() => runMysql('select 1'))])
  return { ...(reasons[0] && { postgres: reasons[0] }), ...(reasons[1] && { mysql: reasons[1] }) }
}

async function reasonOf(ask: () => Promise<void>): Promise<string | undefined> {
  try {
    await ask()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error)
  }
}
