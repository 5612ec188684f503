import type { ChargeFact } from '@waystation/contract/calls/log'
import { noUsage } from '@waystation/contract/calls/usage'
import { perBucket } from '@waystation/contract/prices/price-buckets'
import { expect, test } from 'vitest'
import { compilePrice } from '../price-call.ts'
import { isEnoughFor, recordedUse } from './recorded-use.ts'

const charge: ChargeFact = {
  kind: 'per-token',
  price_source: 'ratio',
  priced_model: 'model',
  lines: [
    { bucket: 'freshInput', tokens: 10, weight: '1' },
    { bucket: 'output', tokens: 5, weight: '2' },
  ],
  group_ratio: '1',
  quota: 20,
  held: 30,
}
const perCall: ChargeFact = { ...charge, kind: 'per-call', lines: [{ bucket: 'calls', tokens: 1, weight: '1' }], model_price: '0.1' }
const parts = {
  channels: new Map([[5, { type: 1, prefix: 'p/' }]]),
  bareName: (model: string, type: number) => (type === 1 && model.endsWith('-high') ? model.slice(0, -5) : undefined),
}
const row = { createdAt: 1, userId: 1, username: 'ann', channelId: 5, group: 'vip', model: 'model', quota: 20 }
const read = (other: unknown, fields: Partial<typeof row> = {}) =>
  recordedUse({ ...row, ...fields, other: typeof other === 'string' ? other : JSON.stringify(other) }, parts)

const common = { model: 'model', groupRatio: '1', quotaPerUnit: 500_000, version: 0, source: 'ratio' } as const
const weights = perBucket(() => '1')
const tokenPrice = compilePrice({ ...common, kind: 'per-token', ratio: '1', weights })
const searchPrice = compilePrice({ ...common, kind: 'per-token', ratio: '1', weights, uses: { webSearch: '0.01' } })
const callPrice = compilePrice({ ...common, source: 'price', kind: 'per-call', dollars: '0.1' })

test('lines of one bucket are added up: a batch has one for each length of prompt', () => {
  const lines = [charge.lines[0], { bucket: 'freshInput', tokens: 7, weight: '2' }]
  expect(read({ charge: { ...charge, lines, tiers: [{ name: 'batch', factor: '0.5' }] } })?.usage).toMatchObject({
    freshInput: 17,
    tiers: ['batch'],
  })
})

test('the lines of a charge are its usage', () => {
  const tiers = [{ name: 'priority', factor: '2' }]
  const uses = [
    { kind: 'webSearch', count: 3, dollars: '0.01' },
    { kind: 'request', count: 1, dollars: '0.005' },
  ]
  const unbilled = { uses: { fileSearch: 2 }, tiers: ['geo:us'] }
  const use = read({ charge: { ...charge, tiers, uses, unbilled } })
  const used = { uses: { webSearch: 3, fileSearch: 2 }, tiers: ['priority', 'geo:us'] }
  expect(use?.usage).toEqual({ ...noUsage, freshInput: 10, output: 5, calls: 1, ...used })
  expect(use?.query).toEqual({ requested: 'model', upstream: 'model', channelType: 1, group: 'vip' })
})

test('a charge without a line was no call, unless it says so', () => {
  expect(read({ charge: { ...charge, lines: [] } })?.usage.calls).toBe(0)
  expect(read({ charge: { ...charge, lines: [], unbilled: { calls: 1 } } })?.usage.calls).toBe(1)
})

test('a fixed price says the tokens beside it; an older row without them is enough for a fixed price alone', () => {
  const now = read({ charge: { ...perCall, unbilled: { tokens: { freshInput: 7, cacheRead: 2 } } } })
  expect(now?.usage).toEqual({ ...noUsage, freshInput: 7, cacheRead: 2, calls: 1 })
  expect(now && isEnoughFor(now, tokenPrice)).toBe(true)
  const old = read({ charge: perCall })
  expect(old && isEnoughFor(old, callPrice)).toBe(true)
  expect(old && isEnoughFor(old, tokenPrice)).toBe(false)
})

test('an older row names tools without a price, not how often they ran: it says too little once they have one', () => {
  const old = read({ charge: { ...charge, unpriced: ['webSearch'] } })
  expect(old && isEnoughFor(old, tokenPrice)).toBe(true)
  expect(old && isEnoughFor(old, searchPrice)).toBe(false)
})

test('names are those of the call: without the prefix, with what went upstream and endings that the vendor reads', () => {
  expect(read({ charge }, { model: 'p/model' })?.query.requested).toBe('model')
  const mapped = { charge: { ...charge, priced_model: 'far' }, is_model_mapped: true, upstream_model_name: 'far-high' }
  expect(read(mapped)?.query).toMatchObject({ requested: 'model', upstream: 'far-high' })
  expect(read({ charge }, { model: 'model-high' })?.query.requested).toBe('model-high')
})

test('a channel that is gone, or is another one now, does not matter where the row names what was priced', () => {
  expect(read({ charge }, { channelId: 6 })?.query).toMatchObject({ requested: 'model', channelType: 0 })
  expect(read({ charge }, { channelId: 6, model: 'p/model' })).toBeUndefined()
  expect(read({ charge }, { channelId: 6, model: 'model-high' })).toBeUndefined()
  expect(read({ charge }, { model: 'q/model' })).toBeUndefined()
})

test.each([
  ['no details', ''],
  ['no JSON', '{'],
  ['null', 'null'],
  ['a number', '7'],
  ['no charge', '{}'],
  ['a charge that is a word', '{"charge":"x"}'],
  ['a bucket that there is not', { charge: { ...charge, lines: [{ bucket: 'dust', tokens: 1, weight: '1' }] } }],
  ['a bucket that every object has', { charge: { ...charge, lines: [{ bucket: 'constructor', tokens: 1, weight: '1' }] } }],
  ['half a token', { charge: { ...charge, lines: [{ bucket: 'output', tokens: 0.5, weight: '1' }] } }],
  ['less than nothing', { charge: { ...charge, lines: [{ bucket: 'output', tokens: -1, weight: '1' }] } }],
  ['uses that are no number', { charge: { ...charge, unbilled: { uses: { webSearch: 'many' } } } }],
])('a row with %s says too little', (_what, other) => {
  expect(read(other)).toBeUndefined()
})
