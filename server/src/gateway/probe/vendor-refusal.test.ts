// Why a list of models could not be had, in words (server-behaviour 3.11, "fetch models").
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null })
})
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const fetchModels = (base_url = world.provider.url) =>
  world.console.ask('POST', '/api/channel/fetch_models', { type: 8, key: 'sk-a-long-secret', base_url })
const answers = (status: number, text: string, type = 'application/json') =>
  world.provider.next([step.head(status, { 'content-type': type }), step.text(text), step.end()], 1)

test('a refused key is a refusal with a code, no failure of ours, and the vendor’s words stand in it', async () => {
  world.provider.next(scenario.refuse(401), 1)
  const { status, body } = await fetchModels()
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: false, code: 'models_fetch_failed' })
  expect(body.message).toMatch(/^Failed to get the model list: the provider rejected the key \(401\): \S/)
})

test.each([
  ['JSON of a shape that nobody knows', 500, '{"trace":{"id":"a1"}}', 'application/json', 'the provider failed (500)'],
  ['JSON in the place of a message', 500, '{"error":{"message":"{\\"code\\":7}"}}', 'application/json', 'the provider failed (500)'],
  ['a page', 404, '<html><body>nginx</body></html>', 'text/html', 'the provider has no API at this address (404), check the base URL'],
  ['too many calls', 429, '{}', 'application/json', 'the provider is rate limiting (429), try again later'],
  ['something that is no list', 200, '{"hello":1}', 'application/json', 'the provider did not return a list of models'],
])('%s is shown as a message, never as it came', async (_, status, text, type, words) => {
  answers(status, text, type)
  expect((await fetchModels()).body).toMatchObject({
    success: false,
    code: 'models_fetch_failed',
    message: `Failed to get the model list: ${words}`,
  })
})

test('an unreachable upstream is reported as such, with the code of the connection error', async () => {
  const { body } = await fetchModels('http://127.0.0.1:9')
  expect(body.message).toBe('Failed to get the model list: the provider could not be reached (ECONNREFUSED)')
})

test('the key never stands in the words', async () => {
  answers(401, '{"error":{"message":"wrong key sk-a-long-secret given"}}')
  const { body } = await fetchModels()
  expect(body.message).toContain('wrong key')
  expect(body.message).not.toContain('sk-a-long-secret')
})
