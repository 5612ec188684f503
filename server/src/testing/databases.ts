// Store tests run on every database that this machine has. SQLite is always there; PostgreSQL and MariaDB are found by
// WAYSTATION_TEST_POSTGRES and WAYSTATION_TEST_MYSQL, else at their usual local ports. Only databases named waystation_test_* are made
// and dropped (decision D6).
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Database } from '../db/database.ts'
import type { DatabaseAddress, DatabaseKind } from '../db/kind.ts'
import { openDatabase } from '../db/open-database.ts'
import { writeTasks } from '../domain/write-tasks.ts'
import { MYSQL, POSTGRES, runMysql, runPostgres } from './database-servers.ts'

const taskModules = [new URL('../domain/write-tasks.ts', import.meta.url)]

/** An empty place for a database, which is gone after `drop`. */
export interface TestPlace {
  readonly address: DatabaseAddress
  drop(): Promise<void>
}

export interface DatabaseUnderTest {
  readonly kind: DatabaseKind
  /** The group's database, empty at its first test and shared by all of them. */
  database(): Database
  address(): DatabaseAddress
  /** A further connection to the same database, as another process would have it. Close it before the group ends. */
  openAnother(): Promise<Database>
}

/** Opens and migrates a database with all write tasks, without the lock that excludes other processes. */
export function openTestDatabase(address: DatabaseAddress): Promise<Database> {
  return openDatabase({
    address,
    taskModules,
    tasks: writeTasks,
    isExclusive: false,
    onDeath: (error) => {
      throw error
    },
  })
}

/** A new place for a database of one kind. Tests have theirs from `eachKind`, `eachDatabase` or `sqlitePlace`; this is for what serves them. */
export async function testPlace(kind: DatabaseKind): Promise<TestPlace> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'waystation-test-'))
    return { address: { kind, path: join(folder, 'test.db') }, drop: async () => rmSync(folder, { recursive: true, force: true }) }
  }
  const name = `waystation_test_${randomBytes(6).toString('hex')}`
  const run = kind === 'postgres' ? runPostgres : runMysql
  await run(`create database ${name}`)
  const url = new URL(kind === 'postgres' ? POSTGRES : MYSQL)
  url.pathname = `/${name}`
  return {
    address: { kind, url: url.toString() },
    drop: () => run(kind === 'postgres' ? `drop database if exists ${name} with (force)` : `drop database if exists ${name}`),
  }
}

/** A new place for a SQLite database, which every machine can have. */
export const sqlitePlace = (): Promise<TestPlace> => testPlace('sqlite')

/**
 * A group of tests for every kind of database, which open what they need by themselves. A missing kind is reported as a skipped test.
 * @example eachKind('the command line', (kind) => { test('…', async () => { const world = await openWorld({ database: kind }) … }) })
 */
export function eachKind(name: string, body: (kind: DatabaseKind) => void): void {
  for (const kind of ['sqlite', 'postgres', 'mysql'] as const) {
    const reason = absent[kind]
    if (reason === undefined) describe(`${name} on ${kind}`, () => body(kind))
    else test.skip(`${name} on ${kind}: not reachable (${reason})`)
  }
}

/**
 * The same with a database for the group.
 * @example eachDatabase('options', ({ database }) => { test('…', async () => { await database().run(…) }) })
 */
export function eachDatabase(name: string, body: (under: DatabaseUnderTest) => void): void {
  eachKind(name, (kind) => {
    let place: TestPlace | undefined
    let database: Database | undefined
    const there = <Value>(value: Value | undefined): Value => {
      if (value === undefined) throw new Error('the database is there only while tests run')
      return value
    }
    beforeAll(async () => {
      place = await testPlace(kind)
      database = await openTestDatabase(place.address)
    }, 180_000)
    afterAll(async () => {
      await database?.close()
      await place?.drop()
    }, 180_000)
    body({
      kind,
      database: () => there(database),
      address: () => there(place).address,
      openAnother: () => openTestDatabase(there(place).address),
    })
  })
}

/** Why a kind of database cannot be tested here; undefined: it can. */
const absent: Readonly<Record<DatabaseKind, string | undefined>> = {
  sqlite: undefined,
  postgres: await reasonOf(() => runPostgres('select 1')),
  mysql: await reasonOf(() => runMysql('select 1')),
}

async function reasonOf(ask: () => Promise<void>): Promise<string | undefined> {
  try {
    await ask()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error)
  }
}
