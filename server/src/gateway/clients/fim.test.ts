// Code with a gap: by Mistral's library at its own door, and by OpenAI's as a completion with a suffix.
import { Mistral } from '@mistralai/mistralai'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

const CODE = 'codestral-latest'
const DEEPSEEK = 'deepseek-v4-flash'
/** A token of output costs as much as so many of input, at both. */
const OUTPUT = 3

let world: World
let mistral: Mistral
let openai: OpenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { [CODE]: 1, [DEEPSEEK]: 1, 'my-code': 1 } })
  const mapping = JSON.stringify({ 'my-code': CODE })
  const address = `${world.provider.url}/mistral`
  await world.addChannel({ name: 'Mistral', type: 42, models: `${CODE},my-code`, model_mapping: mapping, base_url: address })
  await world.addChannel({ name: 'DeepSeek', type: 43, models: DEEPSEEK, base_url: `${world.provider.url}/v1` })
  mistral = new Mistral({ apiKey: world.key, serverURL: world.url })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
})
afterAll(() => world.close())

const sent = () => world.provider.requests.at(-1)
const ask = (body: object) => world.post('/v1/fim/completions', { model: CODE, prompt: 'def add(', ...body })
async function charge(call: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await call()
  return before - (await world.balance())
}

test('goes to Mistral as it came, and is charged as the vendor counts', async () => {
  const cost = await charge(async () => {
    const reply = await mistral.fim.complete({ model: 'my-code', prompt: 'def add( #in:40 #out:7', suffix: 'return c', maxTokens: 20 })
    expect(reply.choices?.[0]?.message?.content).toBe('the of and to in is that')
  })
  expect(cost).toBe(40 + 7)
  expect(sent()?.path).toBe('/mistral/v1/fim/completions')
  expect(sent()?.body).toMatchObject({ model: CODE, prompt: 'def add( #in:40 #out:7', suffix: 'return c', max_tokens: 20, stream: false })
  const [row] = await world.logs(1)
  expect(row).toMatchObject({ model_name: 'my-code', prompt_tokens: 40, completion_tokens: 7, is_stream: false })
  expect(row?.facts).toMatchObject({ usage_source: 'upstream', endpoint: '/v1/fim/completions', end_reason: 'done' })
})

test('is streamed, with the usage at its end', async () => {
  let text = ''
  const cost = await charge(async () => {
    const stream = await mistral.fim.stream({ model: CODE, prompt: 'def add( #in:12 #out:5', suffix: 'return c' })
    for await (const { data } of stream) text += data.choices[0]?.delta.content ?? ''
  })
  expect(text).toBe('the of and to in')
  expect(cost).toBe(12 + 5 * OUTPUT)
  expect((await world.logs(1))[0]).toMatchObject({ is_stream: true, prompt_tokens: 12, completion_tokens: 5 })
})

test('a stream that is cut is charged for what came, by our own count', async () => {
  const cost = await charge(() => ask({ prompt: 'one two three #out:40 #cut:3', suffix: 'four', stream: true }).catch(() => undefined))
  expect(cost).toBeGreaterThan(4)
  expect(cost).toBeLessThan(60)
  expect((await world.logs(1))[0]?.facts).toMatchObject({ usage_source: 'counted' })
})

test('is held for by the maximum that it names', async () => {
  const poor = await world.addToken({ unlimited_quota: false, remain_quota: 500 })
  const { requestCount } = world.provider
  const call = (max_tokens: number) =>
    world.post('/v1/fim/completions', { model: CODE, prompt: 'a', max_tokens }, { authorization: `Bearer sk-${poor.key}` })
  expect(await call(5000)).toMatchObject({ status: 403, json: { error: { code: 'pre_consume_token_quota_failed' } } })
  expect(world.provider.requestCount).toBe(requestCount)
  expect((await call(50)).status).toBe(200)
})

test.each([
  ['prompt', { prompt: undefined }],
  ['prompt', { prompt: ['a'] }],
  ['suffix', { suffix: 7 }],
  ['max_tokens', { max_tokens: 'few' }],
  ['stream', { stream: 'yes' }],
])('a wrong %s is refused by its name', async (path, body) => {
  const { status, json } = await ask(body)
  expect([status, json]).toMatchObject([
    400,
    { error: { code: 'invalid_text_request', message: expect.stringContaining(`${path}: expected`) } },
  ])
})

test('a completion with a suffix goes to DeepSeek’s own path for it, whole and streamed', async () => {
  const cost = await charge(async () => {
    const reply = await openai.completions.create({ model: DEEPSEEK, prompt: 'def add( #in:30 #out:3', suffix: 'return c', max_tokens: 20 })
    expect(reply.choices[0]?.text).toBe('the of and')
  })
  expect(cost).toBe(30 + 3 * OUTPUT)
  expect(sent()).toMatchObject({ path: '/beta/completions', body: { prompt: 'def add( #in:30 #out:3', suffix: 'return c' } })
  let text = ''
  const stream = await openai.completions.create({ model: DEEPSEEK, prompt: '#in:30 #out:3', suffix: 'return c', stream: true })
  for await (const chunk of stream) text += chunk.choices[0]?.text ?? ''
  expect(text).toBe('the of and')
})

test('a channel without such a door is not asked', async () => {
  expect(await ask({ model: DEEPSEEK })).toMatchObject({ status: 400, json: { error: { code: 'cannot_translate' } } })
})

test('a channel that gives whole replies only is told as a stream', async () => {
  const setting = JSON.stringify({ stream_support: 'non_stream_only' })
  const id = await world.addChannel({ type: 42, models: 'whole-code', setting, base_url: `${world.provider.url}/mistral` })
  await world.setOption('ModelRatio', JSON.stringify({ [CODE]: 1, [DEEPSEEK]: 1, 'my-code': 1, 'whole-code': 1 }))
  const { text } = await ask({ model: 'whole-code', prompt: '#in:9 #out:3', stream: true })
  expect(text).toContain('the of and')
  expect(text).toMatch(/"usage":\{[^}]*"prompt_tokens":9/)
  expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true)
  await world.console.call('DELETE', `/api/channel/${id}`)
})

test('adds up in the books', async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
})
