// A database as a file, and a file as a database of whatever kind.
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import {
  type BackupHead,
  type BackupLine,
  type BackupSums,
  type BackupTable,
  type BackupValue,
  readBackup,
  writeBackup,
} from './backup-file.ts'
import { beginRestore, everything, findSteps, moveNumbers, restoreRows } from './backup-store.ts'

/** What one insert may hold: SQLite takes 32,766 values, MySQL a packet of 16 MB. */
const MAX_VALUES = 30_000
const MAX_TEXT_LENGTH = 2_000_000
const NUL = '\u0000'

export interface BackupParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'sign'>
  /** Of this program. */
  readonly version: string
}

/** What the master key of a backup is known by, which tells nothing of the key. */
export const keyMark = (secrets: Pick<Secrets, 'sign'>): string => secrets.sign('backup', 'master key')

/** Writes everything at one moment to a file; secrets stay sealed as they are. May run next to a working server. */
export async function backUp({ database, secrets, version }: BackupParts, path: string): Promise<BackupSums> {
  const head = { version, at: Date.now(), kind: database.kind, steps: await findSteps(database), key: keyMark(secrets) }
  return writeBackup(path, head, everything(database))
}

export interface Restored extends BackupSums {
  /** Characters NUL in texts, which PostgreSQL does not take: in their place is U+FFFD. */
  readonly nuls: number
}

/**
 * Fills an empty database with a backup that was checked. Cut off, it leaves a database that no server starts on and the next restore begins anew with.
 * @param database migrated to the steps of the backup and no further
 * @throws Error with words for the operator where the database is in use, or the backup's secrets are sealed with another key
 */
export async function restore(
  { database, secrets }: Omit<BackupParts, 'version'>,
  path: string,
  head: BackupHead,
  onRows: (table: string, rows: number) => void = () => {},
): Promise<Restored> {
  if (head.key !== keyMark(secrets))
    throw new Error(
      'The secrets in this backup are sealed with another master key. Bring the master.key of that installation, or set MASTER_KEY, and try again.',
    )
  if (!(await database.run(beginRestore, null)))
    throw new Error('This database has users already. A backup is restored into an empty database: name another one with DATABASE_URL.')
  let [tables, rows, nuls] = [0, 0, 0]
  const clean = (value: BackupValue): BackupValue => {
    if (database.kind !== 'postgres' || typeof value !== 'string' || !value.includes(NUL)) return value
    nuls += 1
    return value.replaceAll(NUL, '\uFFFD')
  }
  for await (const { table, columns, rows: some } of batches(readBackup(path))) {
    if (table === 'meta') await database.run(moveNumbers, null)
    await database.run(restoreRows, { table, columns, rows: some.map((row) => row.map(clean)) })
    if (some.length === 0) tables += 1
    rows += some.length
    onRows(table, some.length)
  }
  return { tables, rows, nuls }
}

interface Batch extends BackupTable {
  readonly rows: (readonly BackupValue[])[]
}

/** Rows of one table together, as many as one insert takes; each table begins with a batch without rows, but `meta`, which is one batch. */
async function* batches(lines: AsyncIterable<BackupLine>): AsyncIterable<Batch> {
  let batch: Batch | undefined
  let text = 0
  for await (const line of lines) {
    if ('of' in line) {
      if (batch && batch.rows.length > 0) yield batch
      batch = { ...line.of, rows: [] }
      text = 0
      if (batch.table !== 'meta') yield { ...batch, rows: [] }
    } else if (batch) {
      batch.rows.push(line.row)
      text += line.row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
      const isFull = text > MAX_TEXT_LENGTH || (batch.rows.length + 1) * batch.columns.length > MAX_VALUES
      if (isFull && batch.table !== 'meta') {
        yield batch
        batch = { ...batch, rows: [] }
        text = 0
      }
    }
  }
  if (batch) yield batch
}
