import type { Database, OpenOptions } from './database.ts'
import type { DatabaseAddress } from './kind.ts'
import { isHalfRestored } from './meta.ts'
import { inspectSteps } from './migrate.ts'

const HALF_RESTORED =
  'A restore into this database was not finished, so only a part of the backup is in it. Run the restore again: it begins anew.'

/**
 * Opens and migrates the database. Drivers of the databases that are not used are not loaded.
 * @throws Error with words for the operator where the database is of a version that this one cannot go on from; nothing was changed then
 */
export async function openDatabase({ inspect, isRestoring, ...others }: OpenOptions): Promise<Database> {
  const { address } = others
  const options: OpenOptions = {
    ...others,
    inspect: async (read) => {
      await inspectSteps(read, address.kind)
      if (!isRestoring && (await isHalfRestored(read, address.kind))) throw new Error(HALF_RESTORED)
      await inspect?.(read)
    },
  }
  if (address.kind === 'sqlite') return (await import('./sqlite/database.ts')).openSqlite(address.path, options)
  if (address.kind === 'postgres') return (await import('./postgres.ts')).openPostgres(address.url, options)
  return (await import('./mysql.ts')).openMysql(address.url, options)
}

/** Opens a database that another connection has migrated, for queries alone. On SQLite they run in the thread that opens it. */
export async function openToRead(address: DatabaseAddress): Promise<Pick<Database, 'kind' | 'read' | 'close'>> {
  if (address.kind === 'sqlite') return (await import('./sqlite/database.ts')).openSqliteToRead(address.path)
  const onDeath = (error: Error) => {
    throw error
  }
  return openDatabase({ address, taskModules: [], tasks: [], isExclusive: false, onDeath })
}
