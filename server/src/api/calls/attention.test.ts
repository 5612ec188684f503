// What needs attention, as those who run the site are told.
import type { Attention } from '@waystation/contract/channels/state/attention'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { autoDisableKey } from '../../domain/channel/keys/channel-key-store.ts'
import { openWithActivity, setFigures } from '../../domain/channel/testing/activity-rows.ts'
import { untold } from '../../domain/channel/testing/untold.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
let console: TestConsole
let root: Visitor

beforeAll(async () => {
  console = await openConsole({ now: () => now })
  root = await console.root()
})
afterAll(() => console.close())

const look = async () => (await console.call('GET /api/data/attention', { as: root })).json.data as Attention
const add = async (name: string, fields: Readonly<Record<string, unknown>> = {}) => {
  const draft = { name, type: 1, key: 'k', models: 'deepseek-v4-flash', ...fields }
  const { json } = await console.call('POST /api/channel/', { as: root, body: draft })
  expect(json.success, json.message).toBe(true)
  return (json.data as { id: number }).id
}
/** Refuses keys of a channel, the first ones, as a vendor does that will not take them any more. */
const refuseKeys = async (channelId: number, count: number) => {
  const keys = await console.database.read.selectFrom('channel_key').select('id').where('channel_id', '=', channelId).execute()
  for (const { id } of keys.slice(0, count))
    await console.database.run(autoDisableKey, {
      channelId,
      keyId: Number(id),
      reason: 'no credit left',
      telling: untold,
      keyTelling: untold,
    })
}

test('nothing needs attention where all is well', async () => {
  await add('well')
  const nothing = { total: 0, items: [] }
  expect(await look()).toEqual({
    ...{ disabled: nothing, weakened: nothing, one_left: nothing, failed_tests: nothing },
    ...{ balances: nothing, unpriced: nothing, ending: nothing, server_errors: 0 },
  })
})

test('keys that are used up are told before their channel is switched off, and the channel after', async () => {
  const [weak, last, gone] = [await add('weak', { key: 'a\nb\nc\nd' }), await add('last', { key: 'e\nf' }), await add('gone', { key: 'g' })]
  await refuseKeys(weak, 2)
  await refuseKeys(last, 1)
  await refuseKeys(gone, 1)
  expect(await look()).toMatchObject({
    weakened: { total: 1, items: [{ id: weak, name: 'weak', total: 4, disabled: 2, cooling: 0 }] },
    one_left: { total: 1, items: [{ id: last, name: 'last', total: 2 }] },
    disabled: { total: 1, items: [{ id: gone, name: 'gone', reason: 'no credit left', failure: null }] },
  })
})

test('balances below the bound, models without a price, and models that end within sixty days are told', async () => {
  await console.confirm(root, 'secret_options')
  const settings = {
    'notices.channel_balance_below': '5',
    'global.model_traits':
      '{"ending-model":{"ends_on":"2027-01-20","successor":"deepseek-v4-flash"},"later-model":{"ends_on":"2027-02-20"}}',
  }
  for (const [key, value] of Object.entries(settings))
    expect((await console.call('PUT /api/option/', { as: root, body: { key, value } })).json.success, key).toBe(true)
  const [poor, rich] = [await add('poor', { models: 'ending-model,later-model,deepseek-v4-flash' }), await add('rich')]
  const past = await openWithActivity(console.place.address)
  const figures = { used_quota: 0, response_time_ms: 0, tested_at: 0, balance_at: Math.floor(now / 1000) }
  await past.run(setFigures, { id: poor, ...figures, balance: '4.500000' })
  await past.run(setFigures, { id: rich, ...figures, balance: '50.000000' })
  await past.close()
  const told = await look()
  expect(told.balances).toMatchObject({ total: 1, items: [{ id: poor, name: 'poor', balance: '4.500000', days: null }] })
  expect(told.unpriced.items.map(({ model }) => model)).toEqual(['ending-model', 'later-model'])
  expect(told.ending).toMatchObject({ total: 1, items: [{ model: 'ending-model', days_left: 54, successor: 'deepseek-v4-flash' }] })
})

test('only administrators are told', async () => {
  const ann = await console.user('ann')
  expect((await console.call('GET /api/data/attention', { as: ann })).json.code).toBe('no_permission')
})
