// Vendors refuse messages without content, so none is sent that translation has left empty.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
const names = ['chat-fake', 'claude-fake', 'gemini-fake', 'responses-fake']
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: Object.fromEntries(names.map((name) => [name, 1])) })
  await world.addChannel({ models: 'chat-fake' })
  await world.addChannel({ type: 14, models: 'claude-fake' })
  await world.addChannel({ type: 24, models: 'gemini-fake' })
  await world.addChannel({ models: 'responses-fake', setting: JSON.stringify({ dialects: ['openai-responses'] }) })
})
afterAll(() => world.close())

const hi = { role: 'user', content: 'hi' }
const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } }

/** The messages that the vendor got. */
async function sent(path: string, body: object) {
  const answer = await world.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  const { messages, contents, input } = JSON.parse(world.provider.requests.at(-1)?.rawBody ?? '') as Record<string, unknown[] | undefined>
  return messages ?? contents ?? input ?? []
}

test.each(['chat-fake', 'gemini-fake', 'responses-fake'])('empty instructions are none at %s', async (model) => {
  const ask = { model, max_tokens: 9, messages: [hi] }
  for (const system of [[], '', [{ type: 'text', text: '' }]]) expect(await sent('/v1/messages', { ...ask, system }), model).toHaveLength(1)
})

test.each(['chat-fake', 'claude-fake', 'gemini-fake'])(
  'a turn of nothing but what only its dialect knows is left out at %s',
  async (model) => {
    const messages = await sent('/v1/responses', { model, input: [hi, search, { role: 'user', content: 'and?' }] })
    expect(JSON.stringify(messages)).toMatch(/hi.*and\?/)
    for (const message of messages) expect(JSON.stringify(message)).toMatch(/hi|and/)
  },
)

test.each([
  ['/v1/chat/completions', 'claude-fake', { messages: [{ role: 'user', content: '' }] }],
  ['/v1/responses', 'chat-fake', { input: [search] }],
  ['/v1/responses', 'gemini-fake', { input: [] }],
])('a request of which nothing is left is not sent: %s to %s', async (path, model, body) => {
  const before = world.provider.requestCount
  const refused = await world.post(path, { model, ...body })
  expect([refused.status, world.provider.requestCount], refused.text).toEqual([400, before])
  expect(refused.text).toContain('does not support: turns')
})
