// Places for test databases. SQLite is always there; PostgreSQL and MariaDB are found by WAYSTATION_TEST_POSTGRES and WAYSTATION_TEST_MYSQL,
// else at their usual local ports. Only databases named waystation_test_* are made and dropped (decision D6).
//
// Before a run one database of each kind is migrated, and the others are copied from it: migrating each anew takes a second on MariaDB.
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RowDataPacket } from 'mysql2/promise'
import type { Database } from '../../db/database.ts'
import type { DatabaseAddress, DatabaseKind } from '../../db/kind.ts'
import { openDatabase } from '../../db/open-database.ts'
import { writeTasks } from '../../domain/write-tasks.ts'
import { MYSQL, type MysqlConnection, onMysql, POSTGRES, runMysql, runPostgres } from './database-servers.ts'
import { keptThreads } from './kept-threads.ts'

const taskModules = [new URL('../../domain/write-tasks.ts', import.meta.url)]

/** A place for a database, which is gone after `drop`. */
export interface TestPlace {
  readonly address: DatabaseAddress
  drop(): Promise<void>
}

/** What the databases of a kind are copied from: a file of SQLite, a database of PostgreSQL, a file of statements for MariaDB. */
type Templates = Readonly<Partial<Record<DatabaseKind, string>>>
const TEMPLATES = 'WAYSTATION_TEST_TEMPLATES'
const templates = (): Templates => JSON.parse(process.env[TEMPLATES] ?? '{}') as Templates

/** Opens and migrates a database with all write tasks, without the lock that excludes other processes. */
export function openTestDatabase(address: DatabaseAddress, threads = keptThreads): Promise<Database> {
  return openDatabase({
    address,
    taskModules,
    tasks: writeTasks,
    isExclusive: false,
    onDeath: (error) => {
      throw error
    },
    threads,
  })
}

/** A place with nothing in it, where a database is made and migrated when it is opened. */
export async function emptyPlace(kind: DatabaseKind): Promise<TestPlace> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'waystation-test-'))
    return { address: { kind, path: join(folder, 'test.db') }, drop: async () => rmSync(folder, { recursive: true, force: true }) }
  }
  return serverPlace(kind, (name) => (kind === 'postgres' ? runPostgres : runMysql)(`create database ${name}`))
}

/**
 * A place with a migrated database and nothing in its tables; an empty place where this run has made no template. Tests have theirs from
 * `eachKind`, `eachDatabase` or `sqlitePlace`; this is for what serves them.
 */
export async function testPlace(kind: DatabaseKind): Promise<TestPlace> {
  const template = templates()[kind]
  if (template === undefined) return emptyPlace(kind)
  if (kind === 'postgres') return serverPlace(kind, (name) => runPostgres(`create database ${name} template ${template}`))
  const place = await emptyPlace(kind)
  if (place.address.kind === 'sqlite') copyFileSync(template, place.address.path)
  else await onMysql(place.address.url, (connection) => connection.query(readFileSync(template, 'utf8')))
  return place
}

async function serverPlace(kind: Exclude<DatabaseKind, 'sqlite'>, create: (name: string) => Promise<void>): Promise<TestPlace> {
  const name = `waystation_test_${randomBytes(6).toString('hex')}`
  await create(name)
  const url = new URL(kind === 'postgres' ? POSTGRES : MYSQL)
  url.pathname = `/${name}`
  return {
    address: { kind, url: url.toString() },
    drop: () =>
      kind === 'postgres' ? runPostgres(`drop database if exists ${name} with (force)`) : runMysql(`drop database if exists ${name}`),
  }
}

/** Makes what is not made yet of the templates for these kinds. What it answers takes away what it made. */
export async function makeTemplates(kinds: readonly DatabaseKind[]): Promise<() => Promise<void>> {
  const drops: (() => Promise<void>)[] = []
  const made: Partial<Record<DatabaseKind, string>> = { ...templates() }
  for (const kind of kinds) {
    if (made[kind] !== undefined) continue
    const place = await emptyPlace(kind)
    drops.push(place.drop)
    await (await openTestDatabase(place.address)).close()
    made[kind] = await templateOf(place.address)
  }
  process.env[TEMPLATES] = JSON.stringify(made)
  return async () => {
    for (const drop of drops) await drop()
  }
}

async function templateOf(address: DatabaseAddress): Promise<string> {
  if (address.kind === 'sqlite') return address.path
  if (address.kind === 'postgres') return new URL(address.url).pathname.slice(1)
  const file = join(mkdtempSync(join(tmpdir(), 'waystation-test-')), 'template.sql')
  writeFileSync(file, await onMysql(address.url, statementsOf))
  return file
}

/** All tables and their rows as statements. */
async function statementsOf(connection: MysqlConnection): Promise<string> {
  const rowsOf = async (query: string) => (await connection.query<RowDataPacket[]>(query))[0]
  const statements = ['set foreign_key_checks = 0']
  for (const table of (await rowsOf('show tables')).map((row) => String(Object.values(row)[0]))) {
    statements.push(String((await rowsOf(`show create table \`${table}\``))[0]?.['Create Table']))
    for (const row of await rowsOf(`select * from \`${table}\``))
      statements.push(connection.format(`insert into \`${table}\` set ?`, [row]))
  }
  return statements.join(';\n')
}
