// What an access token may do, and until when (decision 14).

import { endpoints } from '@waystation/contract/api/endpoints'
import { scopesOf } from '@waystation/contract/channels/endpoint'
import { NEW_TOKEN_SCOPES, TOKEN_DAYS, type TokenScope, tokenScopes } from '@waystation/contract/people/access-token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let root: Visitor
let aheadMs = 0
beforeAll(async () => {
  const many = { count: 100_000, windowMs: 180_000 }
  console = await openConsole({ now: () => Date.now() + aheadMs, limits: { console: many, critical: many, accessToken: many } })
  root = await console.root()
})
afterAll(() => console.close())

const DAY_SECONDS = 86_400
const by = (token: string, { id }: Visitor, line: string, body?: object) =>
  console.call(line, { body, headers: { authorization: token, 'waystation-user': String(id) } })
const newToken = async (as: Visitor) => String((await console.call('POST /api/user/token', { as })).json.data)
const factsOf = async (as: Visitor) => {
  const { json } = await console.call('GET /api/user/self', { as })
  const { access_token_scopes: scopes, access_token_expires_at: endsAt } = json.data as {
    access_token_scopes: TokenScope[]
    access_token_expires_at: number | null
  }
  return { scopes, endsAt }
}

test('a new one reads and uses, for a year', async () => {
  const admin = await console.user('ada', 10)
  const token = await newToken(admin)
  const { scopes, endsAt } = await factsOf(admin)
  expect(scopes).toEqual(NEW_TOKEN_SCOPES)
  expect(Math.abs((endsAt ?? 0) - Date.now() / 1000 - TOKEN_DAYS * DAY_SECONDS)).toBeLessThan(600)
  expect((await by(token, admin, 'GET /api/channel/')).json.success).toBe(true)
  expect((await by(token, admin, 'POST /api/token/', { name: 'mine', unlimited_quota: true })).json.success).toBe(true)
  const channel = { name: 'c', type: 1, key: 'k', models: 'm' }
  expect(await by(token, admin, 'POST /api/channel/', channel)).toMatchObject({ status: 403, json: { code: 'access_token_scope' } })
})

test.each(tokenScopes)('one that may %s is refused every call that needs another scope', async (scope) => {
  const token = await console.accessToken(root, [scope])
  const others = endpoints.filter((endpoint) => scopesOf(endpoint).length > 0 && !scopesOf(endpoint).includes(scope))
  expect(others.length).toBeGreaterThan(20)
  for (const { method, path } of others) {
    const line = `${method} ${path
      .replace('{provider}', 'github')
      .replace('{request_id}', '01ARZ3NDEKTSV4RRFFQ69G9999')
      .replace(/\{\w+\}/g, '2147483000')}`
    expect([line, (await by(token, root, line, method === 'GET' ? undefined : {})).json.code]).toEqual([line, 'access_token_scope'])
  }
})

test('of settings, prices are a scope of their own', async () => {
  const put = async (token: string, key: string, value: string) =>
    (await by(token, root, 'PUT /api/option/', { key, value })).json.code ?? 'done'
  const ofPrices = await console.accessToken(root, ['prices'])
  expect(await put(ofPrices, 'ModelRatio', '{"m-1":2}')).toBe('done')
  expect((await by(ofPrices, root, 'PUT /api/price/', { changes: { GroupRatio: '{"default":1}' } })).json.success).toBe(true)
  expect(await put(ofPrices, 'SystemName', 'Harbour')).toBe('access_token_scope')
  const ofSettings = await console.accessToken(root, ['settings'])
  expect(await put(ofSettings, 'SystemName', 'Harbour')).toBe('done')
  expect(await put(ofSettings, 'ModelRatio', '{"m-1":3}')).toBe('access_token_scope')
  expect(await put(ofSettings, 'ServerAddress', 'http://evil.test')).toBe('confirmation_needed')
})

test('its scopes and its end are changed on the screen alone, with a confirmation, and a new one in its place keeps them', async () => {
  const admin = await console.user('bea', 10)
  const change = (scopes: readonly string[], expires_in_days?: number | null) =>
    console.call('PUT /api/user/token', { as: admin, body: { scopes, ...(expires_in_days === undefined ? {} : { expires_in_days }) } })
  expect((await change(['read'])).json.code).toBe('confirmation_needed')
  await console.confirm(admin, 'ways_in')
  expect((await change(['read'])).json.code).toBe('access_token_absent')
  const first = await newToken(admin)
  expect((await change(['read', 'nonsense'])).json.success).toBe(false)
  expect((await change(['read', 'use', 'codes'], null)).json.success).toBe(true)
  const kept = { scopes: ['read', 'use', 'codes'], endsAt: null }
  expect(await factsOf(admin)).toEqual(kept)
  expect((await by(first, admin, 'PUT /api/user/token', { scopes: tokenScopes })).json.code).toBe('confirmation_needed')
  const second = String((await by(first, admin, 'GET /api/user/token')).json.data)
  expect([(await by(first, admin, 'GET /api/user/self')).status, (await by(second, admin, 'GET /api/user/self')).status]).toEqual([
    401, 200,
  ])
  expect(await factsOf(admin)).toEqual(kept)
  const audit = await console.database.read.selectFrom('audit').select('action').where('actor_id', '=', admin.id).execute()
  expect(audit.map(({ action }) => action)).toContain('access-token.update')
  await console.call('DELETE /api/user/token', { as: admin })
  expect(await factsOf(admin)).toEqual({ scopes: [], endsAt: null })
  await newToken(admin)
  expect((await factsOf(admin)).scopes).toEqual(NEW_TOKEN_SCOPES)
})

test('it ends when its time is over, and the next one begins anew', async () => {
  const admin = await console.user('cleo', 10)
  await console.confirm(admin, 'ways_in')
  const token = await newToken(admin)
  await console.call('PUT /api/user/token', { as: admin, body: { scopes: tokenScopes, expires_in_days: 1 } })
  const status = async () => (await by(token, admin, 'GET /api/user/self')).status
  expect(await status()).toBe(200)
  aheadMs += DAY_SECONDS * 1000 + 2000
  expect(await status()).toBe(401)
  await newToken(admin)
  expect((await factsOf(admin)).scopes).toEqual(NEW_TOKEN_SCOPES)
})
