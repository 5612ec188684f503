// What the crash loop does to databases beside using them.
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { DatabaseAddress, DatabaseKind } from '../../server/src/db/kind.ts'
import { testPlace } from '../../server/src/testing/databases/databases.ts'

export const databaseKinds: readonly DatabaseKind[] = ['sqlite', 'postgres', 'mysql']

/** The address as DATABASE_URL has it. */
export function placeUrl(address: DatabaseAddress): string {
  return address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
}

/** The same database through a proxy on another port. */
export function throughPort(address: DatabaseAddress, port: number): string {
  if (address.kind === 'sqlite') throw new Error('SQLite is not reached over a network')
  const url = new URL(address.url)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.toString()
}

/** Where the database server listens. */
export function hostOf(address: DatabaseAddress): { host: string; port: number } {
  if (address.kind === 'sqlite') throw new Error('SQLite is not reached over a network')
  const url = new URL(address.url)
  return { host: url.hostname, port: Number(url.port) || (address.kind === 'postgres' ? 5432 : 3306) }
}

/** Ends every connection to the database, as an admin of the server can. */
export async function disconnectAll(address: DatabaseAddress): Promise<void> {
  if (address.kind === 'postgres') {
    const client = new pg.Client({ connectionString: address.url })
    await client.connect()
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.end()
  } else if (address.kind === 'mysql') {
    const connection = await createConnection({ uri: address.url })
    const [rows] = await connection.query('select id from information_schema.processlist where db = database() and id <> connection_id()')
    for (const { id } of rows as { id: number }[]) await connection.query(`kill ${Number(id)}`).catch(() => {}) // it may have gone by itself
    await connection.end()
  }
}

/** Why this kind cannot be tested here, or undefined when it can. */
export async function missingDatabase(kind: DatabaseKind): Promise<string | undefined> {
  try {
    const place = await testPlace(kind)
    await place.drop()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error)
  }
}
