// SEC-2: secrets are planted wherever a secret can be entered, and looked for wherever something is shown or stored: in every answer to
// every role, in errors, in the export, in the audit log, in the operator's log and in every table.
import { endpoints } from '@waystation/contract/api/endpoints'
import { type EndpointSpec, isWrite } from '@waystation/contract/channels/endpoint'
import { options } from '@waystation/contract/options/registry'
import { role } from '@waystation/contract/site/status-table'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../domain/user/user-store.ts'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { type ConsoleClient, logIn } from '../testing/console-client.ts'
import { eachKind, openTestDatabase } from '../testing/databases/databases.ts'
import { authenticatorApp } from '../testing/fakes/authenticator-app.ts'
import { lightPasswords } from '../testing/light-passwords.ts'
import { sampleBody } from '../testing/sample-body.ts'
import { allRows } from './testing/all-rows.ts'

const PEOPLE = { admin: role.admin, user: role.ordinary, other: role.ordinary } as const

eachKind('secrets', (kind) => {
  /** By where it was planted. */
  const canaries = new Map<string, string>()
  const lines: string[] = []
  const clients: Record<string, ConsoleClient> = {}
  let world: World
  /** Ids that a path may name, by the word in the path's braces. */
  let channelId = 0
  let keyId = 0
  let tokenId = 0
  let messageId = 0
  let requestId = ''

  /** A secret of this place, which looks like nothing that a redactor knows by its shape. */
  const plant = (place: string, text = `Canary${canaries.size}q${kind}Z7`) => {
    canaries.set(place, text)
    return text
  }
  const client = (name: string) => clients[name] as ConsoleClient

  beforeAll(async () => {
    world = await openWorld({
      ...{ database: kind, logLines: lines, channel: null, ratios: { 'fake-chat': 1, 'behind-proxy': 1 } },
      // Each call has an address of its own, so that none is refused for their number.
      options: { ReverseProxyEnabled: 'true', ReverseProxyProvider: 'nginx', RetryTimes: '0' },
    })
    clients.root = world.console
    const passwordHash = await lightPasswords.hash(plant('password of a user', `Canary password ${kind} 7`))
    const database = await openTestDatabase(world.address)
    for (const [username, rank] of Object.entries(PEOPLE)) {
      await database.run(createUser, {
        ...{ username, displayName: username, passwordHash, role: rank, group: 'default' },
        ...{ email: '', language: '', quota: 10_000, cause: 'test' },
      })
      clients[username] = await logIn(world.url, { username, password: canaries.get('password of a user') ?? '' })
    }
    await database.close()
    for (const [name, { cookie }] of Object.entries(clients)) plant(`session of ${name}`, cookie.split('=')[1])
    await plantChannel()
    await plantOptions()
    await plantUser()
    await makeCalls()
  })
  afterAll(() => world.close())

  async function plantChannel() {
    const key = plant('key of a channel')
    channelId = await world.addChannel({
      key: `${key}\n${plant('second key of a channel')}`,
      openai_organization: 'org',
      setting: JSON.stringify({ proxy: `http://me:${plant('password of a proxy')}@127.0.0.1:9` }),
      models: 'behind-proxy',
      tag: 'tagged',
    })
    await world.addChannel({ key: plant('key of a channel that answers'), models: 'fake-chat' })
    await client('root').call('PUT', '/api/channel/', { id: channelId, key: `${key}\n${plant('new key of a channel')}` })
    await client('root').call('POST', `/api/channel/${channelId}/keys`, { key: plant('added key of a channel') })
    const keys = await client('root').call<{ id: number }[]>('GET', `/api/channel/${channelId}/keys`)
    keyId = keys[0]?.id ?? 0
  }

  async function plantOptions() {
    await client('root').confirm('secret_options')
    for (const { key, type } of options.filter((option) => option.secret && option.isReady)) {
      const secret = plant(`option ${key}`)
      // Some are addresses with a secret in them.
      await world.setOption(key, type.codec.safeDecode(secret).success ? secret : `https://hooks.example.com/${secret}`)
    }
    for (const { key } of options.filter((option) => option.secret && !option.isReady)) {
      const value = plant(`option ${key}, which is not ready`)
      expect((await client('root').ask('PUT', '/api/option/', { key, value })).body).toMatchObject({ code: 'option_not_ready' })
    }
    // The bot check and other sites stay off, so that people can go on logging in.
  }

  async function plantUser() {
    await client('user').call('PUT', '/api/user/setting', {
      notify_type: 'webhook',
      webhook_url: 'https://hooks.example.com/x',
      webhook_secret: plant('secret of a webhook'),
    })
    await client('other').confirm('ways_in')
    const { secret } = await client('other').call<{ secret: string }>('POST', '/api/user/factors/totp')
    plant('secret of one-time passwords', secret)
    const code = await authenticatorApp(secret).next()
    for (const recovery of await client('other').call<string[]>('PUT', '/api/user/factors/totp', { code })) plant(recovery, recovery)
    plant('access token', await client('user').call<string>('POST', '/api/user/token'))
    const token = await client('user').call<{ id: number; key: string }>('POST', '/api/token/', { name: 'mine', unlimited_quota: true })
    tokenId = token.id
    plant('key of a token', token.key)
    await client('root').call('POST', '/api/admin/messages', { title: 'hi', content: 'hi', format: 'plain', everyone: true })
    const { items } = await client('root').call<{ items: { id: number }[] }>('GET', '/api/admin/messages')
    messageId = items[0]?.id ?? 0
  }

  /** Model calls that are answered and that fail, and secrets where somebody may put them by mistake. */
  async function makeCalls() {
    const key = `sk-${canaries.get('key of a token')}`
    const say = (model: string, prompt: string) => ({ model, messages: [{ role: 'user', content: prompt }], max_tokens: 5 })
    const good = await world.post('/v1/chat/completions', say('fake-chat', plant('prompt')), { authorization: `Bearer ${key}` })
    expect(good.status).toBe(200)
    requestId = String(good.headers['x-request-id'])
    const behind = await world.post('/v1/chat/completions', say('behind-proxy', plant('prompt of a call that fails')), {
      authorization: `Bearer ${key}`,
    })
    expect(behind.status).toBeGreaterThanOrEqual(400)
    expect(behind.text).not.toContain('Canary')
    const wrong = plant('wrong key')
    for (const headers of [
      { authorization: `Bearer ${wrong}` },
      { 'x-api-key': wrong },
      { 'x-goog-api-key': wrong },
      { cookie: `session=${wrong}` },
    ]) {
      const reply = await request(`${world.url}/v1/models?key=${wrong}`, { headers })
      expect(await reply.body.text()).not.toContain(wrong)
    }
    const guess = { username: 'root', password: plant('wrong password') }
    const login = await client('other').ask('POST', '/api/user/login', guess)
    expect(login.body).toMatchObject({ success: false })
    await client('other').ask('PUT', '/api/user/self', { original_password: plant('wrong old password'), password: plant('new password') })
    await client('other').ask('POST', '/api/user/reset', { email: 'x@y.test', token: plant('wrong token of a link') })
    await client('other').ask('GET', `/api/oauth/github?code=${plant('code of another site')}&state=${plant('state of another site')}`)
    await client('root').ask('POST', `/api/channel/${channelId}/key`, { password: plant('wrong password for a key') })
    await client('root').ask('POST', '/api/user/register', {
      username: 'newcomer',
      password: plant('password at registering', 'Canary registering 9'),
      password2: 'Canary registering 9',
      verification_code: plant('code at registering'),
    })
  }

  const lineOf = ({ method, path }: EndpointSpec) =>
    `${method} ${path
      .replace('{request_id}', requestId)
      .replace('{provider}', 'github')
      .replace('{key_id}', String(keyId))
      .replace('{session}', 'x'.repeat(32))
      .replace(
        '{id}',
        String(path.startsWith('/api/token') ? tokenId : path.includes('messages') ? messageId : path.includes('channel') ? channelId : 4),
      )}`

  /** Where users are shown what is theirs. */
  const own = new Map([
    ['user GET /api/token/', 'key of a token'],
    ['user GET /api/token/{id}', 'key of a token'],
    ['user GET /api/token/search', 'key of a token'],
  ])

  function expectNone(text: string, where: string, allowed?: string) {
    const found = [...canaries].filter(([place, secret]) => place !== allowed && isIn(text, secret)).map(([place]) => place)
    expect(found, `${where} shows a secret: ${text.slice(0, 1500)}`).toEqual([])
  }

  const isIn = (text: string, secret: string) =>
    [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ].some((spelling) => text.includes(spelling))

  let asked = 0
  const ask = async (viewer: string, line: string, body?: unknown) => {
    const [method = '', path = ''] = line.split(' ')
    asked += 1
    const who = viewer === 'nobody' ? {} : { cookie: client(viewer).cookie, 'waystation-user': String(client(viewer).userId) }
    const reply = await request(world.url + path, {
      method: method as 'GET',
      headers: { ...who, 'x-real-ip': `198.51.${100 + Math.floor(asked / 250)}.${asked % 250}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { head: JSON.stringify(reply.headers), text: await reply.body.text() }
  }

  const ends = new Set(['/api/user/logout', '/api/user/token'])
  const reads = endpoints.filter(({ method, path }) => method === 'GET' && !ends.has(path))
  test.each(['root', 'admin', 'user', 'other', 'nobody'])(
    'SEC-2: no read shows a secret to %s',
    async (viewer) => {
      for (const endpoint of reads) {
        const { head, text } = await ask(viewer, lineOf(endpoint))
        expect(text, endpoint.path).not.toContain('too_many_requests')
        expectNone(head + text, `${viewer} GET ${endpoint.path}`, own.get(`${viewer} GET ${endpoint.path}`))
      }
    },
    60_000,
  )

  const secretFields = [
    'password',
    'password2',
    'confirmPassword',
    'original_password',
    'token',
    'key',
    'webhook_secret',
    'verification_code',
  ]
  /** What the schema asks for, with secrets in the fields of secrets, and ids that name nothing. */
  const filled = (endpoint: EndpointSpec, secret: string): unknown => {
    const body = sampleBody(endpoint.body!)
    if (typeof body !== 'object' || body === null) return body
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => {
        if (name === 'id') return [name, 2147483000]
        if (name === 'ids' || name === 'user_ids') return [name, [2147483000]]
        // In a change of an option `key` is its name.
        return [name, secretFields.includes(name) && !endpoint.path.includes('option') ? secret : value]
      }),
    )
  }
  const writes = endpoints.filter((endpoint) => endpoint.body && isWrite(endpoint))
  test.each(['root', 'admin', 'user', 'nobody'])(
    'SEC-2: no write answers %s with a secret, whether it is done or refused',
    async (viewer) => {
      const secret = plant(`fields sent by ${viewer}`, `Canary fields ${viewer} ${kind}`)
      for (const endpoint of writes) {
        const line = lineOf(endpoint).replace(/\b\d+(?=$|\/)/g, '2147483000')
        const { head, text } = await ask(viewer, line, filled(endpoint, secret))
        expectNone(head + text, `${viewer} ${line}`)
      }
    },
  )

  test('SEC-2: the export of the audit log has none', async () => {
    const { text } = await ask('root', 'GET /api/audit/export')
    expect(text.split('\n').length).toBeGreaterThan(20)
    expectNone(text, 'the export')
  })

  test('SEC-2: no table has one in plain text', async () => {
    const database = await openTestDatabase(world.address)
    const tables = await allRows(database)
    await database.close()
    expect(tables.get('audit')?.length).toBeGreaterThan(20)
    expect(tables.get('channel_key')?.length).toBeGreaterThan(3)
    for (const [name, rows] of tables) expectNone(JSON.stringify(rows), `table ${name}`)
  })

  test('SEC-2: the operator’s log has none, down to its finest level', () => {
    expect(lines.length).toBeGreaterThan(0)
    expectNone(lines.join('\n'), 'the log')
  })

  test('SEC-2: the vendor’s key went into a header and into no address', () => {
    const secret = canaries.get('key of a channel that answers') ?? ''
    const requests = world.provider.requests
    expect(requests.some(({ headers }) => JSON.stringify(headers).includes(secret))).toBe(true)
    for (const { path } of requests) expect(path).not.toContain(secret)
  })
})
