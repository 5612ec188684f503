// Who has which connection: each of two notes its statements, and four transactions want them at once.
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { type RunStatement, sqliteDialect } from './kysely-dialect.ts'

/** The statements of each connection, in their order. @param refuses which of them fails */
async function fourTransactions(refuses: (statement: string, connection: number) => boolean) {
  const statements: string[][] = [[], []]
  const connection =
    (at: number): RunStatement =>
    async (statement) => {
      statements[at]?.push(statement)
      await new Promise(setImmediate)
      if (refuses(statement, at)) throw new Error(`${statement} is refused`)
      return { rows: [], changes: 0, insertId: 0 }
    }
  const db = new Kysely<Record<string, never>>({ dialect: sqliteDialect([connection(0), connection(1)], 'begin') })
  const transactions = [1, 2, 3, 4].map((name) => db.transaction().execute(async (tx) => void (await sql.raw(String(name)).execute(tx))))
  const results = await Promise.allSettled(transactions)
  return { statements, results: results.map(({ status }) => status) }
}

test('transactions that want one connection have it one after another', async () => {
  const { statements, results } = await fourTransactions(() => false)
  expect(results).toEqual(Array(4).fill('fulfilled'))
  expect(statements).toEqual([
    ['begin', '1', 'commit', 'begin', '3', 'commit'],
    ['begin', '2', 'commit', 'begin', '4', 'commit'],
  ])
})

test('one that cannot be committed is rolled back before the next one begins', async () => {
  let commits = 0
  const { statements, results } = await fourTransactions((statement, at) => at === 0 && statement === 'commit' && ++commits === 1)
  expect(results).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(statements[0]).toEqual(['begin', '1', 'commit', 'rollback', 'begin', '3', 'commit'])
})
