import { DatabaseSync } from 'node:sqlite'

/** How long a write waits for another process's lock before it gives up, in milliseconds (FLT-27). */
const BUSY_TIMEOUT_MS = 2000

/** Opens the file for the writer thread: WAL, and every commit is on disk before it is confirmed. */
export function openForWriting(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec(`
    pragma busy_timeout = ${BUSY_TIMEOUT_MS};
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -16000;
    pragma wal_autocheckpoint = 10000;
  `)
  return database
}

/** Opens the file for reading only. */
export function openForReading(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true })
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma query_only = on; pragma cache_size = -16000; pragma temp_store = memory;`)
  return database
}
