// `GET /api/usage/token`: whoever has a key sees what it has left, and nobody guesses one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

eachKind('the usage of a key', (kind) => {
  let console: TestConsole
  let owner: Visitor
  beforeAll(async () => {
    console = await openConsole({ kind, limits: { console: { count: 1000, windowMs: 60_000 }, critical: { count: 5, windowMs: 60_000 } } })
    owner = await console.user('owner')
  }, 180_000)
  afterAll(() => console.close())

  const make = async (fields: object) => {
    const { json } = await console.call('POST /api/token/', { as: owner, body: { name: 'mine', ...fields } })
    return json.data as unknown as { id: number; key: string }
  }
  const usage = (key: string, from?: string) =>
    console.call('GET /api/usage/token', { headers: { authorization: `Bearer ${key}` }, ...(from ? { from } : {}) })

  test('the key shows name, figures, end and models in the family’s shape', async () => {
    const end = Math.floor(Date.now() / 1000) + 86_400
    const limits = { model_limits_enabled: true, model_limits: 'one,two' }
    const { key } = await make({ name: 'limited', remain_quota: 700, expired_time: end, ...limits })
    const { status, json, headers } = await usage(`sk-${key}`)
    expect(status).toBe(200)
    expect(json).toEqual({
      ...{ success: true, code: true, message: 'ok' },
      data: {
        ...{ object: 'token_usage', name: 'limited', total_granted: 700, total_used: 0, total_available: 700, unlimited_quota: false },
        ...{ model_limits: { one: true, two: true }, model_limits_enabled: true, expires_at: end },
      },
    })
    expect(headers['access-control-allow-origin']).toBe('*')
  })

  test('an unlimited key, and one without an end', async () => {
    const { key } = await make({ unlimited_quota: true })
    expect((await usage(key)).json.data).toMatchObject({
      unlimited_quota: true,
      model_limits_enabled: false,
      model_limits: {},
      expires_at: 0,
    })
  })

  test('a disabled key is rejected, no key and the session of its owner are none', async () => {
    const { id, key } = await make({})
    await console.call('PUT /api/token/?status_only=true', { as: owner, body: { id, status: 2 } })
    expect((await usage(key, '198.51.100.1')).json).toMatchObject({ success: false, code: 'token_disabled' })
    const none = await console.call('GET /api/usage/token', { as: owner, from: '198.51.100.2' })
    expect([none.status, none.json.code]).toEqual([401, 'token_missing'])
  })

  test('a wrong key is a 401, and an address that guesses is stopped; right ones use nothing up', async () => {
    const from = '198.51.100.77'
    const { key } = await make({ unlimited_quota: true })
    for (let n = 0; n < 10; n++) expect((await usage(key, from)).status).toBe(200)
    for (let n = 0; n < 5; n++) {
      const wrong = await usage(`sk-${'x'.repeat(47)}${n}`, from)
      expect([wrong.status, wrong.json.code]).toEqual([401, 'invalid_token'])
    }
    const { status, json } = await usage(key, from)
    expect([status, json.code]).toEqual([429, 'too_many_requests'])
    expect((await usage(key, '198.51.100.78')).status).toBe(200)
  })
})
