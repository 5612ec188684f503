// A channel that keeps failing is left alone, tried one call at a time, and comes back (FLT-5, 7, 14, 20, 21 as decision D68 has them).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeProvider, openFakeProvider } from '../../testing/fakes/fake-provider.ts'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { openWorld, type World } from '../testing/world.ts'

const clock = drivenClock()
let world: World
let bad: FakeProvider
let ids: number[] = []
const MANY = 1000

beforeAll(async () => {
  bad = await openFakeProvider()
  world = await openWorld({ channel: null, ratios: { 'fake-chat': 1 }, options: { 'relay.failures_before_rest': '5' }, clock })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await bad.close()
})
// Other channels each time: what is remembered of one is not that of the next.
beforeEach(async () => {
  bad.clear()
  const at = (name: string, base_url: string) => world.addChannel({ name, base_url, key: `${name}-key` })
  ids = [await at('bad', bad.url), await at('well', world.provider.url), await at('good', world.provider.url)]
})
afterEach(async () => {
  for (const id of ids) await world.console.call('DELETE', `/api/channel/${id}/`)
})

const ask = (isStream: boolean) =>
  world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }], stream: isStream })

const ways: readonly (readonly [string, readonly Step[]])[] = [
  ['resets', scenario.resetBeforeHeaders()],
  ['answers 500', scenario.refuse(500)],
  ['answers 503', scenario.refuse(503)],
  ['answers 429 without a time', scenario.refuse(429)],
  ['has a dead key', scenario.refuse(401)],
  ['answers with a web page', scenario.reply(200, '<html>maintenance</html>')],
  ['reports an error in a good answer', scenario.reply(200, { error: { message: 'no', code: 'server_error' } })],
]

test.each(ways)('one of three channels %s: it is left alone after some failures, and every call is served', async (_, script) => {
  bad.next([...script], MANY)
  for (let n = 0; n < 60; n++) expect((await ask(n % 2 === 0)).status).toBe(200)
  expect(bad.requests.length).toBeGreaterThanOrEqual(5)
  expect(bad.requests.length).toBeLessThanOrEqual(9)
})

test('streams that die after their first words count, too', async () => {
  bad.next(scenario.words(['a', 'b'], step.cut()), MANY)
  const answers = []
  for (let n = 0; n < 60; n++) answers.push(await ask(true))
  expect(bad.requests.length).toBeLessThanOrEqual(9)
  expect(answers.filter(({ text }) => text.includes('upstream_truncated'))).toHaveLength(bad.requests.length)
})

test.each([400, 413, 422])('the caller’s own fault (%s) does not count', async (status) => {
  bad.next(scenario.refuse(status), MANY)
  for (let n = 0; n < 60; n++) await ask(false)
  expect(bad.requests.length).toBeGreaterThan(9)
})

test('of many calls at once, one tries a channel that rests when its time has come', async () => {
  bad.next(scenario.refuse(500), MANY)
  for (let n = 0; n < 30; n++) expect((await ask(false)).status).toBe(200)
  const before = bad.requests.length
  const crowd = () => Promise.all(Array.from({ length: 30 }, () => ask(false)))
  await expect
    .poll(async () => {
      clock.advance(1000)
      for (const { status } of await crowd()) expect(status).toBe(200)
      return bad.requests.length
    })
    .toBeGreaterThan(before)
  expect(bad.requests).toHaveLength(before + 1)
})

test('a model that a vendor does not know counts against it there', async () => {
  bad.next(scenario.refuse(404), MANY)
  for (let n = 0; n < 60; n++) expect((await ask(false)).status).toBe(200)
  expect(bad.requests.length).toBeLessThanOrEqual(9)
})

test('nothing is left alone where that is switched off', async () => {
  await world.setOption('relay.failures_before_rest', '0')
  bad.next(scenario.refuse(500), MANY)
  for (let n = 0; n < 60; n++) expect((await ask(false)).status).toBe(200)
  expect(bad.requests.length).toBeGreaterThan(9)
  await world.setOption('relay.failures_before_rest', '5')
})

describe('with every channel out', () => {
  beforeEach(async () => {
    for (const id of ids.splice(1)) await world.console.call('DELETE', `/api/channel/${id}/`)
    bad.next(scenario.refuse(500), MANY)
    for (let n = 0; n < 5; n++) expect((await ask(false)).status).toBe(500)
  })

  test('calls are refused at once with the time to wait, and the row says why', async () => {
    const answer = await ask(false)
    expect(answer).toMatchObject({ status: 503, json: { error: { code: 'channels_resting' } } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(bad.requests).toHaveLength(5)
    const id = /request id: (\w+)/.exec(answer.text)?.[1]
    const candidates = async () => (await world.logs(1)).find(({ request_id }) => request_id === id)?.facts.admin_info?.candidates
    await expect.poll(async () => (await candidates())?.[0]).toMatchObject({ skipped: 'failing', wait_seconds: expect.any(Number) })
  })

  test('one call at a time tries it, and it comes back', async () => {
    bad.clear()
    const askLater = () => {
      clock.advance(1000)
      return ask(false)
    }
    await expect.poll(async () => (await askLater()).status).toBe(200)
    expect(bad.requests).toHaveLength(1)
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(false)))
    for (const { status } of answers) expect([200, 503]).toContain(status)
    await expect
      .poll(async () => (await Promise.all(Array.from({ length: 10 }, () => ask(false)))).every(({ status }) => status === 200))
      .toBe(true)
  })
})

// The last one: of so many refused calls few get a row in the log.
test('with three channels out one caller at a time waits for a vendor that says nothing', async () => {
  for (const id of ids.splice(1)) await world.console.call('DELETE', `/api/channel/${id}/`)
  for (const name of ['second', 'third']) ids.push(await world.addChannel({ name, base_url: bad.url, key: `${name}-key` }))
  bad.next(scenario.refuse(500), MANY)
  await expect.poll(async () => (await ask(false)).text).toContain('channels_resting')
  bad.clear()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  bad.next([step.until(() => released), ...scenario.refuse(500)], MANY)
  const answers: ReturnType<typeof ask>[] = []
  // Each of the three may be tried once a second, and before five seconds not otherwise.
  const untilMs = performance.now() + 2200
  await expect
    .poll(() => {
      answers.push(ask(false))
      return performance.now()
    })
    .toBeGreaterThan(untilMs)
  expect(bad.requests).toHaveLength(1)
  release()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 500)).toHaveLength(1)
  expect(statuses.filter((status) => status === 503)).toHaveLength(answers.length - 1)
})
