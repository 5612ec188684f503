// Test vectors of the specification (server-behaviour 16) at the front door: what a call costs, and which key names a channel. The others stand
// beside what they are about; domain/pricing/vectors.test.ts has those that are arithmetic alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { spentBy } from '../faults/bill.ts'
import { openPayers, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const CLAUDE = 'claude-like'

let world: World
let payers: Payers
beforeAll(async () => {
  world = await openWorld({
    channel: { models: 'vector-1,vector-2,vector-3' },
    ratios: { 'vector-1': 1.25, 'vector-2': 0.01, [CLAUDE]: 1.5 },
    options: {
      CompletionRatio: JSON.stringify({ 'vector-1': 4, [CLAUDE]: 5 }),
      CacheRatio: JSON.stringify({ 'vector-1': 0.5, [CLAUDE]: 0.1 }),
      CacheCreationRatio: JSON.stringify({ [CLAUDE]: 1.25 }),
      ModelPrice: JSON.stringify({ 'vector-3': 0.04 }),
    },
  })
  await world.addChannel({ type: 14, models: CLAUDE })
  payers = await openPayers(world)
})
afterAll(async () => {
  await payers.close()
  await world.close()
})

/** Long enough for the tokens that the vectors have. */
const words = 'hello '.repeat(4000)

const chatAnswer = (usage: object, content: string) => ({
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm', usage },
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
})
const asked = async (model: string, usage: object, content = words) =>
  spentBy(world, async () => {
    world.provider.next(scenario.reply(200, chatAnswer(usage, content)))
    const messages = [{ role: 'user', content }]
    expect((await world.post('/v1/chat/completions', { model, messages })).status).toBe(200)
  })

describe('what a call costs', () => {
  test('vector 1: cached input and output at a ratio', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200, prompt_tokens_details: { cached_tokens: 400 } }
    expect(await asked('vector-1', usage)).toBe(2000)
  })

  test('vector 2: a tenth of a unit costs one', async () => {
    expect(await asked('vector-2', { prompt_tokens: 10, completion_tokens: 0, total_tokens: 10 }, 'hi')).toBe(1)
  })

  test('vector 3: a fixed price at half for the group', async () => {
    await world.setOption('GroupRatio', JSON.stringify({ default: 0.5 }))
    expect(await asked('vector-3', { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 })).toBe(10_000)
    await world.setOption('GroupRatio', JSON.stringify({ default: 1 }))
  })

  test('vector 4: reads and writes of Claude’s cache, half a unit rounded up', async () => {
    const usage = { input_tokens: 100, cache_read_input_tokens: 2000, cache_creation_input_tokens: 500, output_tokens: 50 }
    const answer = {
      ...{ id: 'm', type: 'message', role: 'assistant', model: CLAUDE, stop_reason: 'end_turn', stop_sequence: null, usage },
      content: [{ type: 'text', text: words }],
    }
    const content = [{ type: 'text', text: words, cache_control: { type: 'ephemeral' } }]
    const spent = await spentBy(world, async () => {
      world.provider.next(scenario.reply(200, answer))
      expect((await world.post('/v1/messages', { model: CLAUDE, max_tokens: 60, messages: [{ role: 'user', content }] })).status).toBe(200)
    })
    expect(spent).toBe(1763)
  })
})

test('vector 17: a key that names a channel is an admin’s; without its beginning a key is the same', async () => {
  const id = await world.addChannel({ name: 'special', models: 'elsewhere', priority: -9 })
  const user = await payers.add(1_000_000)
  const ask = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'vector-1', messages: [{ role: 'user', content: 'hello' }] })
    const answer = await fetch(`${world.url}/v1/chat/completions`, { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code]
  }
  expect(await ask(`${world.key}-${id}`)).toEqual([200, undefined])
  expect((await world.logs(1))[0]).toMatchObject({ channel: id })
  const { requestCount } = world.provider
  expect(await ask(`${user.key}-${id}`)).toEqual([403, 'pinned_channel_forbidden'])
  expect(world.provider.requestCount).toBe(requestCount)
  expect(await ask(user.key.slice('sk-'.length))).toEqual([200, undefined])
})
