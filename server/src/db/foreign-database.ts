// The database of another program, for reading alone: in one snapshot, with whatever tables and columns it has.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { RowDataPacket } from 'mysql2/promise'
import { type DatabaseAddress, databaseAddress } from './kind.ts'

/** A row by its columns, as the driver gives it. */
export type ForeignRow = Readonly<Record<string, unknown>>

export interface ForeignDatabase {
  readonly tables: ReadonlySet<string>
  /** The rows of a table in the order of a unique column, in pages. @param from only those in which a column has this value or more */
  pages(
    table: string,
    key: string,
    from?: { readonly column: string; readonly least: number | string },
  ): AsyncIterable<readonly ForeignRow[]>
  /** All rows of a table whose key has several columns. */
  all(table: string): Promise<readonly ForeignRow[]>
  /** How many rows a table has, and what a column comes to in all of them: as the database itself adds it up. @throws InexactSum */
  sum(table: string, column?: string): Promise<{ count: number; sum: number }>
  close(): Promise<void>
}

const PAGE_ROWS = 500

/** What the three databases differ in. */
interface Driver {
  query(text: string, values: readonly unknown[]): Promise<readonly ForeignRow[]>
  readonly quote: (name: string) => string
  /** The place of a value in a query, from 1. */
  readonly placeholder: (at: number) => string
  readonly tableNames: string
  close(): Promise<void>
}

/**
 * Opens it. Whatever it is asked, it changes nothing there, and sees nothing that is written meanwhile.
 * @throws Error with words for the operator, never with a part of the address
 */
export async function openForeignDatabase(address: DatabaseAddress): Promise<ForeignDatabase> {
  const driver = await openDriver(address)
  const named = await driver.query(driver.tableNames, [])
  return {
    tables: new Set(named.map(({ name }) => String(name))),
    async *pages(table, key, from) {
      const by = driver.quote(key)
      for (let last: unknown; ; ) {
        const bounds = [
          ...(last === undefined ? [] : [[`${by} >`, last]]),
          ...(from ? [[`${driver.quote(from.column)} >=`, from.least]] : []),
        ]
        const where = bounds.map(([bound], at) => `${at === 0 ? 'where' : 'and'} ${bound} ${driver.placeholder(at + 1)}`).join(' ')
        const text = `select * from ${driver.quote(table)} ${where} order by ${by} limit ${PAGE_ROWS}`
        const rows = await driver.query(
          text,
          bounds.map(([, value]) => value),
        )
        if (rows.length > 0) yield rows
        if (rows.length < PAGE_ROWS) return
        last = rows.at(-1)?.[key]
      }
    },
    all: (table) => driver.query(`select * from ${driver.quote(table)}`, []),
    async sum(table, column) {
      const added = column === undefined ? '' : `, sum(${driver.quote(column)}) as added`
      const [row] = await driver.query(`select count(*) as counted${added} from ${driver.quote(table)}`, [])
      return { count: exact(row?.counted), sum: exact(row?.added) }
    },
    close: () => driver.close(),
  }
}

/** A sum as a number; sums come as texts where they may exceed a double. @throws InexactSum where it does */
function exact(value: unknown): number {
  const number = value === null || value === undefined ? 0 : Number(String(value))
  if (!Number.isSafeInteger(number)) throw new InexactSum('a sum of the other database is more than this program counts exactly')
  return number
}

/** What the other database adds up to cannot be compared. */
export class InexactSum extends Error {
  override readonly name = 'InexactSum'
}

function openDriver(address: DatabaseAddress): Promise<Driver> {
  if (address.kind === 'sqlite') return openSqlite(address.path)
  return address.kind === 'postgres' ? openPostgres(address.url) : openMysql(address.url)
}

async function openSqlite(path: string): Promise<Driver> {
  if (!existsSync(path)) throw new Error(`there is no file ${path}`)
  const file = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  file.exec('begin')
  return {
    query: async (text, values) => {
      const statement = file.prepare(text)
      statement.setReadBigInts(true)
      return statement.all(...values.map((value) => (typeof value === 'number' || typeof value === 'bigint' ? value : String(value))))
    },
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    placeholder: () => '?',
    tableNames: "select name from sqlite_master where type in ('table', 'view')",
    close: async () => file.close(),
  }
}

async function openPostgres(url: string): Promise<Driver> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A connection that breaks while in use fails the query that uses it.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin transaction isolation level repeatable read, read only')
  return {
    query: async (text, values) => (await client.query(text, [...values])).rows,
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    placeholder: (at) => `$${at}`,
    tableNames: 'select table_name as name from information_schema.tables where table_schema = current_schema()',
    close: () => client.end(),
  }
}

async function openMysql(url: string): Promise<Driver> {
  const { createConnection } = await import('mysql2/promise')
  const exact = { supportBigNumbers: true, bigNumberStrings: true, timezone: 'Z' }
  const connection = await createConnection({ uri: url, connectTimeout: 10_000, charset: 'utf8mb4_bin', ...exact })
  connection.on('error', () => {})
  await connection.query('set transaction isolation level repeatable read')
  await connection.query('start transaction with consistent snapshot, read only')
  return {
    query: async (text, values) => (await connection.query<RowDataPacket[]>(text, [...values]))[0],
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    placeholder: () => '?',
    tableNames: 'select table_name as name from information_schema.tables where table_schema = database()',
    close: () => connection.end(),
  }
}

/** The form of Go's driver of MySQL: `user:password@tcp(host:3306)/name?…`. */
const GO_FORM = /^([^:@/]+)(?::(.*))?@(?:tcp)?\(([^)]+)\)\/([^?]+)(?:\?.*)?$/

/**
 * Reads where the database of another program is: an address as DATABASE_URL has it, the file of a SQLite database, or the form that
 * programs in Go write for MySQL.
 * @throws Error naming the accepted forms, never with a part of the address
 */
export function foreignAddress(text: string): DatabaseAddress {
  const [, user, password = '', host, name] = GO_FORM.exec(text) ?? []
  if (user && host && name)
    return databaseAddress(`mysql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}/${encodeURIComponent(name)}`)
  if (!/^\w+:/.test(text)) return { kind: 'sqlite', path: text.split('?')[0] ?? text }
  try {
    return databaseAddress(text)
  } catch (error) {
    throw new Error(String(error instanceof Error ? error.message : error).replaceAll('DATABASE_URL', 'the address of --dsn'))
  }
}
