// SEC-1: every declared call by every kind of caller. Expectations are derived from the declaration, so a new call is tested as soon as it
// is declared.
import { endpoints } from '@waystation/contract/api/endpoints'
import { type EndpointSpec, isWrite } from '@waystation/contract/channels/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'
import { isCsrfChecked, isUserHeaderDemanded } from './http/guard.ts'

let console: TestConsole
const actors: Record<string, Visitor | undefined> = {}

beforeAll(async () => {
  console = await openConsole()
  actors.root = await console.root()
  actors.admin = await console.user('admin', 10)
  actors.user = await console.user('user')
  actors['other user'] = await console.user('other')
  actors.anonymous = undefined
})
afterAll(() => console.close())

const ranks: Record<string, number> = { anonymous: 0, user: 1, 'other user': 1, admin: 10, root: 100 }
const needed: Record<EndpointSpec['access'], number> = { public: 0, setup: 0, user: 1, admin: 10, root: 100 }

/** The call's line, with an id that exists nowhere, so that nothing is really done. */
const lineOf = ({ method, path }: EndpointSpec) =>
  `${method} ${path
    .replace('{request_id}', '01ARZ3NDEKTSV4RRFFQ69G9999')
    .replace('{provider}', 'github')
    .replace(/\{\w+\}/g, '2147483000')}`
const refusals = ['not_logged_in', 'user_header_mismatch', 'no_permission']

describe.each(Object.keys(ranks))('as %s', (actor) => {
  test.each(endpoints.filter(({ path }) => path !== '/api/user/logout').map((endpoint) => [lineOf(endpoint), endpoint] as const))(
    '%s',
    async (line, endpoint) => {
      const visitor = actors[actor]
      const reply = await console.call(line, { as: visitor, ...(endpoint.body ? { body: {} } : {}) })
      const code = String(reply.json.code ?? '')
      if (endpoint.access === 'setup') return expect(code).toBe('setup_done')
      const isAllowed = ranks[actor]! >= needed[endpoint.access]
      if (isAllowed) expect(refusals).not.toContain(code)
      else expect([reply.status, code]).toEqual(ranks[actor] === 0 ? [401, 'not_logged_in'] : [200, 'no_permission'])
      expect(reply.status).not.toBe(500)
    },
  )
})

test.each(endpoints.filter(isUserHeaderDemanded).map((endpoint) => [lineOf(endpoint), endpoint] as const))(
  'SEC-10: %s demands the header that names the user',
  async (line, endpoint) => {
    const reply = await console.call(line, { headers: { cookie: actors.root!.cookie }, ...(endpoint.body ? { body: {} } : {}) })
    expect([reply.status, reply.json.code]).toEqual([401, 'user_header_mismatch'])
  },
)

// Those that other sites send browsers to demand a state instead: oauth.test.ts.
const isSiteChecked = (endpoint: EndpointSpec) => isCsrfChecked(endpoint) && endpoint.csrf !== 'state'
test.each(endpoints.filter(isSiteChecked).map((endpoint) => [lineOf(endpoint), endpoint] as const))(
  'SEC-10: %s is refused from a page of another site',
  async (line, endpoint) => {
    const as = endpoint.access === 'public' ? undefined : actors.root
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'https://evil.test', 'sec-fetch-site': 'same-site' },
      // A browser extension sends nothing but its origin.
      { origin: 'chrome-extension://abcdefghijklmnop' },
      { origin: 'moz-extension://11111111-2222-3333-4444-555555555555' },
    ]) {
      const reply = await console.call(line, { as, headers, ...(endpoint.body ? { body: {} } : {}) })
      expect([reply.status, reply.json.code], JSON.stringify(headers)).toEqual([403, 'cross_site'])
    }
  },
)

test('SEC-10: every call that changes something is checked for where it comes from', () => {
  const unchecked = endpoints.filter((endpoint) => isWrite(endpoint) && !isCsrfChecked(endpoint) && endpoint.csrf !== 'state')
  // Other servers call these, and prove it by a signature.
  const signed = unchecked.filter(({ csrf }) => csrf === 'signed')
  expect(signed.map(({ path }) => path)).toEqual(['/api/user/epay/notify', '/api/user/epay/notify', '/api/user/stripe/webhook'])
  expect(unchecked.filter(({ csrf }) => csrf !== 'signed').map(lineOf)).toEqual([])
})

test('our own pages may call, by their host or by the server address', async () => {
  for (const headers of [{ origin: 'http://console.test' }, { 'sec-fetch-site': 'same-origin' }, { origin: 'https://public.test' }]) {
    await console.options.set('ServerAddress', 'http://public.test', { role: 100 })
    const reply = await console.call('GET /api/user/self', { as: actors.root, headers })
    expect(reply.status, JSON.stringify(headers)).toBe(headers.origin === 'https://public.test' ? 403 : 200)
  }
  expect((await console.call('GET /api/user/self', { as: actors.root, headers: { origin: 'http://public.test' } })).status).toBe(200)
  await console.options.set('ServerAddress', '', { role: 100 })
})

describe('behind a proxy', () => {
  const ask = (headers: Record<string, string>) => console.call('GET /api/user/self', { as: actors.root, headers })

  test.each([
    // nginx with `Host $host`, on a port of its own.
    ['http://name.test:8080', 'name.test'],
    ['https://name.test:8443', 'NAME.test'],
    ['http://[2001:db8::1]:8080', '[2001:db8::1]'],
    // With `$host:$server_port` on the usual one.
    ['http://name.test', 'name.test:80'],
    ['https://name.test', 'name.test:443'],
  ])('a page of %s may call where Host is %s', async (origin, host) => {
    expect((await ask({ origin, host })).status).toBe(200)
  })

  test.each([
    [{ origin: 'http://name.test:8080', host: 'name.test:3000' }],
    [{ origin: 'http://name.test:8080', host: 'name.test:80' }],
    [{ origin: 'http://evil.test', host: 'name.test' }],
    [{ origin: 'http://name.test.evil.test:8080', host: 'name.test' }],
    [{ origin: 'http://name.test:8080', host: 'evil@name.test' }],
    [{ origin: 'http://name.test:8080', host: '' }],
    // The browser knows: another port of this host is another site's page.
    [{ origin: 'http://name.test:8080', host: 'name.test', 'sec-fetch-site': 'same-site' }],
  ])('SEC-10: %j is refused', async (headers) => {
    expect((await ask(headers)).json.code).toBe('cross_site')
  })

  test('a refusal names the page, the Host that came, and what to set', async () => {
    const headers = { origin: 'http://name.test:8080', host: '127.0.0.1:3000' }
    for (const language of ['zh', 'en']) {
      const { message } = (await ask({ ...headers, 'accept-language': language })).json
      for (const part of [
        headers.origin,
        headers.host,
        'proxy_set_header Host $http_host;',
        'option set ServerAddress http://name.test:8080',
      ])
        expect(message).toContain(part)
    }
    // No proxy is to blame where the browser says that the page is another's.
    const { message } = (await ask({ ...headers, 'sec-fetch-site': 'cross-site' })).json
    expect(message).toContain('http://name.test:8080')
    expect(message).not.toContain('proxy_set_header')
  })
})

test('SEC-1: what belongs to another user does not exist', async () => {
  const made = await console.call('POST /api/token/', { as: actors.user, body: { name: 'mine' } })
  const { id } = made.json.data as { id: number }
  for (const stranger of [actors['other user'], actors.admin, actors.root]) {
    for (const [line, body] of [
      [`GET /api/token/${id}`, undefined],
      [`POST /api/token/${id}/key`, undefined],
      ['PUT /api/token/', { id, name: 'stolen' }],
      ['PUT /api/token/?status_only=true', { id, status: 2 }],
      [`DELETE /api/token/${id}`, undefined],
    ] as const) {
      const { status, json } = await console.call(line, { as: stranger, body })
      expect([status, json.success, json.code], line).toEqual([200, false, 'not_found'])
    }
    const { json } = await console.call('GET /api/token/?size=100', { as: stranger })
    expect(json.data).toEqual([])
  }
  const { json } = await console.call(`GET /api/token/${id}`, { as: actors.user })
  expect(json.data).toMatchObject({ name: 'mine', status: 1 })
})

test('in demo mode only the super admin changes anything', async () => {
  await console.options.set('DemoSiteEnabled', 'true', { role: 100 })
  // What other sites and payment services send is judged where it is understood.
  const isOurs = (endpoint: EndpointSpec) => endpoint.csrf !== 'state' && endpoint.csrf !== 'signed'
  for (const endpoint of endpoints.filter((endpoint) => endpoint.access !== 'setup' && isWrite(endpoint) && isOurs(endpoint))) {
    if (needed[endpoint.access] > 10) continue
    const reply = await console.call(lineOf(endpoint), { as: actors.admin, ...(endpoint.body ? { body: {} } : {}) })
    expect([reply.status, reply.json.code], lineOf(endpoint)).toEqual([405, 'demo_site'])
  }
  // server 18: GETs that write or spend are named, so that a change of the table does not lose them.
  for (const line of ['GET /api/channel/test', 'GET /api/channel/test/1', 'POST /api/channel/test']) {
    const reply = await console.call(line, { as: actors.admin, ...(line.startsWith('POST') ? { body: {} } : {}) })
    expect([reply.status, reply.json.code], line).toEqual([405, 'demo_site'])
  }
  expect((await console.call('POST /api/token/', { as: actors.root, body: { name: 'still' } })).json.success).toBe(true)
  expect((await console.call('GET /api/token/', { as: actors.user })).json.success).toBe(true)
  await console.options.set('DemoSiteEnabled', 'false', { role: 100 })
})

test('SEC-4: a record with every field there is changes nothing that is not its sender’s to change', async () => {
  const made = await console.call('POST /api/token/', {
    as: actors.user,
    body: {
      name: 'mass',
      remain_quota: 10,
      id: 1,
      user_id: actors.root!.id,
      userId: actors.root!.id,
      key: 'sk-chosen',
      key_hash: 'x',
      used_quota: -1000,
      status: 2,
      created_time: 1,
      role: 100,
      is_admin: true,
    },
  })
  const token = made.json.data as Record<string, unknown>
  expect(token).toMatchObject({ name: 'mass', remain_quota: 10, used_quota: 0, status: 1 })
  expect(token.key).not.toContain('chosen')

  await console.call('PUT /api/token/', {
    as: actors.user,
    body: { ...token, used_quota: 99, user_id: 1, created_time: 5, key: 'other', accessed_time: 7 },
  })
  const { json } = await console.call(`GET /api/token/${token.id}`, { as: actors.user })
  expect(json.data).toEqual(token)
  const rows = await console.database.read.selectFrom('token').select('user_id').where('id', '=', Number(token.id)).execute()
  expect(rows).toEqual([{ user_id: actors.user!.id }])

  const before = (await console.call('GET /api/user/self', { as: actors.user })).json.data
  await console.call('PUT /api/user/self/language', {
    as: actors.user,
    body: { language: 'zh', role: 100, quota: 9, status: 1, group: 'vip', id: 1 },
  })
  const after = (await console.call('GET /api/user/self', { as: actors.user })).json.data as object
  expect(after).toEqual({ ...(before as object), language: 'zh' })
})
