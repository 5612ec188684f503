import { connect } from 'node:net'
import { endpoints } from '@waystation/contract/api/endpoints'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'

let console: TestConsole
let root: Visitor

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
})
afterAll(() => console.close())

const texts = [
  "' or '1'='1",
  "'; drop table token; --",
  '" union select password_hash from user --',
  '%',
  '_',
  '%%__%%',
  '!',
  "!' escape '!",
  '\\',
  "\\'",
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\u202e\u0000hidden'.replace('\u0000', ''),
  '😀'.repeat(20),
  'x'.repeat(5000),
  '9'.repeat(400),
  '-1',
  '1e309',
  'NaN',
]

const reads = endpoints.filter(({ method, path }) => method === 'GET' && !path.includes('logout'))
const tried = cellsToTry(
  'texts in every parameter of reads',
  texts.flatMap((text) => reads.map((endpoint) => ({ text, endpoint }))),
  ({ text, endpoint }) => [text, endpoint.path],
)

test.each(texts)('SEC-5: %j in every parameter of every read is only a text', async (text) => {
  const value = encodeURIComponent(text)
  for (const { endpoint } of tried.filter((cell) => cell.text === text)) {
    const names = Object.keys(endpoint.query?.shape ?? {})
    const path = endpoint.path.replace(/\{\w+\}/g, value)
    const reply = await console.call(`GET ${path}?${names.map((name) => `${name}=${value}`).join('&')}`, { as: root })
    expect(reply.status, path).toBeLessThan(500)
    expect(reply.text).not.toMatch(/sqlite|syntax error|\.ts:\d/i)
  }
  expect(console.errorsLogged).toEqual([])
})

test('SEC-6: wildcards are found as themselves', async () => {
  await console.call('POST /api/token/', { as: root, body: { name: '100% sure_thing!' } })
  await console.call('POST /api/token/', { as: root, body: { name: 'other' } })
  const found = async (keyword: string) => {
    const { json } = await console.call(`GET /api/token/search?keyword=${encodeURIComponent(keyword)}`, { as: root })
    return (json.data as { name: string }[]).map(({ name }) => name)
  }
  expect(await found('%')).toEqual(['100% sure_thing!'])
  expect(await found('_')).toEqual(['100% sure_thing!'])
  expect(await found('!')).toEqual(['100% sure_thing!'])
  expect(await found('SURE')).toEqual(['100% sure_thing!'])
  expect(await found("' or 1=1 --")).toEqual([])
})

describe('bodies', () => {
  test.each(['{', 'nonsense', '{"name":}', '{"a":1}}', '\u0000'])('%j is no JSON', async (text) => {
    const reply = await console.call('POST /api/token/', { as: root, text })
    expect([reply.status, reply.json.code]).toEqual([400, 'bad_json'])
    expect(reply.json.request_id).toBe(reply.headers['x-request-id'])
  })

  test.each(['[]', '"text"', '1', 'null'])('%s is no form', async (text) => {
    const reply = await console.call('POST /api/token/', { as: root, text })
    expect([reply.status, reply.json.code]).toEqual([400, 'bad_request'])
  })

  test('nothing at all is an empty form', async () => {
    const reply = await console.call('POST /api/token/', { as: root })
    expect([reply.status, reply.json.code, reply.json.fields]).toEqual([200, 'bad_form', { name: '此项必填' }])
  })

  test.each(['[', '{"a":'])('SEC-17: nesting by %j is refused from level 101 on', async (open) => {
    const close = open === '[' ? ']' : '}'
    const nested = (levels: number) => `{"name":"x","extra":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`
    expect((await console.call('POST /api/token/', { as: root, text: nested(100) })).json.success).toBe(true)
    expect((await console.call('POST /api/token/', { as: root, text: nested(101) })).json.code).toBe('too_deep')
    expect((await console.call('POST /api/token/', { as: root, text: nested(100_000) })).json.code).toBe('too_deep')
  })

  test('brackets in texts do not count', async () => {
    const reply = await console.call('POST /api/token/', { as: root, body: { name: 'y', extra: `"\\${'['.repeat(500)}` } })
    expect(reply.json.success).toBe(true)
  })

  test('more than a mebibyte is refused', async () => {
    const reply = await console.call('POST /api/token/', { as: root, body: { name: 'x'.repeat(1024 * 1024) } })
    expect([reply.status, reply.json.code]).toEqual([413, 'body_too_large'])
  })

  test.each([
    '{"name":"p","__proto__":{"polluted":1}}',
    '{"name":"p","a":{"__proto__":{"polluted":1}}}',
    '{"name":"p","constructor":{"prototype":{"polluted":1}}}',
    '{"name":"p","\\u005f_proto__":{"polluted":1}}',
    '{"name":"p","list":[{"__proto__":{"polluted":1}}]}',
  ])('SEC-19: %s reaches no prototype', async (text) => {
    const reply = await console.call('POST /api/token/', { as: root, text })
    expect([reply.status, reply.json.code]).toEqual([400, 'bad_request'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('SEC-19: __proto__ in a map of a setting or a channel is refused', async () => {
    const map = '{"__proto__":{"polluted":1}}'
    const option = await console.call('PUT /api/option/', { as: root, body: { key: 'ModelRatio', value: map } })
    expect(option.json.code).toBe('bad_request')
    for (const field of ['model_mapping', 'status_code_mapping', 'param_override', 'setting']) {
      const body = { name: 'c', type: 1, key: 'k', models: 'm', [field]: map }
      expect((await console.call('POST /api/channel/', { as: root, body })).json.code).toBe('bad_request')
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('a NUL, which one of the databases cannot store, is refused', async () => {
    expect((await console.call('POST /api/token/', { as: root, body: { name: 'a\u0000b' } })).json.code).toBe('bad_request')
    expect((await console.call('GET /api/token/search?keyword=%00', { as: root })).json.code).toBe('bad_request')
  })
})

test('a body that comes in a byte at a time is cut off, and calls with and without a body go on over real sockets', async () => {
  const slow = await openConsole({ bodyDeadlineMs: 300 })
  const address = await slow.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = new URL(address)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{')
  // The rest of the body never comes.
  await new Promise((resolve) => socket.on('close', resolve).on('error', resolve))

  const reply = await fetch(`${address}/api/user/login`, { method: 'POST', body: '{}' })
  expect(await reply.json()).toMatchObject({ success: false, code: 'login_empty' })
  expect((await fetch(`${address}/api/status`)).status).toBe(200)
  await slow.close()
})

test('an unknown path is refused with an envelope, and so is the wrong method', async () => {
  for (const line of ['GET /api/nothing', 'POST /api/status', 'GET /api', 'DELETE /api/user/self/groups/x']) {
    const reply = await console.call(line)
    expect([reply.status, reply.json.success, reply.json.code], line).toEqual([404, false, 'unknown_path'])
  }
})

test('paths answer with and without a slash at their end', async () => {
  for (const path of [
    '/api/status',
    '/api/status/',
    '/api/token',
    '/api/token/',
    '/api/log/self',
    '/api/log/self/',
    '/api/channel',
    '/api/channel/',
  ]) {
    expect((await console.call(`GET ${path}`, { as: root })).json.success, path).toBe(true)
  }
})

test('an internal error shows a request id, and nothing else', async () => {
  const broken = await openConsole({
    prober: {
      probe() {
        throw new Error('connect ECONNREFUSED 10.0.0.5:5432 with sk-secret')
      },
    },
  })
  const visitor = await broken.root()
  await broken.call('POST /api/channel/', { as: visitor, body: { name: 'c', type: 1, key: 'k', models: 'm' } })
  const reply = await broken.call('GET /api/channel/test/1', { as: visitor, headers: { 'accept-language': 'en' } })
  expect([reply.status, reply.json.code]).toEqual([500, 'internal_error'])
  expect(reply.json.message).toBe('Internal server error, contact the administrator')
  expect(reply.text).not.toMatch(/10\.0\.0\.5|secret|ECONN/)
  expect(broken.errorsLogged).toHaveLength(1)
  await broken.close()
})

test('the description of all calls is served', async () => {
  const reply = await console.call('GET /api/openapi.json')
  expect(JSON.parse(reply.text)).toMatchObject({ openapi: '3.1.0' })
})

describe('limits by address', () => {
  const limits = { console: { count: 30, windowMs: 180_000 }, critical: { count: 5, windowMs: 1_200_000 } }
  let limited: TestConsole
  beforeAll(async () => {
    limited = await openConsole({ limits })
    await limited.root()
  })
  afterAll(() => limited.close())

  test('critical calls share one counter, and many at once are counted each', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        limited.call('POST /api/user/login', { body: { username: 'root', password: 'wrong' }, from: '192.0.2.1' }),
      ),
    )
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15)
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.json).toMatchObject({ success: false, code: 'too_many_requests', message: '请求次数过多，请稍后再试' })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await limited.call('POST /api/setup', { body: {}, from: '192.0.2.1' })).status).toBe(429)
    expect((await limited.call('POST /api/user/login', { body: {}, from: '192.0.2.2' })).status).toBe(200)
  })

  test('all calls count on the wide limit, also to paths that do not exist', async () => {
    const statuses = []
    for (let at = 0; at < 32; at += 1)
      statuses.push((await limited.call(at % 2 ? 'GET /api/status' : 'GET /api/nowhere', { from: '192.0.2.3' })).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  test('addresses of one IPv6 network count as one', async () => {
    for (let at = 0; at < 30; at += 1) await limited.call('GET /api/status', { from: `2001:db8::${at + 1}` })
    expect((await limited.call('GET /api/status', { from: '2001:db8::ffff' })).status).toBe(429)
    expect((await limited.call('GET /api/status', { from: '2001:db8:0:1::1' })).status).toBe(200)
  })
})
