// Verdicts on texts, by OpenAI's own library and by Mistral's, at vendors of both formats.
import { Mistral } from '@mistralai/mistralai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const OMNI = 'omni-moderation-latest'
const MISTRAL = 'mistral-moderation-latest'
/** Ratio 1: a token is a unit. */
const PAID = 'paid-moderation'
const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let world: World
let openai: OpenAI
let mistral: Mistral
let atOpenAI: number
let atMistral: number
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { [PAID]: 1, [MISTRAL]: 1, talker: 1 } })
  atOpenAI = await world.addChannel({ name: 'OpenAI', type: 1, models: `${OMNI},${PAID},talker` })
  atMistral = await world.addChannel({ name: 'Mistral', type: 42, models: MISTRAL, base_url: `${world.provider.url}/mistral` })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
  mistral = new Mistral({ apiKey: world.key, serverURL: world.url })
})
afterAll(() => world.close())

const sent = () => world.provider.requests.at(-1)
const ask = (body: object, path = '/v1/moderations') => world.post(path, { model: OMNI, ...body })
async function charge(call: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await call()
  return before - (await world.balance())
}

describe('OpenAI’s library at OpenAI', () => {
  test('gets the verdict as the vendor gave it, free of charge', async () => {
    const cost = await charge(async () => {
      const verdict = await openai.moderations.create({ model: OMNI, input: 'something #flagged' })
      expect(verdict.results).toMatchObject([{ flagged: true, categories: { hate: true }, category_scores: { hate: 0.98 } }])
    })
    expect(cost).toBe(0)
    expect(sent()).toMatchObject({ path: '/v1/moderations', body: { model: OMNI, input: 'something #flagged' } })
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ model_name: OMNI, quota: 0, completion_tokens: 0 })
    expect(row?.prompt_tokens).toBeGreaterThan(0)
    expect(row?.facts).toMatchObject({ usage_source: 'counted', end_reason: 'done', endpoint: '/v1/moderations' })
  })

  test('a verdict for each text of a list, and one for a text with a picture', async () => {
    const many = await openai.moderations.create({ model: OMNI, input: ['fine', '#flagged'] })
    expect(many.results.map(({ flagged }) => flagged)).toEqual([false, true])
    const input = [
      { type: 'text' as const, text: 'what is this' },
      { type: 'image_url' as const, image_url: { url: PNG } },
    ]
    expect((await openai.moderations.create({ model: OMNI, input })).results).toHaveLength(1)
    expect(sent()?.body).toEqual({ model: OMNI, input })
  })

  test('that names no model gets one that a channel serves', async () => {
    expect((await openai.moderations.create({ input: 'hello' })).model).toBe(OMNI)
    expect((await world.logs(1))[0]?.model_name).toBe(OMNI)
    const id = await world.addChannel({
      name: 'old',
      type: 8,
      models: 'text-moderation-stable',
      model_mapping: `{"text-moderation-stable":"${OMNI}"}`,
    })
    await openai.moderations.create({ input: 'hello' })
    expect((await world.logs(1))[0]?.model_name).toBe('text-moderation-stable')
    await world.console.call('DELETE', `/api/channel/${id}`)
  })

  test('pays our own count of the tokens where the operator set a price', async () => {
    const cost = await charge(() => openai.moderations.create({ model: PAID, input: ['one two three', 'four five six seven'] }))
    expect(cost).toBeGreaterThanOrEqual(7)
    expect(cost).toBeLessThan(12)
    const [row] = await world.logs(1)
    expect(row?.facts).toMatchObject({ usage_source: 'counted', charge: { lines: [{ bucket: 'freshInput', tokens: cost }] } })
    expect(row?.facts.charge?.held).toBeGreaterThanOrEqual(cost)
  })
})

describe('Mistral’s library at Mistral', () => {
  test('judges texts and conversations, in Mistral’s categories, and pays what Mistral counts', async () => {
    const cost = await charge(async () => {
      const { results } = await mistral.classifiers.moderate({ model: MISTRAL, inputs: ['fine', '#flagged #in:40'] })
      expect(results.map(({ categories }) => categories?.hate_and_discrimination)).toEqual([false, true])
    })
    expect(cost).toBe(40)
    expect(sent()).toMatchObject({ path: '/mistral/v1/moderations', body: { input: ['fine', '#flagged #in:40'] } })
    const paid = await charge(async () => {
      const inputs = [
        { role: 'user' as const, content: 'hello' },
        { role: 'assistant' as const, content: '#flagged #in:55' },
      ]
      const { results } = await mistral.classifiers.moderateChat({ model: MISTRAL, inputs })
      expect(results).toMatchObject([{ categories: { hate_and_discrimination: true } }])
    })
    expect(paid).toBe(55)
    expect(sent()?.path).toBe('/mistral/v1/chat/moderations')
    expect((await world.logs(1))[0]?.facts).toMatchObject({ usage_source: 'upstream', endpoint: '/v1/chat/moderations' })
  })

  test('a conversation for which no count is told is counted here', async () => {
    const input = [
      [{ role: 'user', content: 'one two three #usage:missing' }],
      [{ role: 'user', content: [{ type: 'text', text: 'four' }] }],
    ]
    const cost = await charge(async () => expect((await ask({ model: MISTRAL, input }, '/v1/chat/moderations')).status).toBe(200))
    expect(cost).toBeGreaterThan(4)
    expect((await world.logs(1))[0]?.facts.usage_source).toBe('counted')
  })
})

describe('OpenAI’s clients at Mistral', () => {
  test('get the word that they look at, and their items become one text', async () => {
    const input = [
      { type: 'text', text: 'one' },
      { type: 'text', text: '#flagged' },
    ]
    const { json } = await ask({ model: MISTRAL, input })
    expect(json.results).toMatchObject([{ flagged: true, categories: { hate_and_discrimination: true, pii: false } }])
    expect(sent()?.body).toEqual({ model: MISTRAL, input: 'one\n#flagged' })
    const list = await ask({ model: MISTRAL, input: ['fine', '#flagged'] })
    expect((list.json.results as { flagged: boolean }[]).map(({ flagged }) => flagged)).toEqual([false, true])
  })

  test('with a picture are refused before money is held, and another channel is asked where there is one', async () => {
    const { requestCount } = world.provider
    const input = [{ type: 'image_url', image_url: { url: PNG } }]
    expect(await ask({ model: MISTRAL, input })).toMatchObject({
      status: 400,
      json: { error: { code: 'untranslatable', message: expect.stringContaining('input[0]') } },
    })
    expect(world.provider.requestCount).toBe(requestCount)
    const id = await world.addChannel({ name: 'relay', type: 8, models: MISTRAL })
    expect((await ask({ model: MISTRAL, input })).status).toBe(200)
    await world.console.call('DELETE', `/api/channel/${id}`)
  })
})

test.each([
  ['input', {}],
  ['input', { input: [] }],
  ['input', { input: 7 }],
  ['input[1]', { input: ['a', 5] }],
  ['input[0].type', { input: [{ type: 'video', text: 'a' }] }],
  ['input[0].text', { input: [{ type: 'text' }] }],
  ['input[0].image_url', { input: [{ type: 'image_url' }] }],
  ['input', { input: [1, 2].map(() => ({ type: 'image_url', image_url: { url: PNG } })) }],
])('a wrong %s is refused by its name', async (path, body) => {
  const { status, json } = await ask(body)
  expect([status, json]).toMatchObject([
    400,
    { error: { code: 'invalid_text_request', message: expect.stringContaining(`${path}: expected`) } },
  ])
})

test.each([
  ['input', { input: 'hello' }],
  ['input', { input: [] }],
  ['input[0]', { input: ['hello'] }],
  ['input[1]', { input: [[{ role: 'user', content: 'a' }], []] }],
])('a conversation with a wrong %s is refused by its name', async (path, body) => {
  const { status, json } = await ask({ model: MISTRAL, ...body }, '/v1/chat/moderations')
  expect([status, json]).toMatchObject([400, { error: { message: expect.stringContaining(`${path}: expected`) } }])
})

test('a channel that judges nothing is not asked', async () => {
  await world.addChannel({ name: 'talks only', type: 43, models: 'talks' })
  await world.setOption('ModelRatio', JSON.stringify({ [PAID]: 1, [MISTRAL]: 1, talks: 1 }))
  expect(await ask({ model: 'talks', input: 'a' })).toMatchObject({ status: 400, json: { error: { code: 'cannot_translate' } } })
  const chat = await ask({ input: [{ role: 'user', content: 'a' }] }, '/v1/chat/moderations')
  expect(chat).toMatchObject({ status: 400, json: { error: { code: 'cannot_translate' } } })
})

test('what is no verdict is none, and costs nothing', async () => {
  const cost = await charge(async () => {
    world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.text('{"results":"none"}'), step.end()], 5)
    expect((await ask({ model: PAID, input: 'a' })).status).toBe(502)
    world.provider.clear()
  })
  expect(cost).toBe(0)
})

test('a channel’s override of the body is sent', async () => {
  const id = await world.addChannel({ name: 'over', type: 8, models: 'over-moderation', param_override: '{"model":"other"}' })
  await world.setOption('ModelRatio', JSON.stringify({ [PAID]: 1, [MISTRAL]: 1, 'over-moderation': 1 }))
  await ask({ model: 'over-moderation', input: 'a' })
  expect(sent()?.body).toEqual({ model: 'other', input: 'a' })
  await world.console.call('DELETE', `/api/channel/${id}`)
})

test('is offered where it can be called, and a channel is tested by a verdict', async () => {
  const offered = await world.console.call<string[]>('GET', '/api/user/models')
  expect(offered).toEqual(expect.arrayContaining([OMNI, MISTRAL]))
  for (const [id, model] of [
    [atOpenAI, OMNI],
    [atMistral, MISTRAL],
  ] as const) {
    await world.console.call('GET', `/api/channel/test/${id}?model=${model}`)
    expect(sent()).toMatchObject({ path: expect.stringMatching(/\/v1\/moderations$/), body: { model, input: 'hello world' } })
  }
})

test('adds up in the books', async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
})
