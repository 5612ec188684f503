import type { ChargeFact } from '@waystation/contract/calls/log'
import { decimalText } from '@waystation/contract/money/rational'
import { expect, test } from 'vitest'
import { addUp } from './add-up.ts'

const charge = (fact: Partial<ChargeFact>): ChargeFact => ({
  kind: 'per-token',
  price_source: 'ratio',
  priced_model: 'm',
  lines: [],
  model_ratio: '1',
  group_ratio: '1',
  quota: 0,
  held: 0,
  ...fact,
})
const line = (bucket: string, tokens: number, weight: string) => ({ bucket, tokens, weight })

test('a charge adds up line by line to what was taken', () => {
  const lines = [line('freshInput', 33_742, '1'), line('cacheRead', 186_400, '0.1'), line('output', 12_860, '5')]
  const sum = addUp(charge({ model_ratio: '1.5', group_ratio: '1.2', lines }), 500_000)
  expect(sum?.lines.map(({ price, amount }) => [decimalText(price, 12, 2), decimalText(amount, 12, 6)])).toEqual([
    ['3.00', '0.101226'],
    ['0.30', '0.055920'],
    ['15.00', '0.192900'],
  ])
  expect(sum && decimalText(sum.subtotal, 12, 6)).toBe('0.350046')
  expect(sum && decimalText(sum.afterGroup, 12, 6)).toBe('0.4200552')
  expect(sum?.roundedUnits).toBe(210_028n)
  expect(sum?.isRounded).toBe(true)
})

test('a fraction of a unit is charged as one', () => {
  const sum = addUp(charge({ model_ratio: '0.075', lines: [line('freshInput', 2, '1')] }), 500_000)
  expect(sum).toMatchObject({ roundedUnits: 1n, isLeast: true })
})

test('a fixed price is per call', () => {
  const sum = addUp(charge({ kind: 'per-call', model_price: '0.04', group_ratio: '1.2', lines: [line('calls', 1, '1')] }), 500_000)
  expect(sum).toMatchObject({ roundedUnits: 24_000n, isRounded: false })
})

test('a record without its ratio is not guessed at', () => {
  expect(addUp({ ...charge({}), model_ratio: '' }, 500_000)).toBeUndefined()
})

test('a tier makes all tokens dearer, uses of tools come on top, and the group counts for both', () => {
  const sum = addUp(
    charge({
      model_ratio: '0.625',
      group_ratio: '0.5',
      lines: [line('freshInput', 1000, '1'), line('output', 100, '8')],
      tiers: [{ name: 'priority', factor: '2' }],
      uses: [{ kind: 'webSearch', count: 3, dollars: '0.01' }],
    }),
    500_000,
  )
  // (1000 + 800) × 0.625 × 2 = 2250 units, 3 × 5000 units of searches, half of it all
  expect(sum?.roundedUnits).toBe(8625n)
  expect(sum?.tiers.map(({ name }) => name)).toEqual(['priority'])
  expect(sum?.uses.map(({ kind, count }) => [kind, count])).toEqual([['webSearch', 3]])
})
