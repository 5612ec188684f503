// What Replicate documents of predictions, against what is sent to it and what becomes of its answers. Nothing may be sent that its pages do
// not have.
import type { ChannelKey } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PICTURE } from '../../testing/fake-dialects/images.ts'
import { type Step, scenario } from '../../testing/fakes/fake-provider-script.ts'
import { fastClock } from '../../testing/time/fast-clock.ts'
import { openWorld, type World } from '../testing/world.ts'
import { mine, nothingElse } from './testing/client.ts'
import { ends, ID, late, type Predictions, prediction, predictions } from './testing/predictions.ts'
import type { Refusal } from './testing/vendor.ts'

// In the end one is limited, one unknown and one without money, so that a fourth serves.
const keys = ['key-a', 'key-b', 'key-c', 'key-d']
const named = ({ name }: Predictions) => `pictures-of-${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}`
const prices = Object.fromEntries(predictions.map((service) => [named(service), service.price]))

let world: World
const channels = new Map<Predictions, number>()
beforeAll(async () => {
  const options = { ModelPrice: JSON.stringify(prices), RetryTimes: '1', AutomaticDisableChannelEnabled: 'true' }
  world = await openWorld({ channel: null, options, clock: fastClock() })
  for (const service of predictions) {
    const models = { models: named(service), model_mapping: JSON.stringify({ [named(service)]: service.model }) }
    const fields = { name: service.name, type: service.type, base_url: world.provider.url, key: keys.join('\n'), ...models }
    channels.set(service, await world.addChannel(fields))
  }
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

const AUTO_DISABLED = 3
const keysOf = (service: Predictions) => world.console.call<ChannelKey[]>('GET', `/api/channel/${channels.get(service)}/keys`)
const disabledKeys = async (service: Predictions) => (await keysOf(service)).filter(({ status }) => status === AUTO_DISABLED).length
const refused = ({ status, body, headers }: Refusal) =>
  scenario.reply(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
const created = (body: object) => scenario.reply(201, body)
const play = (...scripts: readonly (readonly Step[])[]) => {
  for (const script of scripts) world.provider.next(script)
}
const ready = ({ answers }: Predictions) => answers.map(({ body }) => created(body))
const shownKeys = () => new Set(world.provider.requests.map(({ headers }) => headers.authorization))

/** What a client sends, with its own headers. */
function requestOf(service: Predictions): RequestInit {
  const fields = { model: named(service), ...service.ask.body }
  const headers = { authorization: `Bearer ${world.key}`, ...mine }
  if (!service.isForm) return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(fields) }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('image', new Blob([Buffer.from(PICTURE, 'base64')], { type: 'image/png' }), 'cat.png')
  return { method: 'POST', headers, body: form }
}

/** Asks, and tells what it cost. */
async function charged(service: Predictions) {
  const before = await world.balance()
  const response = await fetch(world.url + service.ask.path, requestOf(service))
  const text = await response.text()
  return {
    status: response.status,
    lost: response.headers.get('x-waystation-lost') ?? undefined,
    text,
    cost: before - (await world.balance()),
  }
}

function expectAsked(service: Predictions): void {
  const requests = world.provider.requests.slice(0, service.bodies.length)
  expect(requests.map(({ method, path }) => [method, path])).toEqual(service.bodies.map(() => ['POST', service.path]))
  const shown = keys.map((key) => ({
    ...service.headers(key),
    accept: service.isForm ? '*/*' : 'application/json',
    ...nothingElse.headers,
  }))
  for (const request of requests) expect(shown).toContainEqual(nothingElse.of(request))
  expect(requests.map(({ rawBody }) => JSON.parse(rawBody) as unknown)).toEqual(service.bodies)
}

describe.each(predictions)('$name', (service) => {
  test('is asked for as documented, and its pictures are told and charged', async () => {
    play(...ready(service))
    const answer = await charged(service)
    expect(answer.status, answer.text).toBe(200)
    expectAsked(service)
    expect(world.provider.requests).toHaveLength(service.bodies.length)
    expect(JSON.parse(answer.text)).toEqual(service.told)
    expect([answer.lost, answer.cost]).toEqual([service.lost, service.cost])
  })

  test('refuses what is asked: its words are told, no other key is tried, and no key suffers', async () => {
    world.provider.next(refused(service.badRequest), service.bodies.length)
    const answer = await charged(service)
    expect(answer.text).toContain(JSON.stringify(service.badRequest.told).slice(1, -1))
    expect([answer.status, answer.cost, shownKeys().size]).toEqual([service.badRequest.status, 0, 1])
    expect(await disabledKeys(service)).toBe(0)
  })

  const ofKeys = [
    { what: 'takes no more calls of a key', refusal: service.tooMany, disabled: 0 },
    { what: 'does not know a key', refusal: service.badKey, disabled: 1 },
    { what: 'waits for money', refusal: service.unpaid, disabled: undefined },
  ]
  test.each(ofKeys)('$what: another one serves', async ({ refusal, disabled }) => {
    world.provider.next(refused(refusal), service.bodies.length)
    play(...ready(service))
    const fromMs = Date.now()
    const answer = await charged(service)
    expect([answer.status, answer.cost], answer.text).toEqual([200, service.cost])
    expect(shownKeys().size).toBe(2)
    if (refusal.waits !== undefined) {
      const until = Math.max(...(await keysOf(service)).map(({ cooling_until: cooling }) => cooling))
      expect(until).toBeGreaterThanOrEqual(Math.floor(fromMs / 1000 + refusal.waits))
      expect(until).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000 + refusal.waits))
    }
    if (disabled !== undefined) await expect.poll(() => disabledKeys(service)).toBe(disabled)
  })
})

const later = (body: object) => scenario.reply(200, body)
const unready = [created(prediction('starting')), later(prediction('processing'))]
/** A request for the state of a prediction, or to cancel it, has no body. */
const bare = { accept: 'application/json' }

describe.each(late)('$name', (service) => {
  test('is asked for by its id until its pictures are there', async () => {
    play(...unready, ...service.answers.map(({ body }) => later(body)))
    const answer = await charged(service)
    expect(answer.status, answer.text).toBe(200)
    expectAsked(service)
    const [first, ...others] = world.provider.requests
    const state = ['GET', `/v1/predictions/${ID}`, '']
    expect(others.map(({ method, path, rawBody }) => [method, path, rawBody])).toEqual([state, state])
    const { authorization } = first?.headers ?? {}
    for (const request of others) expect(nothingElse.of(request)).toEqual({ ...bare, authorization })
    expect(JSON.parse(answer.text)).toEqual(service.told)
    expect([answer.lost, answer.cost]).toEqual([service.lost, service.cost])
  })
})

describe.each(late.slice(0, 1))('$name', (service) => {
  test('has its pictures when all are there, though it is not over', async () => {
    const [answer] = service.answers
    play(created({ ...answer?.body, status: 'processing', completed_at: null }), later(answer?.body ?? {}))
    const told = await charged(service)
    expect(told.status, told.text).toBe(200)
    expect([JSON.parse(told.text), told.cost]).toEqual([service.told, service.cost])
  })

  test.each(ends)('$state with $error is the fault of $means and costs nothing', async ({ state, error, means }) => {
    const body = prediction(state, { error })
    const disabled = await disabledKeys(service)
    for (const scripts of [[created(body)], [created(prediction('starting')), later(body)]]) {
      // Where another key may do better, it is tried.
      play(...scripts, ...scripts)
      const answer = await charged(service)
      expect(Math.floor(answer.status / 100), answer.text).toBe(means === 'the vendor' ? 5 : 4)
      expect(answer.text).toContain(error ?? '')
      expect([answer.cost, await disabledKeys(service)]).toEqual([0, disabled])
      world.provider.clear()
    }
  })

  test('goes on when its client leaves: it is asked for by its id alone, and never canceled', async () => {
    const before = await world.balance()
    play(created(prediction('starting')))
    world.provider.next(later(prediction('processing')), 1)
    const gone = new AbortController()
    const call = fetch(world.url + service.ask.path, { ...requestOf(service), signal: gone.signal })
    await expect.poll(() => world.provider.requests.length).toBeGreaterThan(1)
    gone.abort()
    await expect(call).rejects.toThrow()
    const [answer] = service.answers
    world.provider.next(later(answer?.body ?? {}))
    await world.server.runJob('poll-tasks')
    await expect.poll(async () => before - (await world.balance())).toBe(service.cost)
    const [first, ...others] = world.provider.requests
    const { authorization } = first?.headers ?? {}
    const state = ['GET', `/v1/predictions/${ID}`, '']
    for (const request of others) {
      expect([request.method, request.path, request.rawBody]).toEqual(state)
      expect(nothingElse.of(request)).toEqual({ ...bare, authorization })
    }
    expect(await world.books()).toMatchObject({ openHolds: 0 })
  })
})
