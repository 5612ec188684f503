// What the crash loop does to databases beside using them.
import type { DatabaseAddress, DatabaseKind } from '../../server/src/db/kind.ts'
import { onMysql, onPostgres } from '../../server/src/testing/databases/database-servers.ts'

export const databaseKinds: readonly DatabaseKind[] = ['sqlite', 'postgres', 'mysql']

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
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  if (address.kind === 'postgres') await onPostgres(address.url, (client) => client.query(`select pg_terminate_backend(pid) ${others}`))
  if (address.kind !== 'mysql') return
  await onMysql(address.url, async (connection) => {
    const [rows] = await connection.query('select id from information_schema.processlist where db = database() and id <> connection_id()')
    for (const { id } of rows as { id: number }[]) await connection.query(`kill ${Number(id)}`).catch(() => {}) // it may have gone by itself
  })
}
