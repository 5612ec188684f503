// Lists of models, balances and the test of all channels by the real prober, through the console's API.
import type { Channel, ChannelCounts } from '@waystation/contract/channels/channel'
import type { TestRun } from '@waystation/contract/channels/state/test-run'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { openWorld, type World } from '../testing/world.ts'

/** What a person waits for at most, and the time after which it is given up even where the socket's own limit does not end it. */
const WAITED_MS = 17_000
const clock = drivenClock()

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'fake-chat': 1, good: 1, bad: 1, 'text-embedding-3-small': 1 }, clock })
})
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const ask = async (method: 'GET' | 'POST', path: string, body?: object) =>
  (await world.console.ask(method, path, body)).body as Record<string, unknown>
const listed = (ids: readonly string[]) => scenario.reply(200, { data: ids.map((id) => ({ id, object: 'model' })) })

describe('the models of a vendor', () => {
  test.each([
    { type: 1, path: '/v1/models', header: 'authorization', shown: 'Bearer far-key' },
    { type: 8, path: '/v1/models', header: 'authorization', shown: 'Bearer far-key' },
    { type: 14, path: '/v1/models?limit=1000', header: 'x-api-key', shown: 'far-key' },
    { type: 24, path: '/v1beta/openai/models', header: 'authorization', shown: 'Bearer far-key' },
  ])('of type $type are listed by name, each once, of a stored channel and of a draft', async ({ type, path, header, shown }) => {
    const id = await world.addChannel({ type })
    const answer = listed(['models/zeta', ' alpha\u200b', 'alpha', 'far-key', 'x'.repeat(300), '', ' ', 'models/', 'b,c', 'd、e'])
    world.provider.next(answer, 2)
    expect(await ask('GET', `/api/channel/fetch_models/${id}`)).toMatchObject({ success: true, data: ['alpha', 'zeta'] })
    expect(world.provider.requests.at(-1)).toMatchObject({ method: 'GET', path, headers: { [header]: shown } })
    const draft = { type, base_url: `${world.provider.url}/`, key: 'far-key' }
    expect(await ask('POST', '/api/channel/fetch_models', draft)).toMatchObject({ success: true, data: ['alpha', 'zeta'] })
    expect(world.provider.requests.at(-1)).toMatchObject({ method: 'GET', path, headers: { [header]: shown } })
  })

  const refusals: readonly { name: string; steps: readonly Step[]; words: RegExp }[] = [
    { name: 'refuses the key', steps: scenario.refuse(401, 'Wrong key far-key'), words: /rejected the key \(401\): Wrong key (?!far-key)/ },
    { name: 'has no such address', steps: scenario.refuse(404), words: /no API at this address \(404\), check the base URL/ },
    { name: 'limits the rate', steps: scenario.rateLimited(9), words: /rate limiting \(429\)/ },
    { name: 'breaks down with a page', steps: scenario.reply(500, '<html>oops</html>'), words: /the provider failed \(500\)$/ },
    { name: 'answers with a page', steps: scenario.reply(200, '<html>hi</html>'), words: /did not return a list of models/ },
    { name: 'answers with other JSON', steps: scenario.reply(200, { models: 'none' }), words: /did not return a list of models/ },
    { name: 'resets the connection', steps: scenario.resetBeforeHeaders(), words: /could not be reached \(\w+\)/ },
    { name: 'breaks off', steps: scenario.wrongLength(), words: /could not be reached/ },
    {
      name: 'answers without end',
      steps: [step.head(200, { 'content-type': 'application/json' }), step.endless(' '.repeat(262_144))],
      words: /too large|in time/,
    },
  ]
  test.each(refusals)('that $name are not listed, and the reason is shown as a message', async ({ steps, words }) => {
    const id = await world.addChannel({})
    world.provider.next(steps)
    const result = await ask('GET', `/api/channel/fetch_models/${id}`)
    expect(result).toMatchObject({ success: false, code: 'models_fetch_failed' })
    expect(result.message).toMatch(words)
    expect(result.message).not.toContain('far-key')
  })

  test('and the balance of one that says nothing are waited for as long as a person waits', async () => {
    const id = await world.addChannel({})
    world.provider.next(scenario.hangBeforeHeaders(), 2)
    const asked = Promise.all([ask('GET', `/api/channel/fetch_models/${id}`), ask('GET', `/api/channel/update_balance/${id}/`)])
    await expect.poll(() => world.provider.requests.length).toBe(2)
    clock.advance(WAITED_MS)
    const [models, balance] = await asked
    expect(models).toMatchObject({ success: false, code: 'models_fetch_failed' })
    expect(balance).toMatchObject({ success: false, code: 'balance_fetch_failed' })
    for (const { message } of [models, balance]) expect(message).toContain('did not respond in time')
  })
})

test('a test of all channels tries each once with its own model and key, and reports which failed', async () => {
  for (const { id } of await world.console.call<Channel[]>('GET', '/api/channel/?page_size=100'))
    await world.console.call('DELETE', `/api/channel/${id}`)
  const good = await world.addChannel({ models: 'good', key: 'good-key' })
  const off = await world.addChannel({ models: 'good', key: 'off-key' })
  await world.console.call('PUT', '/api/channel/', { id: off, status: 2 })
  const bad = await world.addChannel({ models: 'bad', key: 'bad-key' })
  const unpriced = await world.addChannel({ models: 'never-priced' })
  const pictures = await world.addChannel({ models: 'dall-e-3' })
  world.provider.script('bad', scenario.refuse(401, 'Wrong key bad-key'))
  const balance = await world.balance()

  expect(await world.console.call<TestRun>('GET', '/api/channel/test')).toMatchObject({ total: 5, ended_at: 0 })
  expect(await ask('GET', '/api/channel/test')).toMatchObject({ success: false, code: 'channel_test_running' })
  const run = () => world.console.call<TestRun>('GET', '/api/channel/test/run')
  await expect.poll(async () => (await run()).ended_at).toBeGreaterThan(0)
  expect(await run()).toMatchObject({ total: 5, done: 5, failed: 2 })

  const shown = world.provider.requests.map(({ headers }) => headers.authorization).toSorted()
  expect(shown).toEqual(['Bearer bad-key', 'Bearer good-key', 'Bearer off-key'])
  const failed = await world.console.call<Channel[]>('GET', '/api/channel/?tested=failed')
  expect(failed.map(({ id }) => id).toSorted()).toEqual([bad, unpriced].toSorted())
  expect(JSON.stringify(failed)).not.toContain('bad-key')
  const record = (id: number) => world.console.call<Channel>('GET', `/api/channel/${id}`)
  expect(await record(bad)).toMatchObject({ status: 1, test_failure: { code: 'channel_test_failed' } })
  expect(await record(unpriced)).toMatchObject({ status: 1, test_failure: { code: 'model_price_error' } })
  expect(await record(good)).toMatchObject({ status: 1, test_failure: null, response_time: expect.any(Number) })
  expect(await record(off)).toMatchObject({ status: 2, test_failure: null })
  expect(await record(pictures)).toMatchObject({ test_failure: null, test_time: 0 })
  expect(await world.console.call<ChannelCounts>('GET', '/api/channel/counts')).toMatchObject({ total: 5, test_failed: 2 })
  expect(await world.balance()).toBe(balance)
})
