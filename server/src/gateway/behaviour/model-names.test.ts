// What hangs on a model's name: its price, where an ending of the name is ours, and what an admin set for it.
import type { PricingEntry } from '@waystation/contract/prices/pricing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { doors } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

const names = {
  14: ['sonnet-thinking', 'withModel', 'priced-thinking'],
  24: ['flash-thinking', 'flash-nothinking'],
  1: ['o4-far-high', 'far-high'],
  8: ['gpt-5-far-low'],
}
const ratios = { sonnet: 2, flash: 3, 'o4-far': 4, 'gpt-5-far': 5, far: 6, 'priced-thinking': 7, priced: 8 }

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios, options: { 'gemini.thinking_adapter_enabled': 'true' } })
  const model_mapping = JSON.stringify({ withModel: 'sonnet-thinking' })
  for (const [type, models] of Object.entries(names))
    await world.addChannel({ type: Number(type), models: models.join(','), model_mapping })
})
afterAll(() => world.close())

const chat = (model: string) => ({ model, max_tokens: 2000, messages: [{ role: 'user', content: 'hello #in:100 #out:0' }] })

/** What the last call was priced as. */
async function pricedAs(): Promise<unknown> {
  await world.books()
  return (await world.logs(1))[0]?.facts.charge
}

// server 13
describe('a name with an ending of ours', () => {
  test.each([
    ['sonnet-thinking', 'sonnet', '2'],
    ['withModel', 'sonnet', '2'],
    ['flash-thinking', 'flash', '3'],
    ['flash-nothinking', 'flash', '3'],
    ['o4-far-high', 'o4-far', '4'],
    ['gpt-5-far-low', 'gpt-5-far', '5'],
  ])('%s costs what %s costs, through every door, whole and streamed', async (model, priced_model, model_ratio) => {
    for (const { path, body } of doors) {
      for (const isStream of [false, true]) {
        const answer = await world.post(path(model, isStream), { ...body(model, 'hello', isStream) })
        expect(answer, answer.text).toMatchObject({ status: 200 })
        expect(await pricedAs()).toMatchObject({ priced_model, model_ratio })
      }
    }
  })

  test('has its own price where an admin gave it one', async () => {
    await world.post('/v1/chat/completions', chat('priced-thinking'))
    expect(await pricedAs()).toMatchObject({ priced_model: 'priced-thinking', model_ratio: '7' })
  })

  test('has no price where the vendor does not read the ending', async () => {
    expect(await world.post('/v1/chat/completions', chat('far-high'))).toMatchObject({
      status: 400,
      json: { error: { code: 'model_price_error' } },
    })
  })

  test('has no price while the option that reads it is off', async () => {
    await world.setOption('claude.thinking_adapter_enabled', 'false')
    const off = await world.post('/v1/chat/completions', chat('sonnet-thinking'))
    await world.setOption('claude.thinking_adapter_enabled', 'true')
    expect(off).toMatchObject({ status: 400, json: { error: { code: 'model_price_error' } } })
    expect((await world.post('/v1/chat/completions', chat('sonnet-thinking'))).status).toBe(200)
  })

  test('is listed with that price', async () => {
    const list = await world.console.call<PricingEntry[]>('GET', '/api/pricing')
    expect(list.find(({ model_name }) => model_name === 'flash-nothinking')).toMatchObject({ model_ratio: 3 })
    expect(await world.console.call('GET', '/api/channel/models_unpriced')).toMatchObject({ models: ['far-high'], rule: 'refused' })
  })

  // The head of a request may have 16 KB, so an operator with so many models cannot ask by the address.
  test('is known for three thousand models queried at once', async () => {
    const names = Array.from({ length: 3000 }, (_, at) => `vendor/house-model-${at}`)
    const models = ['sonnet', ...names]
    expect(await world.console.call('POST', '/api/channel/models_unpriced', { models, type: 14 })).toEqual({
      models: names,
      rule: 'refused',
      uncallable: [],
      ending: [],
    })
  })
})

// server 15
describe('what an admin set for a model', () => {
  let mappedWorld: World
  beforeAll(async () => {
    mappedWorld = await openWorld({
      channel: { type: 14, models: 'asked', model_mapping: JSON.stringify({ asked: 'upstream' }), model_prefix: 'p/' },
      ratios: { asked: 1, upstream: 1 },
    })
    await mappedWorld.addChannel({ type: 24, models: 'pictures', model_mapping: JSON.stringify({ pictures: 'upstream' }) })
  })
  afterAll(() => mappedWorld.close())
  beforeEach(async () => {
    await mappedWorld.setOption('claude.model_headers_settings', '{}')
    await mappedWorld.setOption('claude.default_max_tokens', JSON.stringify({ default: 100 }))
  })

  const send = async (door: string, body: object) => {
    const answer = await mappedWorld.post(door, { model: 'p/asked', ...body })
    expect(answer, answer.text).toMatchObject({ status: 200 })
    const { headers, body: sent } = mappedWorld.provider.requests.at(-1) ?? {}
    return { headers, sent }
  }
  const calls = {
    'passed through': () => send('/v1/messages', { messages: [{ role: 'user', content: 'hello' }] }),
    translated: () => send('/v1/chat/completions', { messages: [{ role: 'user', content: 'hello' }] }),
    'translated and streamed': () => send('/v1/responses', { input: 'hello', stream: true }),
  }

  describe.each(Object.entries(calls))('in a call that is %s over a mapped channel', (_how, call) => {
    test('is found by the requested name', async () => {
      await mappedWorld.setOption(
        'claude.model_headers_settings',
        JSON.stringify({ asked: { 'anthropic-beta': ['one-2026-01-01', 'two-2026-01-01'] } }),
      )
      await mappedWorld.setOption('claude.default_max_tokens', JSON.stringify({ asked: 321, default: 100 }))
      expect(await call()).toMatchObject({
        headers: { 'anthropic-beta': 'one-2026-01-01,two-2026-01-01' },
        sent: { model: 'upstream', max_tokens: 321 },
      })
    })

    test('is found by the name upstream where nothing is set for the other', async () => {
      await mappedWorld.setOption('claude.model_headers_settings', JSON.stringify({ upstream: { 'x-far': ['yes'] } }))
      await mappedWorld.setOption('claude.default_max_tokens', JSON.stringify({ upstream: 222, default: 100 }))
      expect(await call()).toMatchObject({ headers: { 'x-far': 'yes' }, sent: { max_tokens: 222 } })
    })

    test('of both names, the requested one counts', async () => {
      const both = { asked: { 'x-far': ['asked'] }, upstream: { 'x-far': ['upstream'], 'x-more': ['no'] } }
      await mappedWorld.setOption('claude.model_headers_settings', JSON.stringify(both))
      await mappedWorld.setOption('claude.default_max_tokens', JSON.stringify({ asked: 1, upstream: 2 }))
      const { headers, sent } = await call()
      expect(headers).toMatchObject({ 'x-far': 'asked' })
      expect(headers).not.toHaveProperty('x-more')
      expect(sent).toMatchObject({ max_tokens: 1 })
    })
  })

  test('Gemini: API version and pictures by the requested name', async () => {
    await mappedWorld.setOption('ModelRatio', JSON.stringify({ asked: 1, pictures: 1 }))
    await mappedWorld.setOption('gemini.version_settings', JSON.stringify({ pictures: 'v1alpha', default: 'v1beta' }))
    await mappedWorld.setOption('gemini.supported_imagine_models', JSON.stringify(['pictures']))
    await mappedWorld.post('/v1/chat/completions', { ...chat('pictures') })
    expect(mappedWorld.provider.requests.at(-1)).toMatchObject({
      path: expect.stringContaining('/v1alpha/models/upstream:'),
      body: { generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } },
    })
  })
})
