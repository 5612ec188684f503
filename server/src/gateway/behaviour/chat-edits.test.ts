// Chat requests at vendors of the same dialect: passed on as they came, but for what their vendor is known to refuse or nobody pays for.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'plain-fake': 1, 'openai-fake': 1 } })
  await world.addChannel({ models: 'plain-fake' })
  await world.addChannel({ models: 'openai-fake', setting: JSON.stringify({ rules: 'openai' }) })
})
afterAll(() => world.close())

const ask = async (body: object) => {
  const answer = await world.post('/v1/chat/completions', body)
  expect(answer.status, answer.text).toBe(200)
  return { lost: answer.headers['x-waystation-lost'], sent: world.provider.requests.at(-1)?.body as Record<string, unknown> }
}

test.each([
  ['plain-fake', 'system'],
  ['openai-fake', 'developer'],
])('instructions of the role developer reach %s as %s', async (model, role) => {
  const user = { role: 'user', content: 'hi', name: 'ann' }
  const { sent, lost } = await ask({ model, messages: [{ role: 'developer', content: 'Be kind.' }, user] })
  expect(sent.messages).toEqual([{ role, content: 'Be kind.' }, user])
  expect(lost).toBeUndefined()
})

test('a speed that has no price is not sent, and named', async () => {
  const { sent, lost } = await ask({ model: 'openai-fake', speed: 'fast', messages: [{ role: 'user', content: 'hi' }] })
  expect(sent).not.toHaveProperty('speed')
  expect(lost).toContain('speed')
})
