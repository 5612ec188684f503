// Store tests run on the databases that this run is for (WAYSTATION_TEST_DATABASES, see vitest.config.ts) and that this machine has.
import { afterAll, beforeAll, describe, test } from 'vitest'
import { cellsToTry } from '../../../../wire/testing/matrix.ts'
import type { Database } from '../../db/database.ts'
import type { DatabaseAddress, DatabaseKind } from '../../db/kind.ts'
import { openTestDatabase, type TestPlace, testPlace } from './database-places.ts'
import { absentDatabases } from './database-servers.ts'

export { openTestDatabase, type TestPlace, testPlace }

const absent = await absentDatabases()
/** The kinds that this run is for, whether this machine has them or not. */
export const kinds = (process.env.WAYSTATION_TEST_DATABASES ?? 'sqlite,postgres,mysql').split(',') as DatabaseKind[]

export interface DatabaseUnderTest {
  readonly kind: DatabaseKind
  /** The group's database, empty at its first test and shared by all of them. */
  database(): Database
  address(): DatabaseAddress
  /** A further connection to the same database, as another process would have it. Close it before the group ends. */
  openAnother(): Promise<Database>
}

/** A new place for a SQLite database, which every machine can have. */
export const sqlitePlace = (): Promise<TestPlace> => testPlace('sqlite')

/**
 * A group of tests for every kind of database, which open what they need by themselves. A missing kind is reported as a skipped test; one
 * that the tests are not about (`except`) is left out.
 * @example eachKind('the command line', (kind) => { test('…', async () => { const world = await openWorld({ database: kind }) … }) })
 */
export function eachKind(
  name: string,
  body: (kind: DatabaseKind) => void,
  { except = [] }: { readonly except?: readonly DatabaseKind[] } = {},
): void {
  for (const kind of kinds) {
    if (except.includes(kind)) continue
    const reason = absent[kind]
    if (reason === undefined) describe(`${name} on ${kind}`, () => body(kind))
    else test.skip(`${name} on ${kind}: not reachable (${reason})`)
  }
}

/**
 * The same with a database for the group.
 * @example eachDatabase('options', ({ database }) => { test('…', async () => { await database().run(…) }) })
 */
export function eachDatabase(
  name: string,
  body: (under: DatabaseUnderTest) => void,
  choice: { readonly except?: readonly DatabaseKind[] } = {},
): void {
  eachKind(
    name,
    (kind) => {
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
    },
    choice,
  )
}

/**
 * A group of tests for ways from one kind of database to another, or the same: whatever is tried, each kind is the first and the second of a way.
 * The second is empty at the first test.
 */
export function eachWay(name: string, body: (from: DatabaseKind, to: DatabaseUnderTest) => void): void {
  const ways = kinds.flatMap((from) => kinds.map((to) => ({ from, to })))
  const tried = cellsToTry(`${name}: from and to databases`, ways, ({ from, to }) => [from, to])
  for (const from of kinds)
    eachKind(
      `${name} from ${from}`,
      () => {
        for (const { to } of tried.filter((way) => way.from === from))
          eachDatabase('to another', (under) => body(from, under), { except: kinds.filter((kind) => kind !== to) })
      },
      { except: kinds.filter((kind) => kind !== from) },
    )
}
