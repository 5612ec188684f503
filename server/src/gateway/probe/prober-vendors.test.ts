// The real prober against vendors of every kind, through the console's API: each dialect, each operation, and everything that goes wrong.
import type { Channel, ChannelKey } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const models = [
  'fake-chat',
  'sonnet-thinking',
  'text-embedding-3-small',
  'gemini-embedding-001',
  'gpt-5-mini',
  'bge-reranker-v2-m3',
  'jina-reranker-v3',
]

let world: World
beforeAll(async () => {
  world = await openWorld({
    channel: null,
    options: { 'relay.whole_first_byte_timeout_seconds': '1', AutomaticDisableChannelEnabled: 'true' },
    ratios: Object.fromEntries(models.map((name) => [name, 1])),
  })
})
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const run = async (id: number, query = '') =>
  (await world.console.ask('GET', `/api/channel/test/${id}${query}`)).body as Record<string, unknown>
const record = (id: number) => world.console.call<Channel>('GET', `/api/channel/${id}`)
/** The newest row of a channel; those of tests are written with the next commit. */
async function rowOf(id: number) {
  const find = async () => (await world.logs(0)).find(({ channel }) => channel === id)
  await expect.poll(find).toBeDefined()
  return find()
}
const sent = () => world.provider.requests.at(-1)

describe('a test', () => {
  test.each([
    { type: 1, path: '/v1/chat/completions', key: ['authorization', 'Bearer far-key'] },
    { type: 8, path: '/v1/chat/completions', key: ['authorization', 'Bearer far-key'] },
    { type: 14, path: '/v1/messages', key: ['x-api-key', 'far-key'] },
    { type: 24, path: '/v1beta/models/fake-chat:generateContent', key: ['x-goog-api-key', 'far-key'] },
    { type: 43, path: '/v1/chat/completions', key: ['authorization', 'Bearer far-key'] },
    { type: 17, path: '/compatible-mode/v1/chat/completions', key: ['authorization', 'Bearer far-key'] },
    { type: 27, path: '/v1/responses', key: ['authorization', 'Bearer far-key'] },
    { type: 39, other: 'abc123', path: '/client/v4/accounts/abc123/ai/v1/chat/completions', key: ['authorization', 'Bearer far-key'] },
    { type: 1030, path: '/v1/chat/completions', key: ['authorization', 'Bearer far-key'] },
    // A number that no list has is an address of one's own.
    { type: 4711, path: '/v1/chat/completions', key: ['authorization', 'Bearer far-key'] },
  ])(
    'of type $type is one small call in its vendor’s dialect, answered with words, tokens and times',
    async ({ type, path, key, other = '' }) => {
      const id = await world.addChannel({ type, other, name: `type ${type}` })
      world.provider.play('fake-chat', () => ({ text: 'Hello back' }))
      const result = await run(id)
      expect(result).toMatchObject({ success: true, message: '', data: { model: 'fake-chat', answer: 'Hello back' } })
      const { first_ms, total_ms } = result.data as Record<string, number>
      expect(first_ms).toBeGreaterThanOrEqual(0)
      expect(total_ms).toBeGreaterThanOrEqual(first_ms ?? 0)
      expect(result.time).toBe(Number(total_ms) / 1000)
      const row = await rowOf(id)
      expect(row).toMatchObject({
        model_name: 'fake-chat',
        quota: 0,
        is_stream: false,
        facts: { is_test: true, status_code: 200, total_ms },
      })
      expect(Math.min(row?.prompt_tokens ?? 0, row?.completion_tokens ?? 0)).toBeGreaterThan(0)
      expect(row?.facts.would_be_quota).toBeGreaterThan(0)
      expect(world.provider.requests).toHaveLength(1)
      expect(sent()).toMatchObject({ method: 'POST', path, headers: { [key[0] ?? '']: key[1] } })
      expect(sent()?.body).not.toHaveProperty('stream', true)
      expect(await record(id)).toMatchObject({ response_time: total_ms, test_failure: null, status: 1 })
    },
  )

  test('follows the channel’s mapping, override and test model, and the options of its vendor', async () => {
    const id = await world.addChannel({
      type: 14,
      models: 'fake-chat,alias',
      test_model: 'alias',
      model_mapping: '{"alias":"sonnet-thinking"}',
      param_override: '{"metadata":{"user_id":"probe"}}',
    })
    await world.setOption('claude.model_headers_settings', JSON.stringify({ alias: { 'x-tenant': ['a'] } }))
    expect(await run(id)).toMatchObject({ success: true, data: { model: 'alias' } })
    await world.setOption('claude.model_headers_settings', '{}')
    expect(sent()).toMatchObject({
      headers: { 'x-tenant': 'a' },
      body: { model: 'sonnet', metadata: { user_id: 'probe' }, thinking: { budget_tokens: expect.any(Number) } },
    })
  })

  test.each([
    { type: 8, model: 'text-embedding-3-small', path: '/v1/embeddings' },
    { type: 24, model: 'gemini-embedding-001', path: '/v1beta/openai/embeddings' },
  ])('of $model at type $type asks for a vector', async ({ type, model, path }) => {
    const id = await world.addChannel({ type, models: `dall-e-3,${model}` })
    expect(await run(id, `?model=${model}`)).toMatchObject({ success: true, data: { answer: '' } })
    expect(sent()).toMatchObject({ path, body: { model, input: ['hello world'] } })
  })

  test.each([
    { model: 'tts-1', path: '/v1/audio/speech' },
    { model: 'gpt-4o-mini-tts', path: '/v1/audio/speech' },
    { model: 'whisper-1', path: '/v1/audio/transcriptions' },
  ])('of $model asks for sound, or for what is said in it', async ({ model, path }) => {
    const id = await world.addChannel({ type: 1, models: model })
    expect(await run(id, `?model=${model}`)).toMatchObject({ success: true, data: { model } })
    expect(sent()).toMatchObject({ path, body: { model } })
  })

  test.each([
    { type: 8, model: 'bge-reranker-v2-m3', path: '/v1/rerank' },
    { type: 34, model: 'rerank-v3.5', path: '/v2/rerank' },
    { type: 38, model: 'jina-reranker-v3', path: '/v1/rerank' },
  ])('of $model at type $type asks for a ranking', async ({ type, model, path }) => {
    const id = await world.addChannel({ type, models: `dall-e-3,${model}` })
    expect(await run(id)).toMatchObject({ success: true, data: { model, answer: '' } })
    expect(sent()).toMatchObject({ path, body: { model, documents: ['hello world', 'two and two'] } })
  })

  test.each([2, 5, 36])('of type %i is none, since there is no small call to a proxy that draws or plays', async (type) => {
    const id = await world.addChannel({ type, models: 'mj_imagine,suno_music' })
    expect(await run(id)).toMatchObject({ success: false, code: 'channel_test_unsupported' })
    expect(world.provider.requests).toEqual([])
  })

  test.each([
    { type: 1, given: '/api/paas/v4', path: '/api/paas/v4/chat/completions' },
    { type: 8, given: '/v3/', path: '/v3/chat/completions' },
    { type: 1, given: '/v1/chat/completions', path: '/v1/chat/completions' },
    { type: 14, given: '/claude/v1/messages', path: '/claude/v1/messages' },
    { type: 24, given: '/v1', path: '/v1/models/fake-chat:generateContent' },
  ])('of type $type at $given goes where the form says while it is typed', async ({ type, given, path }) => {
    const base_url = `${world.provider.url}${given}`
    const draft = { type, base_url, model: 'fake-chat' }
    expect(await world.console.call('POST', '/api/channel/address', draft)).toEqual({ url: `${world.provider.url}${path}` })
    await run(await world.addChannel({ type, base_url }))
    expect(sent()?.path).toBe(path)
    world.provider.clear()
    await world.console.ask('POST', '/api/channel/test', { type, base_url, key: 'far-key', models: 'fake-chat' })
    expect(sent()?.path).toBe(path)
  })

  test('of a vendor without vectors says so, before anything is sent', async () => {
    const id = await world.addChannel({ type: 14, models: 'text-embedding-3-small' })
    const result = await run(id, '?model=text-embedding-3-small')
    expect(result).toMatchObject({ success: false, code: 'channel_test_failed' })
    expect(result.message).toContain('embeddings')
    expect(world.provider.requests).toHaveLength(0)
  })

  test('of a channel of pictures alone wants a test model', async () => {
    const id = await world.addChannel({ models: 'dall-e-3' })
    expect(await run(id)).toMatchObject({ success: false, code: 'channel_test_no_model' })
    expect(await record(id)).toMatchObject({ test_failure: null })
  })

  test('of a model that thinks leaves room for its thoughts', async () => {
    const id = await world.addChannel({ models: 'gpt-5-mini' })
    expect(await run(id)).toMatchObject({ success: true })
    expect(sent()?.body).toMatchObject({ max_completion_tokens: 1000 })
  })
})

/** What the vendor answers, what the console shows for it, and the HTTP status in the log (undefined without a response). */
const failures: readonly { name: string; steps: readonly Step[]; words: RegExp; status?: number }[] = [
  { name: 'refuses the key', steps: scenario.refuse(401, 'Wrong key far-key'), words: /^401: Wrong key (?!far-key)/, status: 401 },
  { name: 'has no money left', steps: scenario.refuse(402, 'pay first'), words: /^402: pay first/, status: 402 },
  { name: 'knows no such model', steps: scenario.refuse(404, 'no such model'), words: /^404: no such model/, status: 404 },
  { name: 'limits the rate', steps: scenario.rateLimited(30), words: /^429: slow down/, status: 429 },
  { name: 'breaks down with a page', steps: scenario.reply(500, '<html>oops</html>'), words: /^500: /, status: 500 },
  { name: 'answers with a page', steps: scenario.reply(200, '<html>hi</html>'), words: /not an answer/, status: 200 },
  { name: 'answers with nothing', steps: [step.head(200), step.end()], words: /not an answer/, status: 200 },
  { name: 'answers with other JSON', steps: scenario.reply(200, { hello: 1 }), words: /not an answer/, status: 200 },
  { name: 'answers with a list', steps: scenario.reply(200, [1, 2]), words: /not an answer/, status: 200 },
  {
    name: 'tells an error with a good status',
    steps: scenario.reply(200, { error: { message: 'inner trouble' } }),
    words: /inner trouble/,
    status: 200,
  },
  { name: 'breaks off', steps: scenario.wrongLength(), words: /closed|reset|terminated|aborted|ended/i },
  { name: 'resets the connection', steps: scenario.resetBeforeHeaders(), words: /ECONNRESET|closed|reset/i },
  { name: 'says nothing', steps: scenario.hangBeforeHeaders(), words: /time/i },
]

describe('a test of a vendor that', () => {
  test.each(failures)('$name fails in words, is noted, costs nothing and changes no status', async ({ steps, words, status }) => {
    const id = await world.addChannel({ key: 'far-key\nother-far-key' })
    const before = await world.balance()
    world.provider.next(steps)
    const result = await run(id)
    expect(result).toMatchObject({ success: false, code: 'channel_test_failed' })
    expect(result.message).toMatch(words)
    expect(result.message).not.toContain('far-key')
    expect((await rowOf(id))?.facts.status_code).toBe(status)
    expect(result.time).toBeGreaterThan(0)
    // The gateway disables for failures of calls, and not for those of tests, even where it may.
    expect(await record(id)).toMatchObject({ status: 1, test_failure: { code: 'channel_test_failed' } })
    const keys = await world.console.call<ChannelKey[]>('GET', `/api/channel/${id}/keys`)
    expect(keys.map((key) => key.status)).toEqual([1, 1])
    expect(await world.balance()).toBe(before)
    expect(await run(id)).toMatchObject({ success: true })
    expect(await record(id)).toMatchObject({ test_failure: null })
  })

  test('is not there fails in words', async () => {
    const id = await world.addChannel({ base_url: 'http://127.0.0.1:1' })
    expect((await run(id)).message).toMatch(/ECONNREFUSED/)
  })

  test('may not be reached fails without a connection', async () => {
    const id = await world.addChannel({ base_url: 'http://169.254.169.254' })
    expect((await run(id)).message).toMatch(/may not be reached/)
  })

  test('answers without end is cut off', async () => {
    const id = await world.addChannel({})
    world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.endless(' '.repeat(65_536))])
    expect((await run(id)).message).toMatch(/too large/)
  })
})
