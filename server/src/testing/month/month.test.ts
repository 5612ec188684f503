import { expect, test } from 'vitest'
import { eachKind } from '../databases.ts'
import { runMonth } from './month.ts'

const CALLS = 2000

eachKind('a generated month', (kind) => {
  test(`${CALLS} calls and everything else that moves money: every number on every screen is what the entries come to`, async () => {
    const { comparisons, kinds, books, entries } = await runMonth({ database: kind, calls: CALLS, seed: 20_260_901 })
    expect(comparisons.filter(({ screen, entries: found }) => screen !== found)).toEqual([])
    expect(comparisons.length).toBeGreaterThan(300)
    expect(books).toMatchObject({ differences: [], openHolds: 0, chargesWithoutLog: 0 })
    for (const [what, count] of kinds) expect([what, count > 0]).toEqual([what, true])
    const causes = [
      'settle',
      'recover',
      'correct',
      'house',
      'redeem',
      'epay',
      'stripe',
      'refund',
      'dispute',
      'debt',
      'rebate',
      'check-in',
      'aff-transfer',
      'adjust',
      'grant',
    ]
    expect([...entries.keys()]).toEqual(expect.arrayContaining(causes))
  }, 900_000)
})
