// What vendors document of vectors, rankings, verdicts and pictures, against what is sent to them and what becomes of their answers. Nothing
// may be sent that the vendor's page does not have.
import type { ChannelKey } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { mine, nothingElse } from './testing/client.ts'
import { pictures } from './testing/pictures.ts'
import { rankings } from './testing/rankings.ts'
import type { Service } from './testing/service.ts'
import { vectors } from './testing/vectors.ts'
import type { Refusal } from './testing/vendor.ts'
import { verdicts } from './testing/verdicts.ts'

const kinds: readonly (Service & { readonly kind: string })[] = [
  { kind: 'vectors', of: vectors },
  { kind: 'rankings', of: rankings },
  { kind: 'verdicts', of: verdicts },
  { kind: 'pictures', of: pictures },
].flatMap(({ kind, of }) => of.map((service) => ({ ...service, kind })))
const usualKeys = ['key-a', 'key-b', 'key-c']
const named = ({ kind, name }: { kind: string; name: string }) => `${kind}-at-${name.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()}`
const each = (value: number) => JSON.stringify(Object.fromEntries(kinds.map((service) => [named(service), value])))
const searchPrices = kinds.flatMap((service) => (service.searchPrice === undefined ? [] : [[named(service), service.searchPrice] as const]))

let world: World
const channels = new Map<Service, number>()
beforeAll(async () => {
  const prices = { ModelRatio: each(1), CompletionRatio: each(3), ModelPrice: JSON.stringify(Object.fromEntries(searchPrices)) }
  const options = { ...prices, RetryTimes: '1', AutomaticDisableChannelEnabled: 'true' }
  world = await openWorld({ channel: null, options })
  for (const service of kinds) {
    const { type, model, keys = usualKeys, channel, below = '' } = service
    const models = { models: named(service), model_mapping: JSON.stringify({ [named(service)]: model }) }
    const fields = { name: named(service), type, key: keys.join('\n'), base_url: world.provider.url + below, ...models, ...channel }
    channels.set(service, await world.addChannel(fields))
  }
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

const AUTO_DISABLED = 3
const keysOf = (service: Service) => world.console.call<ChannelKey[]>('GET', `/api/channel/${channels.get(service)}/keys`)
const disabledKeys = async (service: Service) => (await keysOf(service)).filter(({ status }) => status === AUTO_DISABLED).length
const refused = ({ status, body, headers }: Refusal) =>
  scenario.reply(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
const answerOf = ({ answers }: Service) =>
  answers.forEach(({ body, headers }) => {
    world.provider.next(scenario.reply(200, body, headers))
  })
/** The keys that the vendor saw. */
const shownKeys = ({ keys = usualKeys, headers }: Service) =>
  new Set(
    world.provider.requests.map((request) =>
      keys.find((key) => Object.entries(headers(key)).every(([name, value]) => request.headers[name] === value)),
    ),
  )
/** Asks, and tells what it cost. */
async function charged(service: Service & { readonly kind: string }) {
  const before = await world.balance()
  const model = named(service)
  // Google's clients name it in the address only.
  const inPath = service.ask.path.replace('{model}', model)
  const body = inPath === service.ask.path ? { model, ...service.ask.body } : service.ask.body
  const answer = await world.post(inPath, body, mine)
  return { ...answer, cost: before - (await world.balance()) }
}

const limiting = kinds.filter(({ tooMany }) => tooMany)

// Before the others, which disable keys.
describe.each(limiting)('$kind at $name', (service) => {
  test('come by another key where one has had too many, which is left alone as long as the vendor wants', async () => {
    const { waits = 0 } = service.tooMany ?? {}
    if (service.tooMany) world.provider.next(refused(service.tooMany))
    answerOf(service)
    const fromMs = Date.now()
    const answer = await charged(service)
    expect(answer.status, answer.text).toBe(200)
    expect([shownKeys(service).size, await disabledKeys(service)]).toEqual([2, 0])
    const until = Math.max(...(await keysOf(service)).map(({ cooling_until: cooling }) => cooling))
    expect(until).toBeGreaterThanOrEqual(Math.floor(fromMs / 1000 + waits))
    expect(until).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000 + waits))
  })
})

describe.each(kinds)('$kind at $name', (service) => {
  const { keys = usualKeys } = service

  test('are asked for as documented, told to a client of another, and charged as they are counted', async () => {
    answerOf(service)
    const answer = await charged(service)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['x-waystation-lost']).toBe(service.lost)
    const { requests } = world.provider
    expect(requests.map(({ method, path }) => [method, path])).toEqual(service.bodies.map(() => ['POST', service.path]))
    const shown = keys.map((key) => ({ ...service.headers(key), accept: 'application/json', ...nothingElse.headers }))
    for (const request of requests) expect(shown).toContainEqual(nothingElse.of(request))
    const sent = requests.map(({ rawBody }) => JSON.parse(rawBody) as unknown)
    expect(sent).toHaveLength(service.bodies.length)
    expect(sent).toEqual(service.bodies)
    expect(answer.json).toEqual(service.told)
    if (service.cost === undefined) expect(answer.cost).toBeGreaterThan(0)
    else expect(answer.cost).toBe(service.cost)
  })

  test('are refused in the vendor’s words, with another key untried and no key worse off', async () => {
    world.provider.next(refused(service.badRequest), service.bodies.length)
    const answer = await charged(service)
    expect(answer.text).toContain(JSON.stringify(service.badRequest.told).slice(1, -1))
    expect([answer.status, answer.cost, shownKeys(service).size]).toEqual([service.badRequest.status, 0, 1])
    expect(await disabledKeys(service)).toBe(0)
  })

  test('come by another key where one is unknown, which is disabled', async () => {
    world.provider.next(refused(service.badKey))
    answerOf(service)
    const answer = await charged(service)
    expect(answer.status, answer.text).toBe(200)
    expect(shownKeys(service).size).toBe(2)
    await expect.poll(() => disabledKeys(service)).toBe(1)
  })
})
