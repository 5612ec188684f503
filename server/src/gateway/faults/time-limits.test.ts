// How long a vendor may take by default is what clients wait; a channel may say otherwise (decision D68).
import { readChannelSetting } from '@waystation/contract/channels/channel-setting'
import type { Option } from '@waystation/contract/options/option'
import { relayFirstByteTimeoutSeconds, relayWholeFirstByteTimeoutSeconds } from '@waystation/contract/options/relay'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import type { Attempt } from '../attempt.ts'
import { openWorld, type World } from '../testing/world.ts'
import { timeLimits } from '../upstream/time-limits.ts'
import { ask, PRICES } from './bill.ts'

const clock = drivenClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ options: { ...PRICES, ModelRatio: '{"fake-chat":1,"hasty":1}' }, clock })
  const setting = JSON.stringify({ first_byte_timeout_seconds: 20, whole_first_byte_timeout_seconds: 40, idle_timeout_seconds: 1 })
  await world.addChannel({ name: 'hasty', models: 'hasty', setting })
}, 180_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

test.each([
  ['a whole answer', 'fake-chat', false, 590],
  ['a stream', 'fake-chat', true, 300],
  ['a whole answer of a channel with limits', 'hasty', false, 40],
  ['a stream of a channel with limits', 'hasty', true, 20],
])('the first byte of %s is waited for so long (%s, streamed: %s, %i seconds)', async (_, model, stream, seconds) => {
  for (const isLate of [false, true]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    world.provider.clear()
    world.provider.next([
      step.until(() => promise),
      ...(stream
        ? [...scenario.words(['good']), step.finish(), step.done(), step.end()]
        : scenario.reply(200, { choices: [{ index: 0, message: { role: 'assistant', content: 'good' }, finish_reason: 'stop' }] })),
    ])
    const answering = chat(world.url, world.key, ask('hi', { stream, model }))
    await expect.poll(() => world.provider.requests.length).toBe(1)
    // What the library's coarse clock does not catch is given up a second and a half later.
    clock.advance(isLate ? seconds * 1000 + 1500 : seconds * 1000 - 500)
    resolve()
    const facts = await answering
    expect([facts.status, facts.text || facts.inBandError?.code]).toEqual(isLate ? [504, 'upstream_timeout'] : [200, 'good'])
  }
})

test('silence within a stream ends it when the channel says so', async () => {
  world.provider.next([...scenario.words(['half']), step.hang()])
  const facts = await chat(world.url, world.key, ask('hi', { stream: true, model: 'hasty' }))
  expect(facts).toMatchObject({ status: 200, text: 'half', inBandError: { code: 'upstream_timeout' } })
})

test('a channel comes before the options, and these before what is usual', () => {
  const attempt = (setting: Readonly<Record<string, unknown>>, isStreamed: boolean) =>
    ({ channel: { setting: readChannelSetting(setting) }, isStreamed }) as unknown as Attempt
  const options = (values: ReadonlyMap<unknown, unknown>) => ({
    get: <Value>(option: Option<Value>): Value => (values.has(option) ? (values.get(option) as Value) : option.default),
  })
  const usual = options(new Map())
  const set = options(new Map([relayFirstByteTimeoutSeconds, relayWholeFirstByteTimeoutSeconds].map((option, at) => [option, 60 + at])))
  const own = { first_byte_timeout_seconds: 5, whole_first_byte_timeout_seconds: 6, idle_timeout_seconds: 7 }
  const limits = (setting: object, isStreamed: boolean, from = usual) =>
    Object.values(timeLimits(attempt({ ...setting }, isStreamed), from))
  expect([limits({}, false), limits({}, true)]).toEqual([
    [590_000, 300_000],
    [300_000, 300_000],
  ])
  expect([limits({}, false, set), limits({}, true, set)]).toEqual([
    [61_000, 300_000],
    [60_000, 300_000],
  ])
  expect([limits(own, false, set), limits(own, true, set)]).toEqual([
    [6000, 7000],
    [5000, 7000],
  ])
})
