import type { Database, OpenOptions } from './database.ts'

/** Opens and migrates the database. Drivers of the databases that are not used are not loaded. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { address } = options
  if (address.kind === 'sqlite') return (await import('./sqlite/database.ts')).openSqlite(address.path, options)
  if (address.kind === 'postgres') return (await import('./postgres.ts')).openPostgres(address.url, options)
  return (await import('./mysql.ts')).openMysql(address.url, options)
}
