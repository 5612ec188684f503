// Clients that give back less than they were given: the vendor must have its signatures all the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { addUpstreams, modelAt, priceOptions, upstreams } from './testing/upstreams.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, options: priceOptions })
  await addUpstreams(world)
})
afterAll(() => world.close())

interface Block {
  readonly type: string
  readonly id?: string
}

test.each(upstreams)('at $name, thinking that came back in part goes home whole', async (upstream) => {
  const ask = async (...later: object[]) => {
    const { status, json } = await world.post('/v1/messages', {
      model: modelAt(upstream, 'claude-sonnet-4-5'),
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      tools: [{ name: 'look', input_schema: { type: 'object', properties: {} } }],
      messages: [{ role: 'user', content: '#tool #in:100' }, ...later],
    })
    return { status, blocks: json.content as Block[] }
  }
  const { blocks } = await ask()
  const calls = blocks.filter(({ type }) => type === 'tool_use')
  expect(calls.length).toBe(1)
  // As Qwen Code does.
  const content = blocks.filter(({ type }) => type !== 'redacted_thinking')
  const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'a lighthouse' }))
  const second = await ask({ role: 'assistant', content }, { role: 'user', content: results })
  expect(second.status).toBe(200)
  expect(second.blocks.at(-1)).toMatchObject({ type: 'text', text: 'Echo: a lighthouse' })
})
