// SEC-19: keys that would reach into the prototype of objects, wherever keys can be sent: bodies, texts that hold JSON, options, addresses,
// forms and the names that things are looked up by.
import { endpoints } from '@waystation/contract/api/endpoints'
import { type EndpointSpec, isWrite } from '@waystation/contract/channels/endpoint'
import { options } from '@waystation/contract/options/registry'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'
import { sampleBody } from '../testing/sample-body.ts'

/** Everything that all objects share. */
const shared = () => [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((one) => Reflect.ownKeys(one).length)
const before = shared()
afterEach(() => {
  expect(shared()).toEqual(before)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

const payloads = [
  '"__proto__":{"polluted":1}',
  '"\\u005f_proto__":{"polluted":1}',
  '"x":{"__proto__":{"polluted":1}}',
  '"x":[{"y":[{"__proto__":{"polluted":1}}]}]',
  '"constructor":{"prototype":{"polluted":1}}',
  '"x":{"constructor":{"prototype":{"polluted":1}}}',
]
/** Names that every object has. */
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', '__lookupSetter__']

let console: TestConsole
let root: Visitor
beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  for (const purpose of ['ways_in', 'user_access'] as const) await console.confirm(root, purpose)
})
afterAll(() => console.close())

const lineOf = ({ method, path }: EndpointSpec) => `${method} ${path.replace('{provider}', 'github').replace(/\{\w+\}/g, '2147483000')}`
// Signed forms and texts are read as they are: api/money/top-up.test.ts has the notices that are refused.
const writes = endpoints.filter((endpoint) => endpoint.body && !endpoint.bodyAs && isWrite(endpoint) && endpoint.access !== 'setup')

test.each(writes.map((endpoint) => [lineOf(endpoint), endpoint] as const))(
  'SEC-19: %s refuses such keys in its body',
  async (line, endpoint) => {
    const body = JSON.stringify(sampleBody(endpoint.body!))
    for (const payload of payloads) {
      const text = body.startsWith('{') ? body.replace('{', `{${payload},`).replace(',}', '}') : `[{${payload}}]`
      const reply = await console.call(line, { as: root, text })
      expect([reply.status, reply.json.code], text).toEqual([400, 'bad_request'])
    }
  },
)

const withTexts = writes.filter(({ body }) => JSON.stringify(sampleBody(body!, 'free text')).includes('free text'))
test.each(withTexts.map((endpoint) => [lineOf(endpoint), endpoint] as const))(
  'SEC-19: %s refuses them in texts that hold JSON',
  async (line, endpoint) => {
    const texts = payloads.map((payload) => `{${payload}}`)
    for (const text of [...texts, ` \n${texts[0]}`, `[${texts[0]}]`]) {
      const body = sampleBody(endpoint.body!, text)
      const reply = await console.call(line, { as: root, body })
      expect([reply.status, reply.json.code], text).toEqual([400, 'bad_request'])
    }
  },
)

test('SEC-19: in an address they are only names that no call knows', async () => {
  const queries = [
    '__proto__[polluted]=1',
    '__proto__.polluted=1',
    'constructor[prototype][polluted]=1',
    '__proto__=x',
    'p[__proto__][polluted]=1',
  ]
  for (const endpoint of endpoints.filter(({ method, path }) => method === 'GET' && !path.includes('logout'))) {
    for (const query of queries) {
      const reply = await console.call(`${lineOf(endpoint)}?${query}&${query}`, { as: root })
      expect(reply.status, `${endpoint.path} ${query}`).toBeLessThan(500)
    }
  }
  for (const name of inherited) {
    expect((await console.call(`GET /api/user/self?${name}=1`, { as: root })).status).toBe(200)
    expect((await console.call(`GET /api/${name}/`, { as: root })).status).toBe(404)
  }
  expect(console.errorsLogged).toEqual([])
})

describe('options', () => {
  const maps = options.filter(({ type, isReady }) => type.kind === 'json' && isReady).map(({ key }) => key)
  const set = async (key: string, value: string) => (await console.call('PUT /api/option/', { as: root, body: { key, value } })).json

  test.each(maps)('SEC-19: %s takes no such key at any depth', async (key) => {
    const stored = () => console.database.read.selectFrom('option').selectAll().where('key', '=', key).execute()
    const untouched = await stored()
    for (const payload of payloads) {
      for (const text of [`{${payload}}`, `[{${payload}}]`, `{"default":{${payload}}}`])
        expect((await set(key, text)).success, text).toBe(false)
    }
    expect(await stored()).toEqual(untouched)
  })

  test.each(maps)('SEC-19: %s takes no name that every object has', async (key) => {
    for (const name of ['__proto__', 'constructor', 'prototype'])
      for (const value of ['1', '"x"', '{}', '["x"]'])
        expect((await set(key, `{"${name}":${value}}`)).success, `${name} ${value}`).toBe(false)
  })

  test.each(inherited)('SEC-19: there is no option %s', async (key) => {
    expect(await set(key, '1')).toMatchObject({ success: false, code: 'unknown_option' })
    expect(console.options.storedText(key)).toBe('')
  })
})

describe('names that every object has, as names of things', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ channel: { models: ['fake-chat', ...inherited].join(',') } })
  })
  afterAll(async () => {
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
    await world.close()
  })
  const chat = (model: string, more: object = {}) =>
    world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: '#in:5 #out:5' }], max_tokens: 5, ...more })

  test.each(inherited)('SEC-19: a model %s has no price that nobody set, and costs nothing', async (model) => {
    const balance = await world.balance()
    const reply = await chat(model)
    expect([reply.status, (reply.json.error as { code: string }).code]).toEqual([400, 'model_price_error'])
    expect(await world.balance()).toBe(balance)
    expect(world.provider.requests).toHaveLength(0)
  })

  test.each(inherited)('SEC-19: a model of no channel is not found under the name %s', async (name) => {
    for (const model of [`${name}.${name}`, `no-${name}`, `${name}/`]) expect((await chat(model)).status, model).toBeGreaterThanOrEqual(400)
    expect((await request(`${world.url}/v1/models/no-${name}`, { headers: { authorization: `Bearer ${world.key}` } })).statusCode).toBe(404)
  })

  test.each(inherited)('SEC-19: nobody may choose the group %s', async (group) => {
    const made = await world.console.ask('POST', '/api/token/', { name: 'x', group })
    expect(made.body).toMatchObject({ success: false, code: 'token_group_unusable' })
    const played = await world.console.ask('POST', '/pg/chat/completions', {
      model: 'fake-chat',
      group,
      messages: [{ role: 'user', content: 'x' }],
    })
    expect(played.status).toBeGreaterThanOrEqual(400)
    const edited = await world.console.ask('PUT', '/api/user/', { id: world.console.userId, group })
    expect(edited.body).toMatchObject({ success: false })
  })

  test('SEC-19: bodies of model calls, and forms, take no such key', async () => {
    for (const path of [
      '/v1/chat/completions',
      '/v1/messages',
      '/v1/responses',
      '/v1/embeddings',
      '/v1beta/models/fake-chat:generateContent',
    ]) {
      for (const payload of payloads.slice(0, 4)) {
        const reply = await world.post(path, `{"model":"fake-chat","messages":[],"input":"x",${payload}}`)
        expect(reply.status, `${path} ${payload}`).toBe(400)
      }
    }
    const form = new FormData()
    form.set('model', 'fake-chat')
    form.set('__proto__', 'x')
    form.set('constructor', 'x')
    form.set('__proto__[polluted]', '1')
    form.set('file', new Blob(['x']), '__proto__')
    const reply = await fetch(`${world.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key}` },
      body: form,
    })
    await reply.text()
    expect(reply.status).toBeLessThan(500)
  })

  test('SEC-19: a tool may name its fields as it likes', async () => {
    const parameters = { type: 'object', properties: { constructor: { type: 'string' }, toString: { type: 'string' } } }
    const reply = await chat('fake-chat', { tools: [{ type: 'function', function: { name: 'f', parameters } }] })
    expect(reply.status).toBe(200)
    expect(JSON.stringify(world.provider.requests.at(-1)?.body)).toContain('"constructor":{"type":"string"}')
  })
})
