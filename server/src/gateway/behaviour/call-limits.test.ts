// Limits hold exactly under many calls at once: none beyond, and none refused that fits.
import type { Budget } from '@waystation/contract/money/budget'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachKind } from '../../testing/databases/databases.ts'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const MANY = 200
/** The usage that the fake vendor reports, and what a call holds of tokens until then: 20 by the maximum, and its body. */
const USED = 30

eachKind('limits of calls', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ database: kind, ratios: { 'fake-chat': 1 } })
  }, 180_000)
  afterAll(async () => {
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
    await world.close()
  })

  const usage = { prompt_tokens: USED - 20, completion_tokens: 20, total_tokens: USED }
  const whole = (...before: Step[]) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }]
    const [answer] = [scenario.reply(200, { id: 'c', object: 'chat.completion', created: 1, model: 'fake-chat', usage, choices })]
    return [...before, ...answer]
  }
  const streamed = (...before: Step[]) => [...before, ...scenario.words(['h', 'i'])]
  const scriptOf = (isStream: boolean, ...before: Step[]) => (isStream ? streamed(...before) : whole(...before))

  async function limited(...limits: readonly object[]) {
    const token = await world.addToken()
    for (const limit of limits) await world.console.call('PUT', `/api/token/${token.id}/budget`, limit)
    const ask = (isStream: boolean) => {
      const body = { model: 'fake-chat', max_tokens: 20, stream: isStream, messages: [{ role: 'user', content: 'hello' }] }
      return world.post('/v1/chat/completions', body, { authorization: `Bearer sk-${token.key}` })
    }
    return { id: token.id, ask }
  }
  type Reply = Awaited<ReturnType<World['post']>>
  const served = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200).length
  const codesOf = (replies: readonly Reply[]) =>
    new Set(replies.filter(({ status }) => status !== 200).map(({ json }) => (json.error as { code: string }).code))

  test.each([true, false])('requests a minute, streamed: %s', async (isStream) => {
    const { ask } = await limited({ unit: 'calls', period: 'minute', limit: 50 })
    world.provider.next(scriptOf(isStream), 50)
    const replies = await Promise.all(Array.from({ length: MANY }, () => ask(isStream)))
    expect(served(replies)).toBe(50)
    expect(codesOf(replies)).toEqual(new Set(['rate_limit_exceeded']))
    const refused = replies.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(50)
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit-requests': '50', 'x-ratelimit-remaining-requests': '0' })
    const left = replies.filter(({ status }) => status === 200).map(({ headers }) => Number(headers['x-ratelimit-remaining-requests']))
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at))
  })

  test.each([true, false])('calls at once, streamed: %s', async (isStream) => {
    const { ask } = await limited({ unit: 'calls', period: 'at_once', limit: 20 })
    let most = 0
    let now = 0
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const waits = step.until(async () => {
      now += 1
      most = Math.max(most, now)
      await held
    })
    world.provider.next(scriptOf(isStream, waits), 20)
    const all = Array.from({ length: MANY }, () => ask(isStream))
    let refusals = 0
    for (const one of all)
      void one.then(({ status }) => {
        if (status === 429) refusals += 1
      })
    await expect.poll(() => refusals, { timeout: 30_000 }).toBe(MANY - 20)
    release()
    const replies = await Promise.all(all)
    expect([served(replies), most]).toEqual([20, 20])
    expect(codesOf(replies)).toEqual(new Set(['calls_at_once_exceeded']))
    // Its places are free again.
    world.provider.next(scriptOf(isStream), 20)
    expect(served(await Promise.all(Array.from({ length: 20 }, () => ask(isStream))))).toBe(20)
  })

  test('tokens a minute: what is held counts until the end, and what was used from then on', async () => {
    const { ask } = await limited({ unit: 'tokens', period: 'minute', limit: 1000 })
    world.provider.next(whole(), MANY)
    const replies = await Promise.all(Array.from({ length: MANY }, () => ask(false)))
    const first = served(replies)
    expect(codesOf(replies)).toEqual(new Set(['tokens_per_minute_exceeded']))
    expect(first * USED).toBeLessThanOrEqual(1000)
    // What was held too much is free: calls one by one use the rest, and not a token more than the limit.
    let more = 0
    while ((await ask(false)).status === 200) more += 1
    world.provider.clear()
    expect((first + more) * USED).toBeLessThanOrEqual(1000)
    expect((first + more + 3) * USED).toBeGreaterThan(1000)
  })

  test('a call that may use more than the limit is refused in words, since waiting does not help', async () => {
    const { ask } = await limited({ unit: 'tokens', period: 'minute', limit: 15 })
    expect(await ask(false)).toMatchObject({ status: 400, json: { error: { code: 'call_beyond_token_limit' } } })
  })

  test.each([
    ['money', USED * 10, USED],
    ['calls', 10, 1],
    ['tokens', USED * 10, USED],
  ] as const)('five hours, a day and a month at once, in %s', async (unit, limit, each) => {
    const { id, ask } = await limited(
      ...(['5h', 'day', 'month'] as const).map((period) => ({ unit, period, limit: period === 'day' ? limit : limit * 100 })),
    )
    world.provider.next(whole(), MANY)
    const replies = await Promise.all(Array.from({ length: MANY }, () => ask(false)))
    const count = served(replies)
    expect(count * each).toBeLessThanOrEqual(limit)
    expect(count).toBeGreaterThan(0)
    let more = 0
    while ((await ask(false)).status === 200) more += 1
    world.provider.clear()
    expect((count + more) * each).toBeLessThanOrEqual(limit)
    if (unit === 'calls') expect(count + more).toBe(10)
    const all = await world.console.call<(Budget & { token_id: number })[]>('GET', '/api/token/budgets')
    const own = all.filter(({ token_id }) => token_id === id)
    expect(own.map(({ spent, held }) => [spent, held])).toEqual(own.map(() => [(count + more) * each, 0]))
    expect(own.map(({ period }) => period)).toEqual(['5h', 'day', 'month'])
    for (const { started_at, renews_at, period } of own) if (period === '5h') expect(renews_at - started_at).toBe(18_000)
  })

  test('a call that fails is no call of a day, and uses no tokens', async () => {
    const { id, ask } = await limited({ unit: 'calls', period: 'day', limit: 1 }, { unit: 'tokens', period: 'day', limit: 1000 })
    world.provider.next(scenario.refuse(400))
    expect((await ask(false)).status).toBe(400)
    world.provider.next(whole())
    expect((await ask(false)).status).toBe(200)
    expect(await ask(false)).toMatchObject({ status: 403, json: { error: { code: 'call_limit_reached' } } })
    const all = await world.console.call<(Budget & { token_id: number })[]>('GET', '/api/token/budgets')
    expect(all.filter(({ token_id }) => token_id === id).map(({ spent, held }) => [spent, held])).toEqual([
      [1, 0],
      [USED, 0],
    ])
  })

  test('the success limit reserves a place while a call is under way', async () => {
    const token = await world.addToken({ rate_limit_enabled: true, rate_limit_period: 60, rate_limit_count: 0, rate_limit_success: 3 })
    world.provider.next(whole(step.wait(300)), 3)
    const body = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }
    const ask = () => world.post('/v1/chat/completions', body, { authorization: `Bearer sk-${token.key}` })
    const replies = await Promise.all(Array.from({ length: 10 }, ask))
    expect(served(replies)).toBe(3)
  })
})

test('a limit of a group holds for each of its users, a user’s own takes its place, and one of a model counts that model', async () => {
  const world = await openWorld({ ratios: { 'fake-chat': 1, other: 1 } })
  try {
    const self = await world.console.call<{ id: number }>('GET', '/api/user/self')
    const ask = (model = 'fake-chat') => world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }] })
    const servedOf = async (count: number, model?: string) => {
      const replies = []
      for (let n = 0; n < count; n++) replies.push((await ask(model)).status)
      return replies.filter((status) => status === 200).length
    }
    await world.setOption('relay.group_limits', JSON.stringify({ default: { requests_per_minute: 2 } }))
    expect(await servedOf(4)).toBe(2)
    await world.console.call('PUT', `/api/user/${self.id}/budget`, { unit: 'calls', period: 'minute', limit: 5 })
    // Two of the five are used up already.
    expect(await servedOf(5)).toBe(3)
    await world.setOption('relay.group_limits', '{}')
    await world.console.call('DELETE', `/api/user/${self.id}/budget?unit=calls&period=minute`)
    await world.setOption('relay.model_limits', JSON.stringify({ 'fake-chat': { requests_per_minute: 1 } }))
    expect(await servedOf(3)).toBe(1)
    await world.setOption('relay.model_limits', '{"constructor":{}}').catch(() => undefined)
    expect((await ask('constructor')).status).toBe(404)
  } finally {
    await world.close()
  }
})

test('channels and keys that are full are passed over, and nobody is refused while one has room', async () => {
  const world = await openWorld({ channel: null, ratios: { 'fake-chat': 1 } })
  try {
    const at = (setting: object, key = 'one') => world.addChannel({ name: 'limited', key, setting: JSON.stringify(setting) })
    await at({ limits: { calls_at_once: 20 } })
    await at({ key_limits: { calls_at_once: 15 } }, 'a\nb')
    for (let n = 0; n < 5; n++) await at({ limits: { calls_at_once: 10 } })
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const answer = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'fake-chat',
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }
    world.provider.next([step.until(() => held), ...scenario.reply(200, answer)], 100)
    const all = Array.from({ length: 130 }, () =>
      world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }),
    )
    let refusals = 0
    for (const one of all)
      void one.then(({ status }) => {
        if (status === 429) refusals += 1
      })
    await expect.poll(() => refusals, { timeout: 30_000 }).toBe(30)
    release()
    const replies = await Promise.all(all)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(replies.find(({ status }) => status === 429)?.headers['retry-after']).toBe('1')
    const rows = await world.logs(100)
    const used = new Map<number, number>()
    for (const row of rows) if (row.type === 2) used.set(row.channel ?? 0, (used.get(row.channel ?? 0) ?? 0) + 1)
    for (const count of used.values()) expect(count).toBeLessThanOrEqual(30)
  } finally {
    await world.close()
  }
})
