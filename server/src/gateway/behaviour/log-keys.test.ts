// The family's own keys of a log row (server-behaviour 8.2). server.md 12
import { logType } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { ask, PRICES } from '../faults/bill.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ options: PRICES })
}, 180_000)
afterAll(() => world.close())

const newest = async (atLeast: number) => (await world.logs(atLeast))[0]

test('the requested reasoning effort is in the row, as the caller wrote it', async () => {
  expect((await chat(world.url, world.key, ask('#in:5 #out:2', { reasoning_effort: 'high' }))).status).toBe(200)
  expect((await newest(1))?.facts).toMatchObject({ reasoning_effort: 'high', model_price: -1 })
  expect((await newest(1))?.facts.claude).toBeUndefined()
})

test('a call of the Messages API is marked as one', async () => {
  const body = { model: 'fake-chat', max_tokens: 10, messages: [{ role: 'user', content: '#in:5 #out:2' }] }
  expect((await world.post('/v1/messages', body)).status).toBe(200)
  expect((await newest(2))?.facts).toMatchObject({ claude: true })
})

test('sound and text stand apart, with what sound weighs', async () => {
  const usage = {
    prompt_tokens: 300,
    completion_tokens: 150,
    total_tokens: 450,
    prompt_tokens_details: { audio_tokens: 200 },
    completion_tokens_details: { audio_tokens: 100 },
  }
  const message = { role: 'assistant', content: 'words' }
  world.provider.next(
    scenario.reply(200, {
      id: 'x',
      object: 'chat.completion',
      model: 'fake-chat',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    }),
  )
  expect((await chat(world.url, world.key, ask('hi'))).status).toBe(200)
  expect((await newest(3))?.facts).toMatchObject({
    ...{ audio: true, audio_input: 200, audio_output: 100, text_input: 100, text_output: 50 },
    ...{ audio_ratio: 20, audio_completion_ratio: 2 },
  })
})

test('a failed call names its channel to admins only', async () => {
  world.provider.next(scenario.refuse(400))
  expect((await chat(world.url, world.key, ask('hi'))).status).toBe(400)
  const row = await newest(4)
  expect(row).toMatchObject({ type: logType.error, facts: { channel_name: 'fake' } })
  const { items } = await world.console.call<{ items: { other: string }[] }>('GET', '/api/log/self?p=1&page_size=10')
  expect(items[0]?.other).not.toContain('channel_name')
})
