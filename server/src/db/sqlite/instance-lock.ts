import { DatabaseSync } from 'node:sqlite'

/**
 * Makes this process the only one on a data folder, until it ends, however it ends: the lock is the operating system's, held by an
 * open exclusive transaction on a side database, so a kill -9 frees it at once (decision D5).
 * @throws Error when another process holds it
 */
export function takeInstanceLock(path: string): { release(): void } {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma busy_timeout = 300; pragma locking_mode = exclusive; begin exclusive;')
  } catch (error) {
    database.close()
    throw new Error(
      `Another Waystation already runs on this data folder (${path} is locked). One process may use one SQLite file; for several, set DATABASE_URL to PostgreSQL or MySQL.`,
      { cause: error },
    )
  }
  return { release: () => database.close() }
}
