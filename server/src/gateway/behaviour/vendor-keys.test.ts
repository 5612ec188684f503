// What single vendors want: where their calls go, as whom, and what of a call they do not take.
import { channelTypes } from '@waystation/contract/channels/channel-type'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

/** What a vendor's channel is, where its chat goes, and which key it is shown. */
const vendors = [
  { type: 16, key: 'id.secret', path: '/api/paas/v4/chat/completions', shown: 'Bearer id.secret' },
  { type: 18, key: 'app|secret|key', path: '/v1/chat/completions', shown: 'Bearer key:secret' },
  { type: 18, key: 'password', path: '/v1/chat/completions', shown: 'Bearer password' },
  { type: 19, key: 'far-key', path: '/v1/chat/completions', shown: 'Bearer far-key' },
  { type: 22, key: 'personal-0123456789', path: '/v1/chat/completions', shown: 'Bearer personal-0123456789' },
  { type: 23, key: 'far-key', path: '/v1/chat/completions', shown: 'Bearer far-key' },
  { type: 46, key: 'bce-v3/ALTAK-1/2', path: '/v2/chat/completions', shown: 'Bearer bce-v3/ALTAK-1/2' },
] as const

const ranking = [
  { type: 20, path: '/v1/rerank' },
  { type: 26, path: '/api/paas/v4/rerank' },
  { type: 34, path: '/v2/rerank' },
  { type: 40, path: '/v1/rerank' },
  { type: 46, path: '/v2/rerankers' },
  { type: 47, path: '/v1/rerank' },
] as const

const nameOf = ({ type, key }: { type: number; key?: string }) => `at-${type}${key === 'password' ? '-new' : ''}`
const rankerAt = (type: number) => `ranker-${type}`
const others = { mini: 35, qwen: 17, jina: 38, mistral: 42, deepseek: 43, voice: 26 }

let world: World
beforeAll(async () => {
  const names = [...vendors.map(nameOf), ...ranking.map(({ type }) => rankerAt(type)), ...Object.keys(others)]
  world = await openWorld({ channel: null, ratios: Object.fromEntries(names.map((name) => [name, 1])), options: { RetryTimes: '0' } })
  for (const vendor of vendors) await world.addChannel({ type: vendor.type, key: vendor.key, models: nameOf(vendor) })
  for (const { type } of ranking) await world.addChannel({ type, models: rankerAt(type) })
  for (const [models, type] of Object.entries(others)) await world.addChannel({ type, models })
})
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const sent = () => world.provider.requests.at(-1)
const messages = [{ role: 'user', content: 'hello' }]
const chat = (model: string, more: object = {}) => world.post('/v1/chat/completions', { model, messages, ...more })

test.each(vendors)('type $type is called at its own path with $key as it wants to see it', async (vendor) => {
  expect(await chat(nameOf(vendor))).toMatchObject({ status: 200, json: { object: 'chat.completion' } })
  expect(world.provider.requests).toHaveLength(1)
  expect(sent()).toMatchObject({ method: 'POST', path: vendor.path, headers: { authorization: vendor.shown } })
})

test.each(ranking)('a ranking at type $type is asked for at $path', async ({ type, path }) => {
  const results = [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.1 },
  ]
  world.provider.next(scenario.reply(200, { results, usage: { total_tokens: 9 } }))
  const answer = await world.post('/v1/rerank', { model: rankerAt(type), query: 'which', documents: ['one', 'the longest'] })
  expect(answer, answer.text).toMatchObject({ status: 200, json: { results: [{ index: 1 }, { index: 0 }] } })
  expect(sent()).toMatchObject({ path, body: { model: rankerAt(type), query: 'which', documents: ['one', 'the longest'] } })
})

test('MiniMax is asked to keep what it thinks apart from its answer, unless the caller says otherwise', async () => {
  await chat('mini')
  expect(sent()?.body).toMatchObject({ reasoning_split: true })
  await chat('mini', { reasoning_split: false })
  expect(sent()?.body).toMatchObject({ reasoning_split: false })
})

test.each([
  [0, 0.001],
  [1, 0.999],
  [0.5, 0.5],
])('a top_p of %d is %d where a client of another dialect calls DashScope, and the difference is named', async (top_p, told) => {
  const answer = await world.post('/v1/messages', { model: 'qwen', max_tokens: 9, messages, top_p })
  expect(answer.status, answer.text).toBe(200)
  expect(sent()?.body).toMatchObject({ top_p: told })
  expect(String(answer.headers['x-waystation-lost'] ?? '').includes('sampling.topP')).toBe(top_p !== told)
})

test.each(['mistral', 'deepseek'])('instructions of the role developer are those of the system at %s', async (model) => {
  expect(await chat(model, { messages: [{ role: 'developer', content: 'Be kind.' }, ...messages] })).toMatchObject({ status: 200 })
  expect(sent()?.body).toMatchObject({ messages: [{ role: 'system', content: 'Be kind.' }, { role: 'user' }] })
})

test('a vendor of vectors and rankings is not asked to chat, and nothing is charged', async () => {
  const before = await world.balance()
  expect(await chat('jina')).toMatchObject({ status: 400, json: { error: { code: 'cannot_translate' } } })
  expect(world.provider.requests).toEqual([])
  expect(await world.balance()).toBe(before)
})

test('speech at Zhipu is asked for at its own path', async () => {
  world.provider.next([step.head(200, { 'content-type': 'audio/wav' }), step.text('RIFF of one two'), step.end()])
  const answer = await world.post('/v1/audio/speech', { model: 'voice', input: 'one two', voice: 'alloy' })
  expect(answer).toMatchObject({ status: 200, text: 'RIFF of one two' })
  expect(sent()).toMatchObject({ path: '/api/paas/v4/audio/speech', body: { model: 'voice', input: 'one two' } })
})

test('a transcription at Zhipu is asked for at its own path', async () => {
  const form = new FormData()
  form.set('model', 'voice')
  form.set('file', new File([new Uint8Array(3200)], 'talk.wav'))
  world.provider.next(scenario.reply(200, { text: 'Hello' }))
  const headers = { authorization: `Bearer ${world.key}` }
  const answer = await fetch(`${world.url}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ text: 'Hello' })])
  expect(sent()?.path).toBe('/api/paas/v4/audio/transcriptions')
})

describe('the console', () => {
  test.each([
    [11, /2024/],
    [15, /Qianfan|千帆/],
    [21, /exist|不存在/],
    [44, /exist|不存在/],
  ])('refuses a channel of type %i and says what became of the vendor', async (type, words) => {
    const draft = { type, name: 'gone', key: 'k', models: 'm', base_url: world.provider.url }
    const { body } = await world.console.ask('POST', '/api/channel/', draft)
    expect(body).toMatchObject({ success: false, code: 'channel_type_ended', message: expect.stringMatching(words) })
  })

  test('knows the models that each vendor usually serves', async () => {
    const listed = await world.console.call<Record<string, string[]>>('GET', '/api/models')
    for (const { id, models, isReady } of channelTypes) if (isReady && models.length > 0) expect(listed[id], String(id)).toEqual(models)
    expect(Object.keys(listed)).toEqual(
      expect.arrayContaining(['2', '5', '17', '19', '23', '31', '33', '36', '38', '39', '45', '46', '48']),
    )
  })

  test.each([
    { type: 4, path: '/api/tags', list: { models: [{ name: 'm-1', model: 'm-1' }] } },
    { type: 19, path: '/v1/models' },
    { type: 31, path: '/v1/models' },
    { type: 40, path: '/v1/models' },
    { type: 45, path: '/api/v3/models' },
    { type: 46, path: '/v2/models' },
    { type: 47, path: '/v1/models' },
  ])('lists the models of type $type as the vendor names them', async ({ type, path, list = { data: [{ id: 'm-1' }] } }) => {
    const id = await world.addChannel({ type, models: 'unused' })
    world.provider.next(scenario.reply(200, list))
    expect((await world.console.ask('GET', `/api/channel/fetch_models/${id}`)).body).toMatchObject({ success: true, data: ['m-1'] })
    expect(sent()).toMatchObject({ method: 'GET', path })
  })
})
