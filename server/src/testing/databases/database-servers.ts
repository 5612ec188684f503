// The database servers that tests and measurements may use (decision D6): named by the environment, else at their usual local ports.
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { DatabaseKind } from '../../db/kind.ts'

export const POSTGRES = process.env.WAYSTATION_TEST_POSTGRES ?? 'postgres://root@127.0.0.1:5432'
export const MYSQL = process.env.WAYSTATION_TEST_MYSQL ?? 'mysql://root@127.0.0.1:3306'
const CONNECT_TIMEOUT_MS = 10_000

/** Runs a statement on the PostgreSQL server, outside of any database of ours. Throws where there is none. */
export async function runPostgres(statement: string): Promise<void> {
  const url = new URL(POSTGRES)
  if (url.pathname.length < 2) url.pathname = '/postgres'
  await onPostgres(url.toString(), (client) => client.query(statement))
}

/** The same on the MySQL or MariaDB server. */
export async function runMysql(statement: string): Promise<void> {
  await onMysql(MYSQL, (connection) => connection.query(statement))
}

/** Uses a connection to a database of PostgreSQL that is none of the product's. Throws where there is none. */
export async function onPostgres<Value>(url: string, use: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

export type MysqlConnection = Awaited<ReturnType<typeof createConnection>>

/** The same for MySQL or MariaDB. */
export async function onMysql<Value>(url: string, use: (connection: MysqlConnection) => Promise<Value>): Promise<Value> {
  const form = { multipleStatements: true, charset: 'utf8mb4_bin' }
  const connection = await createConnection({ uri: url, connectTimeout: CONNECT_TIMEOUT_MS, ...form })
  try {
    return await use(connection)
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
