// The tables of a database as they are, for a backup and for a restore.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { DatabaseKind } from '../../db/kind.ts'
import { UNFINISHED_RESTORE } from '../../db/meta.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import type { BackupLine, BackupTable, BackupValue } from './backup-file.ts'

/** What the migrations keep for themselves. */
const OF_MIGRATIONS: ReadonlySet<string> = new Set(['migration', 'migration_lock'])
const MAX_ROWS = 2000
const MIN_ROWS = 20
/** A page of rows takes about so much memory: texts of calls are long, counters are short. */
const PAGE_BYTES = 4 * 1024 * 1024

type Row = Readonly<Record<string, unknown>>
interface Shape extends BackupTable {
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[]
  /** Whole numbers, which some drivers give as text. */
  readonly integers: ReadonlySet<string>
}

/** Steps of migration that the database has seen. */
export async function findSteps(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(database.read)
  return rows.map(({ name }) => name)
}

/**
 * All rows of all tables at one moment, `meta` last. May run next to a working server, whose calls it does not keep waiting.
 * @throws Error where a table has no primary key
 */
export async function* everything(database: Database): AsyncIterable<BackupLine> {
  const { read, kind } = database
  // By hand, since lines are handed out while the transaction is open.
  const snapshot = read.startTransaction()
  const begun = await (kind === 'sqlite' ? snapshot : snapshot.setIsolationLevel('repeatable read')).execute()
  try {
    for (const shape of await shapesOf(begun, kind)) {
      yield { of: { table: shape.table, columns: shape.columns } }
      for await (const row of rowsOf(begun, shape))
        yield { row: shape.columns.map((column) => portable(row[column], shape.integers.has(column))) }
    }
  } finally {
    await begun.rollback().execute()
  }
}

async function* rowsOf<Schema>(db: Kysely<Schema>, { table, columns, key }: Shape): AsyncIterable<Row> {
  const select = sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}`
  const order = sql.join(key.map((column) => sql.ref(column)))
  let limit = 200
  let last: Row | undefined
  for (;;) {
    const { rows }: { rows: Row[] } =
      await sql<Row>`${select} ${last ? sql`where ${after(key, last)}` : sql``} order by ${order} limit ${sql.lit(limit)}`.execute(db)
    yield* rows
    if (rows.length < limit) return
    last = rows.at(-1)
    const bytes = rows.reduce((sum, row) => sum + Object.values(row).reduce<number>((all, value) => all + String(value).length, 0), 1)
    limit = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor((limit * PAGE_BYTES) / bytes)))
  }
}

/** Behind a row in the order of a key. The first column is compared twice: MySQL finds the place by an index only so. */
function after(key: readonly string[], row: Row): RawBuilder<boolean> {
  const [first = '', ...others] = key
  const behind = (names: readonly string[]): RawBuilder<boolean> => {
    const [name = '', ...rest] = names
    const larger = sql<boolean>`${sql.ref(name)} > ${row[name]}`
    return rest.length === 0 ? larger : sql<boolean>`(${larger} or (${sql.ref(name)} = ${row[name]} and ${behind(rest)}))`
  }
  return others.length === 0 ? behind(key) : sql<boolean>`${sql.ref(first)} >= ${row[first]} and ${behind(key)}`
}

function portable(value: unknown, isInteger: boolean): BackupValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  const number = Number(value)
  return isInteger && Number.isSafeInteger(number) ? number : String(value)
}

/** The tables by name, `meta` last: with it a restore is finished. */
async function shapesOf<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<Shape[]> {
  const { rows } = await columnsOf[kind].execute(db)
  const tables = new Map<string, { name: string; type: string; key: number }[]>()
  for (const { table_name, name, type, key_order } of rows) {
    const columns = tables.get(table_name) ?? []
    tables.set(table_name, columns)
    columns.push({ name, type, key: Number(key_order ?? 0) })
  }
  const names = [...tables.keys()]
    .filter((name) => !OF_MIGRATIONS.has(name))
    .sort((a, b) => Number(a === 'meta') - Number(b === 'meta') || (a < b ? -1 : 1))
  return names.map((table) => {
    const columns = tables.get(table) ?? []
    const key = columns.filter((column) => column.key > 0).sort((a, b) => a.key - b.key)
    if (key.length === 0) throw new Error(`The table ${table} has no primary key, so it cannot be read page by page.`)
    return {
      table,
      columns: columns.map(({ name }) => name),
      key: key.map(({ name }) => name),
      integers: new Set(columns.filter(({ type }) => /int|serial/i.test(type)).map(({ name }) => name)),
    }
  })
}

interface ColumnRow {
  readonly table_name: string
  readonly name: string
  readonly type: string
  /** Its place in the primary key, from 1. */
  readonly key_order: number | string | null
}

const columnsOf: Readonly<Record<DatabaseKind, RawBuilder<ColumnRow>>> = {
  sqlite: sql`select m.name as table_name, c.name as name, c.type as type, c.pk as key_order
    from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and substr(m.name, 1, 7) <> 'sqlite_' order by m.name, c.cid`,
  postgres: sql`select c.table_name, c.column_name as name, c.data_type as type, k.ordinal_position as key_order
    from information_schema.columns c
    left join information_schema.table_constraints t
      on t.table_schema = c.table_schema and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
    left join information_schema.key_column_usage k
      on k.constraint_schema = t.constraint_schema and k.constraint_name = t.constraint_name and k.table_name = c.table_name and k.column_name = c.column_name
    where c.table_schema = current_schema() order by c.table_name, c.ordinal_position`,
  mysql: sql`select c.table_name as table_name, c.column_name as name, c.data_type as type, k.ordinal_position as key_order
    from information_schema.columns c
    left join information_schema.key_column_usage k
      on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = c.column_name and k.constraint_name = 'PRIMARY'
    where c.table_schema = database() order by c.table_name, c.ordinal_position`,
}

/** Begins a restore. False: somebody uses this database already. What an unfinished restore has left is removed. */
export const beginRestore = writeTask<null, boolean>('backup.begin-restore', async (tx) => {
  const isUnfinished = await tx.db.selectFrom('meta').select('key').where('key', '=', UNFINISHED_RESTORE).executeTakeFirst()
  const user = await tx.db.selectFrom('user').select('id').limit(1).executeTakeFirst()
  if (user && !isUnfinished) return false
  for (const { table } of await shapesOf(tx.db, tx.kind)) await sql`delete from ${sql.table(table)}`.execute(tx.db)
  await tx.db.insertInto('meta').values({ key: UNFINISHED_RESTORE, value: '' }).execute()
  return true
})

interface RestoredRows extends BackupTable {
  readonly rows: readonly (readonly BackupValue[])[]
}

/** Writes rows of one table. Those of `meta` finish the restore. */
export const restoreRows = writeTask<RestoredRows, null>('backup.restore-rows', async (tx, { table, columns, rows }) => {
  if (table === 'meta') await tx.db.deleteFrom('meta').where('key', '=', UNFINISHED_RESTORE).execute()
  if (rows.length === 0) return null
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`))
  await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(tx.db)
  return null
})

/** Lets the numbers of new rows begin behind those that were restored. */
export const moveNumbers = writeTask<null, null>('backup.move-numbers', async (tx) => {
  // SQLite and MySQL look at the rows themselves.
  if (tx.kind === 'postgres') await moveSequences(tx)
  return null
})

async function moveSequences(tx: WriteTx): Promise<void> {
  const { rows } = await sql<{ table_name: string; name: string }>`select table_name, column_name as name from information_schema.columns
    where table_schema = current_schema() and column_default like 'nextval(%'`.execute(tx.db)
  for (const { table_name, name } of rows) {
    const sequence = sql`pg_get_serial_sequence(${`"${table_name}"`}, ${name})`
    await sql`select setval(${sequence}, (select coalesce(max(${sql.ref(name)}), 0) + 1 from ${sql.table(table_name)}), false)`.execute(
      tx.db,
    )
  }
}
