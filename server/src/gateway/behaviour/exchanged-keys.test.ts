// Calls through a cloud that serves the models of several makers, each in its own dialect, and takes a key only in exchange for a token. The
// fake vendor judges every body as the cloud and the maker do, and the fake token endpoint every statement.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { vertexProvider } from '../../providers/vertex/provider.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { type FakeAccount, type FakeTokenEndpoint, openFakeTokenEndpoint } from '../../testing/fakes/fake-token-endpoint.ts'
import { openWorld, type World } from '../testing/world.ts'
import { received, ways } from './testing/through-doors.ts'

const TYPE = 41
const GEMINI = 'gemini-3.5-flash'
const CLAUDE = 'claude-opus-4-5@20251101'
const OPEN = 'openai/gpt-oss-120b-maas'
const IMAGEN = 'imagen-4.0-generate-001'
const models = [GEMINI, CLAUDE, OPEN, IMAGEN, `${GEMINI}-thinking`, `${CLAUDE}-thinking`]
const logLines: string[] = []

let tokens: FakeTokenEndpoint
let world: World
let account: FakeAccount
const accounts: FakeAccount[] = []
beforeAll(async () => {
  tokens = await openFakeTokenEndpoint()
  world = await openWorld({
    channel: null,
    logLines,
    providers: { [TYPE]: vertexProvider({ tokenUrl: tokens.url }) },
    options: { RetryTimes: '2', 'gemini.thinking_adapter_enabled': 'true' },
  })
  account = newAccount('main-project')
  await addCloud({ key: account.key, models: models.join(), other: JSON.stringify({ default: 'us-central1', [CLAUDE]: 'us-east5' }) })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await tokens.close()
  // What the log says, down to its finest lines, has no key and no token.
  const secrets = [
    ...tokens.answers.flatMap(({ token }) => token ?? []),
    ...accounts.flatMap(({ key }) => (JSON.parse(key) as { private_key: string }).private_key.split('\n').slice(1, 3)),
  ]
  expect(secrets.length).toBeGreaterThan(4)
  expect(logLines.length).toBeGreaterThan(0)
  expect(secrets.filter((secret) => logLines.some((line) => line.includes(secret)))).toEqual([])
})
beforeEach(() => world.provider.clear())

function newAccount(project: string): FakeAccount {
  const made = tokens.account(project)
  accounts.push(made)
  return made
}

const addCloud = (fields: Readonly<Record<string, unknown>>) => world.addChannel({ type: TYPE, name: 'cloud', other: 'global', ...fields })
const pathBelow = (region: string) => `/v1/projects/main-project/locations/${region}`
const ask = (model: string) => world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello #in:10 #out:2' }] })

describe.each(ways)('through $name', (way) => {
  test('Gemini is called in its own dialect, with the options for Gemini', async () => {
    const { path, headers, body } = await received(world, GEMINI, way)
    const action = way.isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'
    expect(path).toBe(`${pathBelow('us-central1')}/publishers/google/models/${GEMINI}:${action}`)
    expect(tokens.tokens).toContain(String(headers.authorization).replace('Bearer ', ''))
    expect(body).toMatchObject({
      safetySettings: expect.arrayContaining([{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }]),
    })
  })

  test('Claude is called in its own dialect, with the options for Claude', async () => {
    const { path, headers, body } = await received(world, CLAUDE, way)
    expect(path).toBe(`${pathBelow('us-east5')}/publishers/anthropic/models/${CLAUDE}:${way.isStream ? 'streamRawPredict' : 'rawPredict'}`)
    expect(tokens.tokens).toContain(String(headers.authorization).replace('Bearer ', ''))
    expect(body).toMatchObject({ anthropic_version: 'vertex-2023-10-16', max_tokens: expect.any(Number) })
    expect(body).not.toHaveProperty('model')
    expect(headers).not.toHaveProperty('x-api-key')
  })

  test('the endings of names switch thinking on', async () => {
    const gemini = await received(world, `${GEMINI}-thinking`, way)
    expect(gemini.path).toContain(`/models/${GEMINI}:`)
    expect(gemini.body).toMatchObject({ generationConfig: { thinkingConfig: { includeThoughts: true } } })
    const claude = await received(world, `${CLAUDE}-thinking`, way)
    expect(claude.path).toContain(`/models/${CLAUDE}:`)
    expect(claude.body).toMatchObject({ thinking: { type: 'enabled' } })
  })

  test('open models are called in OpenAI’s chat', async () => {
    const { path, body } = await received(world, OPEN, way)
    expect(path).toBe(`${pathBelow('us-central1')}/endpoints/openapi/chat/completions`)
    expect(body).toMatchObject({ model: OPEN })
  })
})

describe('Imagen', () => {
  const model = IMAGEN
  const predictions = [{ bytesBase64Encoded: 'AAAA', mimeType: 'image/png' }]

  test.each([
    ['OpenAI', '/v1/images/generations', { model, prompt: 'a cat' }, { data: [{ b64_json: 'AAAA' }] }],
    ['Google', `/v1beta/models/${model}:predict`, { instances: [{ prompt: 'a cat' }] }, { predictions }],
  ])('is called with the token of the account, for clients of %s', async (_whose, path, body, shown) => {
    world.provider.next(scenario.reply(200, { predictions }))
    const before = await world.balance()
    const reply = await world.post(path, body)
    expect([reply.status, reply.json]).toMatchObject([200, shown])
    expect(before - (await world.balance())).toBe(20_000)
    const sent = world.provider.requests.at(-1)
    expect(sent?.path).toBe(`${pathBelow('us-central1')}/publishers/google/models/${model}:predict`)
    expect(tokens.tokens).toContain(String(sent?.headers.authorization).replace('Bearer ', ''))
    expect(sent?.headers).not.toHaveProperty('x-goog-api-key')
    expect(sent?.body).toMatchObject({ instances: [{ prompt: 'a cat' }] })
    expect((await world.logs(1))[0]).toMatchObject({ model_name: model })
  })
})

test('all of these calls have needed one token', () =>
  expect(tokens.answers.filter(({ email }) => email === account.email)).toHaveLength(1))

test('a model is charged at the price of its own name', async () => {
  const before = await world.balance()
  expect((await ask(CLAUDE)).status).toBe(200)
  // 10 tokens of prompt and 2 of output, at 2.5 and five times that.
  expect(before - (await world.balance())).toBe(Math.round(10 * 2.5 + 2 * 2.5 * 5))
  const [row] = await world.logs(1)
  expect(row).toMatchObject({ model_name: CLAUDE, prompt_tokens: 10, completion_tokens: 2 })
})

test.each([
  ['2023-06-01', 'vertex-2023-10-16', 200],
  ['2026-10-21', '2026-10-21', 400],
])('the version %s of a caller stands in the body as %s', async (version, named, status) => {
  const body = { model: CLAUDE, max_tokens: 9, temperature: 1, messages: [{ role: 'user', content: 'hello #in:10 #out:2' }] }
  expect((await world.post('/v1/messages', body, { 'anthropic-version': version })).status).toBe(status)
  const { headers, rawBody = '' } = world.provider.requests.at(-1) ?? {}
  expect(JSON.parse(rawBody)).toMatchObject({ anthropic_version: named, temperature: 1 })
  expect(headers).not.toHaveProperty('anthropic-version')
})

test('a picture by its address is not sent to Claude here, which would not look at it', async () => {
  const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
  const answer = await world.post('/v1/chat/completions', { model: CLAUDE, messages: [{ role: 'user', content: [image] }] })
  expect(answer.status).toBe(400)
  expect(world.provider.requests).toEqual([])
})

test('tokens are counted by the vendor', async () => {
  const claude = await world.post('/v1/messages/count_tokens', { model: CLAUDE, messages: [{ role: 'user', content: 'hello #in:7' }] })
  expect(claude).toMatchObject({ status: 200, json: { input_tokens: 7 }, headers: { 'x-waystation-count': 'exact' } })
  expect(world.provider.requests.at(-1)).toMatchObject({
    path: `${pathBelow('us-east5')}/publishers/anthropic/models/count-tokens:rawPredict`,
    body: { model: CLAUDE },
  })
  const gemini = await world.post(`/v1beta/models/${GEMINI}:countTokens`, {
    contents: [{ role: 'user', parts: [{ text: 'hello #in:7' }] }],
  })
  expect(gemini).toMatchObject({ status: 200, json: { totalTokens: 7 }, headers: { 'x-waystation-count': 'exact' } })
})

describe('a key', () => {
  const hello = (model: string) => ask(model)
  const openTo = async (model: string, fields: Readonly<Record<string, unknown>>) =>
    addCloud({ models: model, model_mapping: JSON.stringify({ [model]: GEMINI }), ...fields })
  const price = async (...names: string[]) =>
    world.setOption('ModelRatio', JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))))
  const statusOf = async (id: number) => (await world.console.call<{ status: number }>('GET', `/api/channel/${id}`)).status

  test('of express mode is sent as it is', async () => {
    await price('express')
    await openTo('express', { key: 'AIzaSyExpressKey0123456789', other: '' })
    expect((await hello('express')).status).toBe(200)
    expect(world.provider.requests[0]).toMatchObject({
      path: `/v1/publishers/google/models/${GEMINI}:generateContent`,
      headers: { 'x-goog-api-key': 'AIzaSyExpressKey0123456789' },
    })
    expect(world.provider.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test('that is refused is disabled as after a 401, and another channel serves the call', async () => {
    await price('refused')
    await world.setOption('AutomaticDisableChannelEnabled', 'true')
    const gone = newAccount('gone-project')
    tokens.remove(gone.email)
    const id = await openTo('refused', { key: gone.key, priority: 10 })
    await openTo('refused', { key: account.key, priority: 1 })
    expect((await hello('refused')).status).toBe(200)
    await expect.poll(() => statusOf(id)).toBe(3)
    await world.setOption('AutomaticDisableChannelEnabled', 'false')
  })

  test('that is refused and the only one is nothing that the caller learns of', async () => {
    await price('only')
    const gone = newAccount('only-project')
    tokens.remove(gone.email)
    await openTo('only', { key: gone.key })
    const answer = await hello('only')
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toMatch(/only-project|account|grant/i)
  })

  test.each(['lost', 503] as const)('whose exchange fails with %s stays, and another channel serves the call', async (how) => {
    const model = `trouble-${how}`
    await price(model)
    const troubled = newAccount(`trouble-${how}`)
    const id = await openTo(model, { key: troubled.key, priority: 10 })
    await openTo(model, { key: account.key, priority: 1 })
    tokens.next(how === 'lost' ? 'lost' : { status: how, body: 'busy' })
    expect((await hello(model)).status).toBe(200)
    expect(world.provider.requests).toHaveLength(1)
    expect(await statusOf(id)).toBe(1)
  })

  test('whose token the vendor calls back is exchanged anew, and the call is served', async () => {
    await ask(GEMINI)
    const before = tokens.answers.length
    world.provider.next([
      step.head(401, { 'content-type': 'application/json' }),
      step.text('{"error":{"code":401,"message":"expired"}}'),
      step.end(),
    ])
    expect((await ask(GEMINI)).status).toBe(200)
    expect(tokens.answers).toHaveLength(before + 1)
    expect((await ask(GEMINI)).status).toBe(200)
    expect(tokens.answers).toHaveLength(before + 1)
  })
})

describe('the console', () => {
  const create = async (fields: Readonly<Record<string, unknown>>) => {
    const draft = { name: 'new', type: TYPE, models: GEMINI, group: 'default', base_url: world.provider.url, ...fields }
    return (await world.console.ask('POST', '/api/channel/', draft)).body as {
      success: boolean
      code?: string
      fields?: object
      data?: { id: number }
    }
  }

  test('takes several accounts at once, in lines, as several keys', async () => {
    const two = [newAccount('one-of-two'), newAccount('two-of-two')]
    const made = await create({ key: two.map(({ key }) => key).join('\n'), other: 'global' })
    expect(made).toMatchObject({ success: true, data: { key_count: 2 } })
  })

  test('wants a region, but of a key of express mode', async () => {
    expect(await create({ key: account.key })).toMatchObject({
      success: false,
      code: 'channel_region_required',
      fields: { other: expect.any(String) },
    })
    for (const other of ['Mars', '{"claude-opus-5":"us-east5"}', '{broken'])
      expect(await create({ key: account.key, other })).toMatchObject({ success: false, code: 'channel_region_invalid' })
    const made = await create({ key: 'AIzaSyExpressKey0123456789' })
    expect(made).toMatchObject({ success: true })
    const change = (fields: object) => world.console.ask('PUT', '/api/channel/', { id: made.data?.id, ...fields })
    expect((await change({ name: 'renamed' })).body).toMatchObject({ success: true })
    expect((await change({ key: account.key })).body).toMatchObject({ success: false, code: 'channel_region_required' })
    expect((await change({ key: account.key, other: 'global' })).body).toMatchObject({ success: true })
    expect((await change({ other: '' })).body).toMatchObject({ success: false, code: 'channel_region_required' })
    expect((await change({ other: 'us-central1' })).body).toMatchObject({ success: true })
  })

  test('refuses a key that is neither', async () => {
    expect(await create({ key: '{"type":"authorized_user"}', other: 'global' })).toMatchObject({
      success: false,
      code: 'channel_key_format',
    })
  })

  test('tests a channel, and says of a refused key what is wrong', async () => {
    const good = await create({ key: account.key, other: 'global' })
    expect((await world.console.ask('GET', `/api/channel/test/${good.data?.id}`)).body).toMatchObject({ success: true })
    const gone = newAccount('untested')
    tokens.remove(gone.email)
    const bad = await create({ key: gone.key, other: 'global' })
    const failed = (await world.console.ask('GET', `/api/channel/test/${bad.data?.id}`)).body
    expect(failed).toMatchObject({ success: false, message: expect.stringContaining('account not found') })
    const models = (await world.console.ask('GET', `/api/channel/fetch_models/${bad.data?.id}`)).body
    expect(models).toMatchObject({ success: false, code: 'models_fetch_failed' })
  })
})
