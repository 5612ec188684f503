// How calls ended, as the dashboard counts it after real calls: each once, by its reason, with a way to exactly its rows in the log.
import type { UsageOverview } from '@waystation/contract/calls/data'
import type { CallsHealth } from '@waystation/contract/calls/health'
import type { LogEntry } from '@waystation/contract/calls/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openPayers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ options: { RetryTimes: '0' } })
})
afterAll(() => world.close())

const ask = (model: string, more: object = {}, key = world.key) =>
  world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }], ...more }, { authorization: `Bearer ${key}` })
const health = (query = '') => world.console.call<CallsHealth>('GET', `/api/data/health?${query}`)
/** The fold comes once a second. */
const ended = (calls: number) =>
  expect.poll(async () => (({ answered, failed, refused }) => answered + failed + refused)(await health())).toBe(calls)
const rowsOf = (failure: string, more = '') =>
  world.console.call<{ items: LogEntry[]; total: number }>('GET', `/api/log/?failure=${encodeURIComponent(failure)}${more}`)

test('answers, failures and refusals are counted apart, each failure by its reason', async () => {
  expect((await ask('fake-chat')).status).toBe(200)
  expect((await ask('fake-chat', { stream: true })).status).toBe(200)
  for (const status of [500, 500, 429]) {
    world.provider.next(scenario.refuse(status, 'not now'))
    await ask('fake-chat')
  }
  world.provider.next(scenario.refuse(400, 'your fault'))
  await ask('fake-chat')
  world.provider.next([step.streamHead(), step.say('hel'), step.cut()])
  await ask('fake-chat', { stream: true })
  expect((await ask('no-such-model')).status).toBe(404)

  await ended(8)
  const told = await health()
  expect(told).toMatchObject({ answered: 2, failed: 4, refused: 2, counted_since: null })
  expect(told.failures).toEqual([
    { kind: 'upstream_error 500', calls: 2, is_callers: false },
    { kind: 'upstream_error 429', calls: 1, is_callers: false },
    { kind: 'upstream_truncated', calls: 1, is_callers: false },
    { kind: 'model_not_found', calls: 1, is_callers: true },
    { kind: 'upstream_error 400', calls: 1, is_callers: true },
  ])
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  expect([sum(told.answered_by_step), sum(told.failed_by_step)]).toEqual([2, 4])
  expect(told.latency).toMatchObject({ first: { calls: 1 }, total: { calls: 2 } })
  expect(told.latency?.total.p95).toBeGreaterThan(0)
})

test('each reason leads to its rows in the log, and to no others', async () => {
  for (const { kind, calls } of (await health()).failures) {
    const { items, total } = await rowsOf(kind)
    expect([kind, items.length, total]).toEqual([kind, calls, calls])
  }
  expect((await rowsOf('upstream_error 500', `&end_timestamp=${Math.floor(Date.now() / 1000) - 3600}`)).total).toBe(0)
  expect((await rowsOf('upstream_error')).total).toBe(0)
})

test('a user has their own ends, and the ranking of their tokens', async () => {
  const payers = await openPayers(world)
  const payer = await payers.add(1_000_000)
  expect((await ask('fake-chat', {}, payer.key)).status).toBe(200)
  await ask('no-such-model', {}, payer.key)
  await ended(10)
  const own = await payer.console.call<CallsHealth>('GET', '/api/data/self/health')
  expect(own).toMatchObject({ answered: 1, failed: 0, refused: 1, latency: null, hours: null })
  expect((await health('username=root')).answered).toBe(2)
  const { tokens } = await payer.console.call<UsageOverview>('GET', '/api/data/self/overview')
  expect(tokens).toMatchObject([{ calls: 1, quota: 1_000_000 - (await payer.balance()) }])
  const all = await world.console.call<UsageOverview>('GET', '/api/data/overview?order=calls')
  // The stream that broke off was charged too.
  expect(all.tokens.map(({ name, calls }) => [name, calls])).toEqual([
    ['test', 3],
    [tokens[0]?.name, 1],
  ])
  await payers.close()
})

test('failures are counted where they are not logged', async () => {
  await world.setOption('LogErrorEnabled', 'false')
  await ask('no-such-model')
  await ended(11)
  expect((await rowsOf('model_not_found')).total).toBe(2)
})

test('what was spent in the last hours stands beside the same hours a week ago', async () => {
  const { hours } = await health()
  expect([hours?.starts.length, hours?.quota.length, hours?.week_before.length]).toEqual([24, 24, 24])
  const { totals } = await world.console.call<UsageOverview>('GET', '/api/data/overview')
  expect(hours?.quota.reduce((total, one) => total + one)).toBe(totals.quota)
})
