// Names that are served by other models: which of them a call goes to, what it costs, and who is offered them (server-behaviour 3.6).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const NAMES = ['one', 'two', 'three', 'four'] as const
const RATIOS = { one: 1, two: 2, three: 3, four: 4 }

let world: World
const channels: number[] = []
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: RATIOS, options: { 'relay.conversation_affinity': 'true' } })
  for (const model of NAMES) channels.push(await world.addChannel({ name: `of ${model}`, models: model }))
})
afterAll(() => world.close())

const map = (mapping: object) => world.console.call<null>('PUT', '/api/model_mapping/', { mapping })
const ask = (model: string, more: object = {}, headers?: Readonly<Record<string, string>>) =>
  world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }], ...more }, headers)
const asked = () => world.provider.requests.at(-1)?.body as { model: string }
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const lastRow = async () => (await world.logs(1))[0]

describe('the models behind a virtual one', () => {
  test('are tried by priority, every one of them in one call, and the row says so', async () => {
    await map({ best: NAMES.map((model, at) => ({ model, priorities: 10 - at })) })
    await world.setOption('RetryTimes', '1')
    world.provider.next(scenario.refuse(503), 3)
    expect((await ask('best')).status).toBe(200)
    const row = await lastRow()
    expect(row).toMatchObject({ model_name: 'best' })
    expect(row?.facts).toMatchObject({ is_model_mapped: true, upstream_model_name: 'four', model_ratio: 4 })
    expect(row?.facts.admin_info?.attempts?.map(({ model }) => model)).toEqual([...NAMES])
    expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
  })

  test('have all their channels tried before the next', async () => {
    await map({
      best: [
        { model: 'one', priorities: 5 },
        { model: 'two', priorities: 1 },
      ],
    })
    const second = await world.addChannel({ name: 'of one too', models: 'one', priority: -3 })
    await world.setOption('RetryTimes', '1')
    world.provider.next(scenario.refuse(503), 2)
    expect((await ask('best')).status).toBe(200)
    expect((await lastRow())?.facts.admin_info?.attempts?.map(({ channel_name: name }) => name)).toEqual(['of one', 'of one too', 'of two'])
    await world.console.call('DELETE', `/api/channel/${second}/`)
  })

  test('a vendor’s 404 of one model does not keep the next from being asked', async () => {
    await map({ best: NAMES.map((model, at) => ({ model, priorities: 10 - at })) })
    await world.setOption('RetryTimes', '1')
    world.provider.next(scenario.refuse(404), 3)
    expect((await ask('best')).status).toBe(200)
    expect(asked().model).toBe('four')
  })

  test('are sent under their own names where requests are passed through', async () => {
    await map({ best: [{ model: 'two', priorities: 5 }] })
    await world.setOption('global.pass_through_request_enabled', 'true')
    expect((await ask('best')).status).toBe(200)
    expect(asked().model).toBe('two')
    await world.setOption('global.pass_through_request_enabled', 'false')
  })

  test('of equal priority: a conversation stays with the one that answered it', async () => {
    await map({ even: NAMES.map((model) => ({ model, priorities: 1 })) })
    const first = new Set<string>()
    for (let talk = 0; talk < 24 && first.size < 2; talk++) {
      const turn = () => ask('even', { messages: [{ role: 'user', content: `talk ${talk}` }] })
      const models = []
      for (let n = 0; n < 4; n++) {
        await turn()
        models.push(asked().model)
      }
      expect(new Set(models).size).toBe(1)
      first.add(models[0] ?? '')
    }
    expect(first.size).toBeGreaterThan(1)
  })

  test('a conversation goes back to a better one', async () => {
    await map({
      best: [
        { model: 'one', priorities: 5 },
        { model: 'two', priorities: 1 },
      ],
    })
    const turn = () => ask('best', { messages: [{ role: 'user', content: 'a long talk' }] })
    world.provider.next(scenario.refuse(503))
    await turn()
    expect(asked().model).toBe('two')
    await turn()
    expect(asked().model).toBe('one')
  })
})

describe('what it costs', () => {
  beforeEach(() => map({ best: [{ model: 'two', priorities: 5 }] }))

  test.each([
    ['the price of the model behind it', {}, 2],
    ['its own price where it has one', { ModelRatio: JSON.stringify({ ...RATIOS, best: 7 }) }, 7],
    ['that of the model behind it again where billing follows the upstream model', { redirect_billing_enabled: 'true' }, 2],
  ])('%s', async (_what, options, ratio) => {
    for (const [key, value] of Object.entries(options)) await world.setOption(key, value)
    await ask('best')
    expect((await lastRow())?.facts.model_ratio).toBe(ratio)
    expect(await world.console.call('GET', '/api/pricing')).toContainEqual(
      expect.objectContaining({ model_name: 'best', model_ratio: ratio }),
    )
  })
})

describe('who may call it', () => {
  const listed = async () =>
    (await (await fetch(`${world.url}/v1/models`, { headers: bearer(world.key) })).json()) as { data: { id: string }[] }

  test('it is listed while one of its models has a channel', async () => {
    await map({
      best: [
        { model: 'one', priorities: 1 },
        { model: 'nowhere', priorities: 9 },
      ],
      lost: [{ model: 'nowhere', priorities: 0 }],
    })
    const names = (await listed()).data.map(({ id }) => id)
    expect(names).toContain('best')
    expect(names).not.toContain('lost')
    expect(await world.console.call('GET', '/api/user/models')).toContain('best')
    expect((await ask('best')).status).toBe(200)
    expect(await ask('lost')).toMatchObject({ status: 404, json: { error: { code: 'model_not_found' } } })
  })

  test('a token that is limited to it may call it, and not the model behind it', async () => {
    await map({ best: [{ model: 'one', priorities: 1 }] })
    const { key } = await world.addToken({ name: 'limited', model_limits_enabled: true, model_limits: 'best' })
    expect((await ask('best', {}, bearer(`sk-${key}`))).status).toBe(200)
    expect((await ask('one', {}, bearer(`sk-${key}`))).status).toBe(403)
  })
})

describe('conditions', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }

  test.each<[string, object, object, Record<string, string> | undefined, string]>([
    ['a picture', { with_media: ['image'] }, { messages: [{ role: 'user', content: [image] }] }, undefined, 'two'],
    ['no picture', { with_media: ['image'] }, {}, undefined, 'one'],
    ['none of these', { without_media: ['image'] }, { messages: [{ role: 'user', content: [image] }] }, undefined, 'one'],
    ['a long prompt', { min_prompt_tokens: 100 }, { messages: [{ role: 'user', content: 'word '.repeat(400) }] }, undefined, 'two'],
    ['a short prompt', { min_prompt_tokens: 100 }, {}, undefined, 'one'],
    ['at most so long', { max_prompt_tokens: 100 }, { messages: [{ role: 'user', content: 'word '.repeat(400) }] }, undefined, 'one'],
    ['a header', { header: { name: 'x-plan', is: 'gold' } }, {}, { 'x-plan': 'gold' }, 'two'],
    ['another value of it', { header: { name: 'x-plan', is: 'gold' } }, {}, { 'x-plan': 'tin' }, 'one'],
    ['the group', { groups: ['default'] }, {}, undefined, 'two'],
    ['another group', { groups: ['vip'] }, {}, undefined, 'one'],
    ['the token', { tokens: ['test'] }, {}, undefined, 'two'],
    ['another token', { tokens: ['other'] }, {}, undefined, 'one'],
  ])('%s', async (_what, when, body, headers, model) => {
    await map({
      best: [
        { model: 'two', priorities: 9, when },
        { model: 'one', priorities: 1 },
      ],
    })
    expect((await ask('best', body, headers)).status).toBe(200)
    expect(asked().model).toBe(model)
  })

  test('a call that fits none of them is told so, and nothing is held', async () => {
    await map({ best: [{ model: 'two', priorities: 9, when: { min_prompt_tokens: 100_000 } }] })
    expect(await ask('best')).toMatchObject({ status: 400, json: { error: { code: 'virtual_model_unfit' } } })
    expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
  })
})

describe('the calls of the console', () => {
  test('what is written is read again, is a version of the prices, and can be taken back', async () => {
    const versions = async () => (await world.console.call<{ items: { id: number }[] }>('GET', '/api/price/versions')).items
    await map({ best: [{ model: 'one', priorities: 1 }] })
    const [before] = await versions()
    const mapping = { best: [{ model: 'two', priorities: 3, share: 4, when: { groups: ['vip'] } }] }
    await map(mapping)
    expect(await world.console.call('GET', '/api/model_mapping/')).toEqual({ mapping })
    expect(await world.console.call('POST', '/api/model_mapping/reload')).toBe(1)
    expect((await versions())[0]?.id).toBeGreaterThan(before?.id ?? Number.POSITIVE_INFINITY)
    await world.console.call('POST', `/api/price/versions/${before?.id}/return`, { note: 'back' })
    expect(await world.console.call('GET', '/api/model_mapping/')).toEqual({ mapping: { best: [{ model: 'one', priorities: 1 }] } })
  })

  test.each([
    ['no model behind it', { best: [] }],
    ['a blank name', { ' ': [{ model: 'one', priorities: 0 }] }],
    [
      'one model twice',
      {
        best: [
          { model: 'one', priorities: 0 },
          { model: 'one', priorities: 2 },
        ],
      },
    ],
    ['a priority below 0', { best: [{ model: 'one', priorities: -1 }] }],
    ['a virtual model behind another', { best: [{ model: 'good', priorities: 0 }], good: [{ model: 'one', priorities: 0 }] }],
    ['an unknown condition', { best: [{ model: 'one', priorities: 0, when: { weekday: 3 } }] }],
  ])('rejects %s', async (_what, mapping) => {
    await expect(map(mapping)).rejects.toThrow()
  })
})

describe('aliases of a token', () => {
  test('give its clients another model, by whatever dialect they ask, and the row has both names', async () => {
    const { key } = await world.addToken({ name: 'aliased', model_aliases: '{"claude-haiku":"two"}' })
    const headers = bearer(`sk-${key}`)
    expect((await ask('claude-haiku', {}, headers)).status).toBe(200)
    expect(asked().model).toBe('two')
    const row = await lastRow()
    expect(row).toMatchObject({ model_name: 'two' })
    expect(row?.facts).toMatchObject({ model_alias: 'claude-haiku', model_ratio: 2 })
    const gemini = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }
    expect((await world.post('/v1beta/models/claude-haiku:generateContent', gemini, headers)).status).toBe(200)
    expect(asked().model).toBe('two')
    const models = (await (await fetch(`${world.url}/v1/models`, { headers })).json()) as { data: { id: string }[] }
    expect(models.data.map(({ id }) => id)).toContain('claude-haiku')
    expect((await ask('claude-haiku')).status).toBe(404)
  })

  test('may be used where the token is limited to the model they stand for, and cannot stand for aliases', async () => {
    const aliases = { model_aliases: '{"small":"one","large":"two"}' }
    const { key } = await world.addToken({ name: 'limited too', model_limits_enabled: true, model_limits: 'one', ...aliases })
    expect((await ask('small', {}, bearer(`sk-${key}`))).status).toBe(200)
    expect((await ask('large', {}, bearer(`sk-${key}`))).status).toBe(403)
    await expect(world.addToken({ name: 'nested', model_aliases: '{"a":"b","b":"one"}' })).rejects.toThrow()
  })
})
