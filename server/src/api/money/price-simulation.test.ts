// The simulator through its door: who may look, what is refused in words, and that looking changes nothing. What it comes to is tested with
// real charges in gateway/behaviour/price-simulator.test.ts.
import { simulatePrices } from '@waystation/contract/api/money/price-review'
import type { ChargeFact } from '@waystation/contract/calls/log'
import type { PriceSimulation } from '@waystation/contract/prices/price-review'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commitBatch, openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import type { LogDraft } from '../../domain/ledger/operation.ts'
import { PriceSimulator, type SimulationRequest } from '../../domain/pricing/simulation/price-simulator.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { pollFor } from '../../testing/time/poll.ts'
import { route } from '../http/route.ts'

let console: TestConsole
let admin: Visitor
let root: Visitor

const charge = (model: string, tokens: number): ChargeFact => ({
  ...{ kind: 'per-token', price_source: 'ratio', priced_model: model, model_ratio: '1', group_ratio: '1', quota: tokens, held: tokens },
  lines: [{ bucket: 'freshInput', tokens, weight: '1' }],
})

let seq = 0
/** Writes calls that were charged at a ratio of 1; without a charge where a call has no details. */
async function write(calls: readonly { model: string; tokens: number; userId?: number; hasCharge?: boolean }[]): Promise<void> {
  const accounts = await console.database.run(openSystemAccounts, null)
  const operations = calls.map(({ model, tokens, userId = 1, hasCharge = true }, at) => {
    const who = { type: 2, userId, username: `user-${userId}`, channelId: 0, tokenId: 1, tokenName: 't', group: 'default', isStream: false }
    const other = hasCharge ? JSON.stringify({ charge: charge(model, tokens) }) : ''
    const log: LogDraft = { ...who, model, useTime: 1, promptTokens: tokens, completionTokens: 0, quota: tokens, clientIp: '', other }
    return { kind: 'log' as const, id: `01ARZ3NDEKTSV4RRF${seq}${String(at).padStart(8, '0')}`, log }
  })
  seq += 1
  await console.database.run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq, operations, accounts })
}

const english = { 'accept-language': 'en' }
const ask = async (body: object, as = admin, headers = english) =>
  console.call('POST /api/price/simulate', { as, body: { changes: {}, ...body }, headers })
const simulate = async (changes: Record<string, string>, days?: number): Promise<PriceSimulation> => {
  const { json } = await ask({ changes, ...(days === undefined ? {} : { days }) })
  expect(json.success, json.message).toBe(true)
  return json.data as PriceSimulation
}

beforeAll(async () => {
  console = await openConsole()
  admin = await console.user('admin', 10)
  root = await console.root()
  await console.call('PUT /api/option/', { as: admin, body: { key: 'ModelRatio', value: '{"a":1,"b":1,"c":1}' } })
  await write([
    ...[10, 20, 30].map((tokens) => ({ model: 'a', tokens })),
    ...[100, 200].map((tokens) => ({ model: 'b', tokens, userId: 2 })),
    { model: 'c', tokens: 1000, userId: 3 },
    { model: 'c', tokens: 7, userId: 3, hasCharge: false },
  ])
})
afterAll(() => console.close())

test('models come by how much changes, users by how much more they pay, and rows that say too little apart', async () => {
  const simulated = await simulate({ ModelRatio: '{"a":3,"b":1.5,"c":1.05}' })
  expect(simulated).toMatchObject({
    ...{ calls: 6, before: 1360, after: 1680, cost: null, cost_calls: 0, skipped: { calls: 1, before: 7 }, is_partial: false },
    ...{ users_total: 3, users_over_10_percent: 2, unpriced: [] },
  })
  expect(simulated.models).toEqual([
    { model: 'b', calls: 2, before: 300, after: 450 },
    { model: 'a', calls: 3, before: 60, after: 180 },
    { model: 'c', calls: 1, before: 1000, after: 1050 },
  ])
  expect(simulated.users.map(({ user_id, after }) => [user_id, after])).toEqual([
    [1, 180],
    [2, 450],
    [3, 1050],
  ])
  expect(simulated.to - simulated.from).toBe(7 * 86_400)
  expect((await simulate({}, 90)).calls).toBe(6)
})

test('exactly a tenth more is not over a tenth', async () => {
  expect((await simulate({ ModelRatio: '{"a":1.1,"b":1.1,"c":1.1}' })).users_over_10_percent).toBe(0)
  expect((await simulate({ ModelRatio: '{"a":1,"b":1.11,"c":1.1}' })).users_over_10_percent).toBe(1)
})

describe('settings are read as PUT /api/option/ reads them', () => {
  test.each<[Record<string, string>, string, string]>([
    [{ SystemName: 'x' }, 'not_a_price_setting', 'SystemName'],
    [{ '': '' }, 'not_a_price_setting', 'price setting'],
    [{ GroupRatio: '{"default":1}', ModelRatio: '{' }, 'not_json', 'Not a valid JSON string'],
    [{ ModelRatio: '{"a":-1}' }, 'bad_option', 'a: must be at least 0'],
    [{ ModelRatio: '{"constructor":1}' }, 'bad_option', 'ModelRatio'],
    [{ GroupRatio: '{"vip":1}' }, 'bad_option', 'group default'],
    [{ fallback_pricing_enabled: 'true' }, 'fallback_incomplete', 'price per call or both ratios'],
    [{ fallback_pricing_enabled: 'maybe' }, 'bad_option', 'fallback_pricing_enabled'],
    [{ QuotaPerUnit: '0' }, 'bad_option', 'QuotaPerUnit'],
    [{ ModelRatio: '{"a":1e300}' }, 'bad_option', 'a: must be at most 1000000'],
    [{ ModelPrice: '{"a":1e6}', QuotaPerUnit: '1000000000', GroupRatio: '{"default":1e6,"vip":1e6}' }, 'simulation_too_high', 'too high'],
  ])('%j is refused', async (changes, code, words) => {
    const { json } = await ask({ changes })
    expect(json).toMatchObject({ success: false, code, message: expect.stringContaining(words) })
    // At its setting, of whichever is refused for itself.
    const own = Object.keys(changes).at(-1) ?? ''
    if (code !== 'not_a_price_setting' && code !== 'simulation_too_high') expect(json.fields).toEqual({ [own]: json.message })
  })

  test('several are checked together, against what all of them leave', async () => {
    const { json } = await ask({ changes: { fallback_pricing_enabled: 'true', fallback_single_price: '0.01' } })
    expect(json.success, json.message).toBe(true)
  })

  test('an empty text takes all edits back, so the models of this house have no price', async () => {
    expect((await simulate({ ModelRatio: '' })).unpriced).toEqual([
      { model: 'a', calls: 3, rule: 'refused' },
      { model: 'b', calls: 2, rule: 'refused' },
      { model: 'c', calls: 1, rule: 'refused' },
    ])
  })

  test.each([0, 91, 1.5, '7', -1])('%j days are refused', async (days) => {
    expect((await ask({ days })).json).toMatchObject({ success: false })
  })
})

test('nobody below an admin looks, in neither language, and looking leaves nothing behind', async () => {
  const user = await console.user('plain')
  expect((await ask({}, user)).json.code).toBe('no_permission')
  expect((await ask({ changes: { SystemName: 'x' } }, root, { 'accept-language': 'zh' })).json.message).toBe('SystemName 不是价格设置')
  const stored = () => console.database.read.selectFrom('option').selectAll().orderBy('key').execute()
  const before = [await stored(), (await console.database.read.selectFrom('audit').selectAll().execute()).length]
  await simulate({ ModelRatio: '{"a":5}', GroupRatio: '{"default":9}' })
  expect([await stored(), (await console.database.read.selectFrom('audit').selectAll().execute()).length]).toEqual(before)
})

test('of two at the same time the second is told to wait, and the next one runs', async () => {
  const both = await Promise.all([ask({}), ask({})])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
  const refused = both.find(({ status }) => status === 429)
  expect(refused?.json).toMatchObject({
    success: false,
    code: 'simulation_running',
    message: expect.stringContaining('Wait until it is finished'),
  })
  expect((await ask({})).status).toBe(200)
})

describe('the work', () => {
  const simulator = (maxRows?: number) =>
    new PriceSimulator({
      ...{ database: console.database, options: console.options, bareName: () => undefined, now: () => Date.now() },
      ...(maxRows === undefined ? {} : { maxRows }),
    })
  const everything: SimulationRequest = { changes: {}, days: 1, caller: { role: 100 }, hasLeft: () => false }

  test('stops at the limit of rows and says from when on it looked', async () => {
    expect(await simulator(7).simulate(everything)).toMatchObject({ calls: 6, is_partial: false })
    const partial = await simulator(3).simulate(everything)
    expect(partial).toMatchObject({ is_partial: true })
    expect(partial.calls + partial.skipped.calls).toBe(3)
    expect(partial.from).toBeGreaterThan(partial.to - 3600)
  })

  test('stops when nobody waits for it, and lets the next one in', async () => {
    await write(Array.from({ length: 2000 }, () => ({ model: 'a', tokens: 1 })))
    const one = simulator()
    const left = await one.simulate({ ...everything, hasLeft: () => true })
    expect(left.calls + left.skipped.calls).toBeLessThan(2007)
    expect((await one.simulate(everything)).calls).toBe(2006)
  })
})

test('a handler sees that its client has closed the connection', async () => {
  const seen: boolean[] = []
  const { promise: isSeen, resolve } = Promise.withResolvers<void>()
  const waiting = route(simulatePrices, async ({ hasLeft }) => {
    seen.push(hasLeft())
    seen.push(await pollFor(async () => hasLeft(), Boolean))
    resolve()
    throw new Error('nobody reads this')
  })
  const other = await openConsole({ routes: (routes) => routes.map((one) => (one.endpoint.path === simulatePrices.path ? waiting : one)) })
  try {
    const { cookie, id } = await other.root()
    const url = await other.app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { cookie, 'waystation-user': String(id), 'content-type': 'application/json' }
    const leaving = new AbortController()
    const call = request(`${url}/api/price/simulate`, { method: 'POST', headers, body: '{"changes":{}}', signal: leaving.signal })
    await expect.poll(() => seen).toEqual([false])
    leaving.abort()
    await expect(call).rejects.toThrow()
    await isSeen
    expect(seen).toEqual([false, true])
  } finally {
    await other.close()
  }
})
