// Tables of other gateways as their ORM (GORM) makes them, on the three databases, and rows in them. Columns are those of the sources that
// server/src/import names.
import type { DatabaseAddress, DatabaseKind } from '../../db/kind.ts'
import { emptyPlace, type TestPlace } from '../../testing/databases/database-places.ts'
import { runAt } from '../../testing/time/run-at.ts'

/** How GORM writes a type of Go for SQLite, PostgreSQL and MySQL. */
const types = {
  id: ['integer PRIMARY KEY AUTOINCREMENT', 'bigserial PRIMARY KEY', 'bigint AUTO_INCREMENT PRIMARY KEY'],
  key: ['text PRIMARY KEY', 'text PRIMARY KEY', 'varchar(191) PRIMARY KEY'],
  int: ['integer DEFAULT 0', 'bigint DEFAULT 0', 'bigint DEFAULT 0'],
  text: ['text', 'text', 'longtext'],
  char32: ['char(32)', 'char(32)', 'char(32)'],
  char48: ['char(48)', 'char(48)', 'char(48)'],
  bool: ['numeric', 'boolean', 'tinyint(1)'],
  real: ['real', 'decimal', 'double'],
  json: ['json', 'json', 'json'],
  time: ['datetime', 'timestamptz', 'datetime(3) NULL'],
} as const
type Type = keyof typeof types

/** Columns by type, names with spaces between them. */
type Columns = Readonly<Partial<Record<Type, string>>>

export type ForeignRows = readonly Readonly<Record<string, string | number | boolean | null>>[]

/** A table with its rows. A row names only what differs from NULL or the column's default. */
export interface ForeignTable {
  readonly columns: Columns
  readonly rows: ForeignRows
}

/** Makes a database with these tables. Columns that a row names and the table has not are left out: members of a family differ in them. */
export async function makeForeign(kind: DatabaseKind, tables: Readonly<Record<string, ForeignTable>>): Promise<TestPlace> {
  const place = await emptyPlace(kind)
  for (const [name, table] of Object.entries(tables)) await runAt(place.address, statementsOf(kind, name, table))
  return place
}

function statementsOf(kind: DatabaseKind, name: string, { columns, rows }: ForeignTable): string {
  const quoted = (text: string) => (kind === 'mysql' ? `\`${text}\`` : `"${text}"`)
  const at = (['sqlite', 'postgres', 'mysql'] as const).indexOf(kind)
  const listed = (Object.entries(columns) as [Type, string][]).flatMap(([type, names]) =>
    names.split(' ').map((column) => [column, type] as const),
  )
  const known = new Set(listed.map(([column]) => column))
  const create = `create table ${quoted(name)} (${listed.map(([column, type]) => `${quoted(column)} ${types[type][at]}`).join(', ')})`
  const inserts = rows.map((row) => {
    const given = Object.entries(row).filter(([column]) => known.has(column))
    const values = given.map(([, value]) => literal(kind, value))
    return `insert into ${quoted(name)} (${given.map(([column]) => quoted(column)).join(', ')}) values (${values.join(', ')})`
  })
  return [create, 'begin', ...inserts, 'commit'].join(';\n')
}

function literal(kind: DatabaseKind, value: string | number | boolean | null): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return kind === 'postgres' ? String(value) : String(Number(value))
  if (typeof value === 'number') return String(value)
  const text = value.replaceAll("'", "''")
  return `'${kind === 'mysql' ? text.replaceAll('\\', '\\\\') : text}'`
}

/** Where such a database is, as `--dsn` takes it. */
export const dsnOf = (address: DatabaseAddress): string => (address.kind === 'sqlite' ? address.path : address.url)
