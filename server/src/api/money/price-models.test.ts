// What stands beside the prices where they are set: which models are served and sold, which are refused, and what they may cost.
import type { PriceDeskModel } from '@waystation/contract/prices/price-desk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitBatch, openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import type { LogDraft } from '../../domain/ledger/operation.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let admin: Visitor

const who = { userId: 1, username: 'one', channelId: 0, tokenId: 1, tokenName: 't', group: 'default', isStream: false }
const logOf = (model: string, more: Partial<LogDraft>): LogDraft => ({
  ...who,
  ...{ type: 2, model, useTime: 1, promptTokens: 10, completionTokens: 5, quota: 7, clientIp: '', other: '' },
  ...more,
})

async function write(logs: readonly LogDraft[]): Promise<void> {
  const accounts = await console.database.run(openSystemAccounts, null)
  const operations = logs.map((log, at) => ({ kind: 'log' as const, id: `01ARZ3NDEKTSV4RRFF${String(at).padStart(8, '0')}`, log }))
  await console.database.run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq: 1, operations, accounts })
}

beforeAll(async () => {
  console = await openConsole()
  admin = await console.user('admin', 10)
  const root = await console.root()
  const channel = (models: string, more: object = {}) =>
    console.call('POST /api/channel/', { as: root, body: { name: models, type: 1, key: 'k', group: 'default', models, ...more } })
  await channel('gpt-5.1,house/gpt-5.1,nameless')
  await channel('nameless,gpt-5.1')
  await channel('off', { status: 2 })
  const refused = { type: 5, quota: 0, outcome: { kind: 'model_price_error' } }
  await write([
    logOf('nameless', refused),
    logOf('nameless', refused),
    logOf('gpt-5.1', { type: 5, outcome: { kind: 'rate_limit_exceeded' } }),
  ])
}, 180_000)
afterAll(() => console.close())

const listed = async (as = admin) => (await console.call('GET /api/price/models', { as })).json
const models = async () => new Map(((await listed()).data as PriceDeskModel[]).map((one) => [one.model, one]))

test('who serves a model, and how many of its calls were refused for want of a price', async () => {
  const of = await models()
  expect(of.get('gpt-5.1')).toMatchObject({ channels: 2, refused: 0, is_unpriced: false, suggestions: [] })
  expect(of.get('nameless')).toMatchObject({ channels: 2, refused: 2, is_unpriced: true, suggestions: [] })
  expect(of.get('off')).toBeUndefined()
})

test('a model without a price is suggested that of its other names, with who says so, and has it once that is saved', async () => {
  const found = (await models()).get('house/gpt-5.1')
  expect(found).toMatchObject({ is_unpriced: true })
  const [first] = found?.suggestions ?? []
  expect(first).toMatchObject({ source: 'OpenAI', prices: expect.arrayContaining([{ key: 'ModelRatio', proposed: 0.625 }]) })
  const changes = Object.fromEntries((first?.prices ?? []).map(({ key, proposed }) => [key, JSON.stringify({ 'house/gpt-5.1': proposed })]))
  const saved = await console.call('PUT /api/price/', { as: admin, body: { changes } })
  expect(saved.json.success, saved.json.message).toBe(true)
  expect((await models()).get('house/gpt-5.1')).toMatchObject({ is_unpriced: false, suggestions: [] })
})

test('tools, tiers and steps of length stand with the models that have them, served or not', async () => {
  const of = await models()
  expect(of.get('gpt-5.1')).toMatchObject({ uses: { webSearch: 0.01 }, tiers: { priority: 2, flex: 0.5 } })
  expect(of.get('claude-sonnet-4-5')).toMatchObject({ channels: 0, lengths: [{ above: 200_000, factors: { input: 2, output: 1.5 } }] })
  expect(of.get('nameless')).not.toHaveProperty('uses')
})

test('it is for admins', async () => {
  const user = await console.user('buyer')
  expect((await listed(user)).success).toBe(false)
})
