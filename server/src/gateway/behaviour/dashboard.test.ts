// The dashboard after real calls: its sums are those of the log, whoever looks.
import type { UsageOverview, UsageRow } from '@waystation/contract/calls/data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openPayers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let channel: number
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'fake-chat': 1, 'other-chat': 3 } })
  channel = await world.addChannel({ name: 'the only one', models: 'fake-chat,other-chat' })
})
afterAll(() => world.close())

const ask = (model: string, more: object = {}, key = world.key) =>
  world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }], ...more }, { authorization: `Bearer ${key}` })
const overview = (query = '') => world.console.call<UsageOverview>('GET', `/api/data/overview?${query}`)
/** The fold comes once a second. */
const counted = (calls: number) => expect.poll(async () => (await overview()).totals.calls).toBe(calls)

test('charges are counted as they are logged, failures and tests of a channel are not', async () => {
  expect((await ask('fake-chat')).status).toBe(200)
  expect((await ask('other-chat', { stream: true })).status).toBe(200)
  world.provider.next([step.streamHead(), step.say('hel'), step.cut()])
  await ask('fake-chat', { stream: true })
  world.provider.next(scenario.refuse(400, 'your fault'))
  expect((await ask('fake-chat')).status).toBe(400)
  expect((await ask('no-such-model')).status).toBe(404)
  await world.console.ask('GET', `/api/channel/test/${channel}`)
  const rows = await world.logs(6)
  const charged = rows.filter((row) => row.type === 2 && !row.facts.is_test)
  expect([rows.length, charged.length]).toEqual([6, 3])

  await counted(3)
  const sum = (key: 'quota' | 'prompt_tokens' | 'completion_tokens', some = charged) => some.reduce((total, row) => total + row[key], 0)
  const all = await overview()
  expect(all.totals).toEqual({
    calls: 3,
    quota: sum('quota'),
    prompt_tokens: sum('prompt_tokens'),
    completion_tokens: sum('completion_tokens'),
  })
  expect(all).toMatchObject({ rpm: 3, tpm: sum('prompt_tokens') + sum('completion_tokens') })
  expect(Object.fromEntries(all.ranking.map(({ model, quota }) => [model, quota]))).toEqual({
    'fake-chat': sum(
      'quota',
      charged.filter((row) => row.model_name === 'fake-chat'),
    ),
    'other-chat': sum(
      'quota',
      charged.filter((row) => row.model_name === 'other-chat'),
    ),
  })
  expect(all.users).toEqual([{ user_id: 1, username: 'root', quota: sum('quota'), calls: 3, tokens: all.tpm }])
  expect(all.channels).toEqual([{ channel_id: channel, name: 'the only one', quota: sum('quota'), calls: 3, tokens: all.tpm }])

  const hours = await world.console.call<UsageRow[]>('GET', '/api/data/')
  expect(hours.reduce((total, row) => total + row.quota, 0)).toBe(sum('quota'))
  const { quota } = await world.console.call<{ quota: number }>('GET', '/api/log/stat')
  expect(quota).toBe(sum('quota'))
})

test('what another user spends is not in one’s own, and theirs not in another’s', async () => {
  const payers = await openPayers(world)
  const payer = await payers.add(1_000_000)
  const before = await overview('username=root')
  expect((await ask('fake-chat', {}, payer.key)).status).toBe(200)
  await counted(4)
  const theirs = () => payer.console.call<UsageOverview>('GET', '/api/data/self/overview')
  const own = await theirs()
  expect(own).toMatchObject({ totals: { calls: 1, quota: 1_000_000 - (await payer.balance()) }, rpm: 1 })
  expect(own.users ?? own.channels).toBeUndefined()
  expect((await overview('username=root')).totals).toEqual(before.totals)
  await payers.close()
})

test('calls that are not logged are counted all the same', async () => {
  await world.setOption('LogConsumeEnabled', 'false')
  expect((await ask('fake-chat')).status).toBe(200)
  await counted(5)
})
