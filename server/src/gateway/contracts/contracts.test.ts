// What vendors document, against what is sent to them and what becomes of their answers: one question, asked by a client of another dialect,
// so that all of it is written by us. Nothing may be sent that the vendor's page does not have.
import type { ChannelKey } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { vertexProvider } from '../../providers/vertex/provider.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { azure } from './testing/azure.ts'
import { chatAbroad } from './testing/chat-abroad.ts'
import { chatChina } from './testing/chat-china.ts'
import { ask, nothingElse } from './testing/client.ts'
import { messagesElsewhere } from './testing/messages.ts'
import { ownDialects } from './testing/own-dialects.ts'
import { responsesAndGemini } from './testing/responses.ts'
import type { Refusal, Vendor } from './testing/vendor.ts'
import { googleTokens, vertex } from './testing/vertex.ts'

const vendors: readonly Vendor[] = [
  ...[...chatAbroad, ...chatChina, ...ownDialects, ...messagesElsewhere, ...responsesAndGemini],
  ...[...azure, ...vertex],
]
const usualKeys = ['key-a', 'key-b', 'key-c']
const named = ({ name }: Vendor) => `at-${name.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()}`
const each = (value: number) => JSON.stringify(Object.fromEntries(vendors.map((vendor) => [named(vendor), value])))

let world: World
const channels = new Map<Vendor, number>()
beforeAll(async () => {
  await googleTokens.listen()
  world = await openWorld({
    channel: null,
    providers: { 41: vertexProvider({ tokenUrl: googleTokens.url }) },
    options: {
      ModelRatio: each(1),
      CompletionRatio: each(3),
      CacheRatio: each(0.5),
      RetryTimes: '1',
      AutomaticDisableChannelEnabled: 'true',
    },
  })
  for (const vendor of vendors) {
    const { type, model, keys = usualKeys, channel } = vendor
    const models = { models: named(vendor), model_mapping: JSON.stringify({ [named(vendor)]: model }) }
    channels.set(vendor, await world.addChannel({ name: vendor.name, type, key: keys.join('\n'), ...models, ...channel }))
  }
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await googleTokens.close()
})
beforeEach(() => world.provider.clear())

const AUTO_DISABLED = 3
const keysOf = (vendor: Vendor) => world.console.call<ChannelKey[]>('GET', `/api/channel/${channels.get(vendor)}/keys`)
const disabledKeys = async (vendor: Vendor) => (await keysOf(vendor)).filter(({ status }) => status === AUTO_DISABLED).length
/** Until when the key is left alone that is longest so, in Unix seconds. */
const aloneUntil = async (vendor: Vendor) => Math.max(...(await keysOf(vendor)).map(({ cooling_until: until }) => until))
const refused = ({ status, body, headers }: Refusal) =>
  scenario.reply(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
/** The keys that the vendor saw, in order. */
const shownKeys = ({ keys = usualKeys, headers }: Vendor) =>
  world.provider.requests.map((request) =>
    keys.find((key) => Object.entries(headers(key)).every(([name, value]) => request.headers[name] === value)),
  )
const pathOf = ({ path, streamPath = path }: Vendor, isStream: boolean, key = '') => {
  const wanted = isStream ? streamPath : path
  return typeof wanted === 'string' ? wanted : wanted(key)
}

describe.each(vendors)('$name', (vendor) => {
  const call = (isStream: boolean) => ask(world, named(vendor), { ...vendor, isStream })
  const { keys = usualKeys } = vendor

  test.each([false, true])('is called as it documents, and its answer is told and charged as it counts, streamed: %s', async (isStream) => {
    const before = await world.balance()
    world.provider.next(isStream ? vendor.stream : scenario.reply(200, vendor.whole))
    const answer = await call(isStream)
    expect(answer.status, answer.text).toBe(200)

    const [request, ...others] = world.provider.requests
    expect(others).toEqual([])
    const accept = isStream ? (vendor.streamType ?? 'text/event-stream') : 'application/json'
    const inBody = vendor.isModelInPath ? {} : { model: vendor.model, stream: isStream }
    expect([request?.method, request?.path]).toEqual(['POST', pathOf(vendor, isStream, shownKeys(vendor)[0])])
    expect(keys.map((key) => ({ ...vendor.headers(key), accept, ...nothingElse.headers }))).toContainEqual(nothingElse.of(request))
    expect(JSON.parse(request?.rawBody ?? '')).toEqual({ ...inBody, ...vendor.body, ...(isStream ? vendor.streamOnly : {}) })

    const { prompt, cached, output } = vendor.billed
    expect(answer.told).toEqual({
      call: { name: 'get_weather', args: { city: 'Oslo' } },
      finish: vendor.finish ?? 'STOP',
      ...vendor.billed,
    })
    expect(before - (await world.balance())).toBe(Math.round(prompt - cached + cached * 0.5 + output * 3))
  })

  test('refuses what is asked: its words are told, no other key is tried, and no key suffers', async () => {
    world.provider.next(refused(vendor.badRequest))
    const answer = await call(false)
    expect(answer.text).toContain(JSON.stringify(vendor.badRequest.told).slice(1, -1))
    expect([answer.status, world.provider.requests.length]).toEqual([400, 1])
    expect(await disabledKeys(vendor)).toBe(0)
  })

  const ofKeys = [
    { what: 'takes no more calls of a key', refusal: vendor.tooMany, disabled: 0 },
    { what: 'does not know a key', refusal: vendor.badKey, disabled: 1 },
    { what: 'waits for money', refusal: vendor.unpaid },
  ].flatMap(({ refusal, ...more }) => (refusal ? [{ refusal, ...more }] : []))
  test.each(ofKeys)('$what: another one serves', async ({ refusal, disabled }) => {
    world.provider.next(refused(refusal), refusal === vendor.badKey && vendor.hasTokens ? 2 : 1)
    world.provider.next(scenario.reply(200, vendor.whole))
    const fromSeconds = Math.floor(Date.now() / 1000)
    const answer = await call(false)
    expect(answer.status, answer.text).toBe(200)
    expect(new Set(shownKeys(vendor).filter((key) => key !== undefined)).size).toBe(2)
    if (refusal.waits !== undefined) {
      const until = await aloneUntil(vendor)
      expect(until).toBeGreaterThanOrEqual(Math.floor(fromSeconds + refusal.waits))
      expect(until).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000 + refusal.waits))
    }
    if (disabled !== undefined) await expect.poll(() => disabledKeys(vendor)).toBe(disabled)
  })
})
