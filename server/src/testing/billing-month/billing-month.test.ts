import { isWhole } from '@waystation/wire/testing/matrix'
import { expect, test } from 'vitest'
import { eachKind } from '../databases/databases.ts'
import { faultsOf, runBillingMonth } from './billing-month.ts'

const CALLS = isWhole ? 2000 : 800

eachKind('a generated month', (kind) => {
  test(`${CALLS} calls and everything else that moves money: every number on every screen is what the entries come to`, async () => {
    expect(faultsOf(await runBillingMonth({ database: kind, calls: CALLS, seed: 20_260_901 }))).toEqual([])
  }, 900_000)
})
