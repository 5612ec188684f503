// Faults that were published of gateways of this family, and that no other test here would have caught by its name: docs/advisories.md says
// which row is tested where.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { endpoints } from '@waystation/contract/api/endpoints'
import { isWrite } from '@waystation/contract/channels/endpoint'
import { LOGIN_CONFIRMS_MINUTES } from '@waystation/contract/people/second-factor'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../testing/console.ts'

describe('in the console', () => {
  let console: TestConsole
  let root: Visitor
  let admin: Visitor
  let user: Visitor
  let aheadMs = 0
  beforeAll(async () => {
    console = await openConsole({ now: () => Date.now() + aheadMs })
    root = await console.root()
    admin = await console.user('maria', 10)
    user = await console.user('lin')
  })
  afterAll(() => console.close())

  test('rows 20 and 21: no read of admins tells an access token, a hash of it, or that of a password', async () => {
    const tokens = await Promise.all([root, admin, user].map((as) => console.call('POST /api/user/token', { as })))
    const rows = await console.database.read.selectFrom('user').select(['password_hash', 'access_token_hash']).execute()
    const secrets = [...tokens.map(({ json }) => String(json.data)), ...rows.flatMap((row) => [row.password_hash, row.access_token_hash])]
    expect(secrets.filter((secret) => typeof secret === 'string' && secret.length > 20)).toHaveLength(9)
    const reads = endpoints.filter(
      (endpoint) => endpoint.access !== 'setup' && !isWrite(endpoint) && endpoint.csrf !== 'state' && !endpoint.path.endsWith('/logout'),
    )
    let answered = 0
    for (const endpoint of reads)
      for (const as of [root, admin, user]) {
        const path = endpoint.path.replace('{provider}', 'github').replace(/\{\w+\}/g, String(user.id))
        const { text, json } = await console.call(`GET ${path}`, { as })
        if (json.success) answered += 1
        for (const secret of secrets) expect(text.includes(String(secret)), `${path} for ${as.username}`).toBe(false)
      }
    expect(answered).toBeGreaterThan(60)
    for (const as of [root, admin])
      expect((await console.call('GET /api/user/?p=1', { as })).json.data).toMatchObject({
        items: expect.toSatisfy((items: unknown[]) => items.length === 3),
      })
  })

  test('row 21: nobody logs in with the stored hash, or with an empty password', async () => {
    const { password_hash: hash } = await console.database.read
      .selectFrom('user')
      .select('password_hash')
      .where('username', '=', 'root')
      .executeTakeFirstOrThrow()
    for (const password of [hash, `${hash} `, '', ' '])
      expect((await console.call('POST /api/user/login', { body: { username: 'root', password } })).json.success).toBe(false)
    expect((await console.call('POST /api/user/login', { body: { username: 'root', password: PASSWORD } })).json.success).toBe(true)
  })

  test('row 23: proving who one is counts for the one call that it was sent with', async () => {
    const draft = { name: 'vendor', type: 1, key: 'the-secret-key', models: 'model-a', group: 'default' }
    const { id } = (await console.call('POST /api/channel/', { as: root, body: draft })).json.data as { id: number }
    const reveal = (body: object) => console.call(`POST /api/channel/${id}/key`, { as: root, body })
    expect((await reveal({ password: PASSWORD })).json.data).toBe('the-secret-key')
    // Neither that, nor a login of this browser a while ago or of another just now, stands in for the password of the next call.
    aheadMs += (LOGIN_CONFIRMS_MINUTES * 60 + 1) * 1000
    await console.login('root')
    for (const body of [{}, { password: '' }, { password: null }, { password: [PASSWORD] }]) {
      const reply = await reveal(body)
      expect([reply.json.success, reply.text.includes('the-secret-key')]).toEqual([false, false])
    }
  })

  test('row 27: runs of wildcards in a search cost no more than other letters', async () => {
    for (let at = 0; at < 40; at += 1) await console.call('POST /api/token/', { as: user, body: { name: 'x'.repeat(50) } })
    const timeOf = async (keyword: string) => {
      const startedMs = performance.now()
      const { status } = await console.call(`GET /api/token/search?keyword=${encodeURIComponent(keyword)}`, { as: user })
      expect(status).toBe(200)
      return performance.now() - startedMs
    }
    await timeOf('warm')
    const plain = await timeOf('x'.repeat(49))
    for (const keyword of ['%'.repeat(49), '%x'.repeat(24), '_%'.repeat(24), '%_x'.repeat(1000)])
      expect(await timeOf(keyword), keyword.slice(0, 20)).toBeLessThan(plain + 500)
  })
})

describe('at the gateway', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const ask = async (key: string, model = 'fake-chat') => {
    const response = await request(`${world.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], max_tokens: 5 }),
    })
    const json = (await response.body.json()) as { error?: { code: string } }
    return [response.statusCode, json.error?.code]
  }

  test('row 25: a token gets no group that its user may not choose, neither when it is made nor when it is changed nor when it is used', async () => {
    await world.setOption('GroupRatio', JSON.stringify({ default: 1, vip: 1, hidden: 1 }))
    await world.setOption('UserUsableGroups', JSON.stringify({ default: 'all', vip: 'dear' }))
    await world.addChannel({ name: 'of vip', group: 'vip,hidden', models: 'fake-chat' })
    const code = async (method: 'POST' | 'PUT', body: object) => (await world.console.ask(method, '/api/token/', body)).body.success
    expect(await code('POST', { name: 'a', group: 'hidden', unlimited_quota: true })).toBe(false)
    expect(await code('POST', { name: 'a', group: 'no such group', unlimited_quota: true })).toBe(false)
    const token = await world.addToken({ name: 'changing', group: 'vip' })
    expect(await code('PUT', { id: token.id, name: 'changing', group: 'hidden' })).toBe(false)
    expect(await ask(`sk-${token.key}`)).toEqual([200, undefined])
    await world.setOption('UserUsableGroups', JSON.stringify({ default: 'all' }))
    expect(await ask(`sk-${token.key}`)).toEqual([403, 'group_not_allowed'])
  })

  test('row 29: a key that differs from a known one in one character is another, right after the known one was used', async () => {
    expect((await ask(world.key))[0]).toBe(200)
    const other = (character: string) => (character === 'a' ? 'b' : 'a')
    for (let at = 3; at < world.key.length; at += 1) {
      const near = world.key.slice(0, at) + other(world.key[at] ?? '') + world.key.slice(at + 1)
      expect([at, ...(await ask(near))]).toEqual([at, 401, 'invalid_token'])
    }
    for (const near of [`${world.key}a`, world.key.toUpperCase(), world.key.slice(0, 23), `${world.key}${world.key}`])
      if (near !== world.key) expect(await ask(near)).toEqual([401, 'invalid_token'])
    expect((await ask(world.key))[0]).toBe(200)
  })

  test('row 40: a model’s name stays one part of the address at the vendor, whatever is in it', async () => {
    const names = ['../../admin', 'm/../../x', 'm?key=1', 'm#x', 'm%2f..%2fx', 'm\\..\\x', 'm:deploy', '@evil.test']
    await world.addChannel({ name: 'google', type: 24, models: names.join(','), group: 'default' })
    await world.setOption('ModelRatio', JSON.stringify(Object.fromEntries([...names, 'fake-chat'].map((name) => [name, 1]))))
    for (const name of names) {
      const before = world.provider.requestCount
      await ask(world.key, name)
      expect([name, world.provider.requestCount]).toEqual([name, before + 1])
      const path = world.provider.requests.at(-1)?.path ?? ''
      expect(path).toMatch(/^\/v1beta\/models\/[^/?#\\]+:generateContent$/)
      expect(decodeURIComponent(path.slice('/v1beta/models/'.length, -':generateContent'.length))).toBe(name)
    }
  })
})

test('row 44: the HTTP client is not older than its last advisory', () => {
  const path = createRequire(import.meta.url).resolve('undici/package.json')
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  const [major = 0, minor = 0] = version.split('.').map(Number)
  // CVE-2026-22036, -1525, -1526, -1527, -1528 and -2229 end with 7.24.
  expect(major > 7 || (major === 7 && minor >= 24), version).toBe(true)
})
