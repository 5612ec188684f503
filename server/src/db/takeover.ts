// The steps from before the first release were folded into one for each room (docs/decisions/0020-one-schema.md). A database that has seen
// all of them has the same schema; only what it says of itself is written anew.
import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from './kind.ts'

/** The last commit that had the steps of before. */
const LAST_COMMIT = '6681752'

const stepsOfBefore = [
  ...['0001-people', '0002-money', '0003-access', '0004-log', '0005-vault', '0006-responses', '0007-sign-in', '0008-channel-keys'],
  ...['0009-kept-answers', '0010-token-heads', '0011-house-part', '0012-channel-tests', '0013-usage-sums', '0014-log-cost'],
  ...['0015-hold-parts', '0016-outbox', '0017-people', '0018-messages', '0019-outside-sign-in', '0020-audit', '0021-second-factor'],
  ...['0022-money-in', '0023-wallet', '0024-price-version', '0025-statement', '0026-books', '0027-budget'],
]

// The query builder's own way reads all columns of all tables, which takes MySQL a tenth of a second.
export const tableNames = {
  sqlite: sql<{ name: string }>`select name from sqlite_schema where type = 'table'`,
  postgres: sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`,
  mysql: sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = database()`,
}

/** The names of the steps that the database has seen; none where it is new. */
export async function stepsSeen<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<string[]> {
  const tables = (await tableNames[kind].execute(db)).rows.map(({ name }) => name)
  const recorded = tables.includes('migration') ? (await sql<{ name: string }>`select name from migration`.execute(db)).rows : []
  // MySQL keeps what a step made before it was cut off, and was not recorded. The first one of before began with this table, ours does not.
  if (recorded.length === 0 && tables.includes('meta')) return stepsOfBefore.slice(0, 1)
  return recorded.map(({ name }) => name)
}

/**
 * @param seen by the database
 * @param known the steps of this version
 * @param changedBy the version that changed the database last; undefined: it does not say
 * @throws Error with words for the operator where the database has seen others, be they later ones or not all of before
 */
export async function refuseOthers(
  seen: readonly string[],
  known: readonly string[],
  changedBy: () => Promise<string | undefined>,
): Promise<void> {
  const others = seen.filter((name) => !known.includes(name))
  const later = others.filter((name) => !stepsOfBefore.includes(name))
  if (later.length > 0) {
    const version = await changedBy()
    const who = version === undefined ? 'Another version of Waystation, probably a newer one,' : `Waystation ${version}`
    throw new Error(
      `${who} has changed this database: it has seen the migrations ${later.join(', ')}, which this version does not know. Nothing was changed. Start that version, or restore a backup from before it.`,
    )
  }
  if (others.length > 0 && !sawAllOfBefore(seen))
    throw new Error(
      `This database comes from before the first release, and not from the last version before it: it has seen ${others.length} of ${stepsOfBefore.length} migrations. Nothing was changed. Start the version of commit ${LAST_COMMIT} on it once, which runs the others, and then this one.`,
    )
}

/** Has the database seen all steps of before, and no other? */
export const sawAllOfBefore = (seen: readonly string[]): boolean =>
  seen.length === stepsOfBefore.length && stepsOfBefore.every((name) => seen.includes(name))

/**
 * Records these steps in the place of those of before, and runs none. Processes that do it at once wait for each other, and one that dies
 * in between has changed nothing.
 */
export async function takeOver<Schema>(db: Kysely<Schema>, kind: DatabaseKind, names: readonly string[]): Promise<void> {
  const lock = { lockTable: 'migration_lock', lockRowId: 'migration_lock' }
  const now = new Date().toISOString()
  await db.connection().execute(async (connection) => {
    const { adapter } = connection.getExecutor()
    await adapter.acquireMigrationLock(connection, lock)
    try {
      await connection.transaction().execute(async (transaction) => {
        if (!sawAllOfBefore(await stepsSeen(transaction, kind))) return
        await sql`delete from migration`.execute(transaction)
        await sql`insert into migration (name, timestamp) values ${sql.join(names.map((name) => sql`(${name}, ${now})`))}`.execute(
          transaction,
        )
      })
    } finally {
      await adapter.releaseMigrationLock(connection, lock)
    }
  })
}
