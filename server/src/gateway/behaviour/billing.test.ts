// server, client 9: the addresses at which balance checkers ask what a key has left and has spent.
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openWorld, type World } from '../testing/world.ts'

const hello = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }

eachDatabase('billing calls', ({ kind: database }) => {
  let world: World
  let charged: number
  beforeAll(async () => {
    world = await openWorld({ database, tokenQuota: 1_000_000 })
    expect((await world.post('/v1/chat/completions', hello)).status).toBe(200)
    charged = (await world.logs(1))[0]!.quota
    expect(charged).toBeGreaterThan(0)
  })
  afterAll(() => world.close())

  const ask = async (path: string, headers: Readonly<Record<string, string>> = { authorization: `Bearer ${world.key}` }) => {
    // As a page of another origin calls.
    const response = await request(world.url + path, { headers: { origin: 'https://elsewhere.example', ...headers } })
    return { status: response.statusCode, headers: response.headers, json: (await response.body.json()) as Record<string, unknown> }
  }
  const limits = (amount: number) => ({ soft_limit_usd: amount, hard_limit_usd: amount, system_hard_limit_usd: amount })

  test.each(['/dashboard/billing', '/v1/dashboard/billing'])(
    '%s tells the limit and the usage of a token in dollars and cents',
    async (at) => {
      const subscription = await ask(`${at}/subscription`)
      expect(subscription.status).toBe(200)
      expect(subscription.json).toEqual({ object: 'billing_subscription', has_payment_method: true, ...limits(2), access_until: 0 })
      expect(subscription.headers['access-control-allow-origin']).toBe('*')
      expect(String(subscription.headers['x-request-id'])).toHaveLength(26)
      const usage = await ask(`${at}/usage?start_date=2026-01-01&end_date=2026-01-02`)
      expect(usage.json).toEqual({ object: 'list', total_usage: (charged / 500_000) * 100 })
    },
  )

  test('limit minus usage is what the token has left, whatever dates are requested', async () => {
    const { id } = ((await world.console.call('GET', '/api/token/')) as { id: number }[])[0]!
    const { remain_quota } = await world.console.call<{ remain_quota: number }>('GET', `/api/token/${id}`)
    const { hard_limit_usd: limit } = (await ask('/dashboard/billing/subscription')).json as { hard_limit_usd: number }
    for (const dates of ['', '?start_date=1999-01-01&end_date=1999-01-02', '?start_date=nonsense']) {
      const { total_usage: cents } = (await ask(`/dashboard/billing/usage${dates}`)).json as { total_usage: number }
      expect(Math.round((limit - cents / 100) * 500_000)).toBe(remain_quota)
    }
  })

  test('amounts are units where the site shows units, and the user’s where it shows no figures of tokens', async () => {
    await world.setOption('DisplayInCurrencyEnabled', 'false')
    expect((await ask('/dashboard/billing/subscription')).json).toMatchObject(limits(1_000_000))
    expect((await ask('/dashboard/billing/usage')).json).toEqual({ object: 'list', total_usage: charged * 100 })
    await world.setOption('DisplayTokenStatEnabled', 'false')
    const { quota, used_quota } = await world.console.call<{ quota: number; used_quota: number }>('GET', '/api/user/self')
    expect((await ask('/dashboard/billing/subscription')).json).toMatchObject({ ...limits(quota + used_quota), access_until: 0 })
    expect((await ask('/dashboard/billing/usage')).json).toEqual({ object: 'list', total_usage: used_quota * 100 })
    await world.setOption('DisplayInCurrencyEnabled', 'true')
    await world.setOption('DisplayTokenStatEnabled', 'true')
  })

  test('a token without a limit has the family’s large number, and an expiry is shown', async () => {
    const expires = Math.floor(Date.now() / 1000) + 3600
    const { key } = await world.addToken({ expired_time: expires })
    const { json } = await ask('/v1/dashboard/billing/subscription', { authorization: `Bearer sk-${key}` })
    expect(json).toMatchObject({ ...limits(100_000_000), access_until: expires })
  })

  test('an exhausted token can still read its balance', async () => {
    const { key } = await world.addToken({ unlimited_quota: false, remain_quota: 0 })
    const { status, json } = await ask('/v1/dashboard/billing/subscription', { authorization: `Bearer sk-${key}` })
    expect([status, json.hard_limit_usd]).toEqual([200, 0])
  })

  test('a refusal has OpenAI’s shape and the request id; no other path below /dashboard is a call', async () => {
    for (const [headers, code] of [
      [{}, 'token_missing'],
      [{ authorization: 'Bearer sk-nobody' }, 'invalid_token'],
      [{ cookie: world.console.cookie }, 'token_missing'],
    ] as const) {
      const { status, json, headers: answered } = await ask('/dashboard/billing/usage', headers)
      expect([status, (json.error as { code: string }).code]).toEqual([401, code])
      expect((json.error as { message: string }).message).toContain(String(answered['x-request-id']))
    }
    const page = await request(`${world.url}/dashboard/billing`)
    expect([page.statusCode, await page.body.text()]).toEqual([404, 'The console is not built.'])
  })
})
