// `POST /api/routing/explain` predicts the error that a call gets from its limits or its balance, and uses up neither.
import { askedEndpoints, type RouteExplanation } from '@waystation/contract/calls/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachKind } from '../../testing/databases/databases.ts'
import { openPayers, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const request = { model: 'fake-chat', max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] }

eachKind('refusals that are foretold', (kind) => {
  let world: World
  let payers: Payers
  beforeAll(async () => {
    world = await openWorld({ database: kind, ratios: { 'fake-chat': 1, 'fake-free': 0 }, channel: { models: 'fake-chat,fake-free' } })
    payers = await openPayers(world)
  }, 180_000)
  afterAll(async () => {
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
    await payers.close()
    await world.close()
  })

  const explain = (question: object) =>
    world.console.call<RouteExplanation>('POST', '/api/routing/explain', { model: 'fake-chat', request, ...question })
  const refusalOf = async (question: object) => (await explain(question)).refusal
  const ask = async (key: string, content = 'hello') => {
    world.provider.clear()
    const body = { ...request, messages: [{ role: 'user', content }] }
    const { status, json, headers } = await world.post('/v1/chat/completions', body, { authorization: `Bearer ${key}` })
    const { code, message } = (json.error ?? {}) as { code?: string; message?: string }
    return { status, code, message: message?.replace(/ \(request id: .*\)$/, ''), retryAfter: headers['retry-after'] }
  }
  /** Asks before and after: nothing may change by it. */
  async function foretold(tokenId: number, key: string) {
    const before = await refusalOf({ token_id: tokenId })
    for (let n = 0; n < 2; n++) expect(await refusalOf({ token_id: tokenId })).toEqual(before)
    const told = await ask(key)
    return { before, told }
  }

  test('a balance that does not cover the call', async () => {
    const poor = await payers.add(20)
    const { before, told } = await foretold(poor.tokenId, poor.key)
    expect(before).toEqual({ code: 'insufficient_user_quota', message: told.message, retry_after: null })
    expect(told).toMatchObject({ status: 403, code: 'insufficient_user_quota' })
    expect(await refusalOf({ user_id: poor.userId })).toEqual(before)
    expect(await refusalOf({ user_id: poor.userId, model: 'fake-free', request: { ...request, model: 'fake-free' } })).toBeNull()
    const rich = await payers.add(1_000_000)
    expect(await refusalOf({ user_id: rich.userId })).toBeNull()
    expect((await ask(rich.key)).status).toBe(200)
  })

  test('a token that has little left, or nothing', async () => {
    const short = await payers.add(1_000_000, { limit: 20 })
    const { before, told } = await foretold(short.tokenId, short.key)
    expect(before).toEqual({ code: 'pre_consume_token_quota_failed', message: told.message, retry_after: null })
    const used = await payers.add(1_000_000, { limit: 0 })
    expect(await refusalOf({ token_id: used.tokenId })).toMatchObject({ code: 'token_exhausted', message: (await ask(used.key)).message })
  })

  test.each([
    ['money of a day', { unit: 'money', period: 'day', zone: 'UTC', limit: 30 }, 'token_budget_used_up', 0],
    ['calls of a day', { unit: 'calls', period: 'day', zone: 'UTC', limit: 1 }, 'call_limit_reached', 1],
    ['calls of a minute', { unit: 'calls', period: 'minute', limit: 1 }, 'rate_limit_exceeded', 1],
    ['tokens of a minute, of which it takes more', { unit: 'tokens', period: 'minute', limit: 50 }, 'call_beyond_token_limit', 0],
  ])('%s', async (_what, limit, code, callsBefore) => {
    const payer = await payers.add(1_000_000)
    await payer.console.call('PUT', `/api/token/${payer.tokenId}/budget`, limit)
    for (let n = 0; n < callsBefore; n++) {
      expect(await refusalOf({ token_id: payer.tokenId })).toBeNull()
      expect((await ask(payer.key)).status).toBe(200)
    }
    const { before, told } = await foretold(payer.tokenId, payer.key)
    expect(before).toMatchObject({ code, message: told.message })
    expect(told.code).toBe(code)
    if (told.retryAfter !== undefined) expect(Math.abs(Number(told.retryAfter) - Number(before?.retry_after))).toBeLessThanOrEqual(1)
    else expect(before?.retry_after).toBeNull()
  })

  test('calls at once, while one is under way', async () => {
    const payer = await payers.add(1_000_000)
    await payer.console.call('PUT', `/api/token/${payer.tokenId}/budget`, { unit: 'calls', period: 'at_once', limit: 1 })
    const running = ask(payer.key, 'hello #held')
    await expect
      .poll(() => refusalOf({ token_id: payer.tokenId }), { interval: 250 })
      .toMatchObject({ code: 'calls_at_once_exceeded', retry_after: 1 })
    await expect.poll(() => world.provider.requests.length).toBe(1)
    world.provider.release()
    expect((await running).status).toBe(200)
    await expect.poll(() => refusalOf({ token_id: payer.tokenId }), { interval: 250 }).toBeNull()
  })

  test('a name that the clients of a token use stands for the model that they get', async () => {
    const payer = await payers.add(1_000_000)
    await payer.console.call('PUT', '/api/token/', { id: payer.tokenId, model_aliases: JSON.stringify({ 'gpt-9': 'fake-chat' }) })
    const question = { model: 'gpt-9', request: { ...request, model: 'gpt-9' } }
    expect(await explain({ token_id: payer.tokenId, ...question })).toMatchObject({ model: 'fake-chat', refusal: null })
    expect(await refusalOf({ user_id: payer.userId, ...question })).toMatchObject({ code: 'model_not_found' })
  })

  describe('who has neither limits nor money', () => {
    test('a group is asked about as anybody in it', async () => {
      expect(await refusalOf({ group: 'default' })).toBeNull()
    })

    test('each endpoint can be asked about without a body, by somebody with an empty balance', async () => {
      const { userId } = await payers.add(0)
      for (const endpoint of askedEndpoints) {
        const { refusal, tiers } = await explain({ user_id: userId, endpoint, request: undefined })
        const isServed = tiers.some(({ usable }) => usable > 0)
        if (isServed) expect([endpoint, refusal?.code]).toEqual([endpoint, 'insufficient_user_quota'])
      }
    })
  })
})
