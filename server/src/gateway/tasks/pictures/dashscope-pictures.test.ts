// What only DashScope has of pictures by tasks: two addresses, several pictures of one task, and a model that is called at once beside them.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dashscope } from '../../../testing/fake-films/dashscope.ts'
import { type FakeFilms, openFilmVendor } from '../../../testing/fake-films/fake-films.ts'
import { scenario } from '../../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { PRICE } from './testing/picture-world.ts'

const KEY = 'key-of-the-vendor'
const PICTURE = 'https://pictures.example/cat.png'
const models = { make: 'wan2.2-t2i-flash', change: 'wan2.5-i2i-preview', atOnce: 'qwen-image-plus' }

let world: World
let vendor: FakeFilms
beforeAll(async () => {
  vendor = await openFilmVendor(dashscope, [KEY])
  const prices = Object.fromEntries(Object.values(models).map((model) => [model, PRICE / 500_000]))
  world = await openWorld({ channel: null, ratios: {}, options: { ModelPrice: JSON.stringify(prices) } })
  await world.addChannel({ type: 17, key: KEY, base_url: `${vendor.url}/compatible-mode/v1`, models: `${models.make},${models.change}` })
  await world.addChannel({ type: 17, key: KEY, base_url: world.provider.url, models: models.atOnce })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await vendor.close()
})
afterEach(() => {
  expect(vendor.violations).toEqual([])
  vendor.clear()
})

async function spent(work: 'generations' | 'edits', body: object) {
  const before = await world.balance()
  const answer = await world.post(`/v1/images/${work}`, { prompt: 'A red cat', ...body })
  return { ...answer, cost: before - (await world.balance()) }
}

test('size, number and the vendor’s own fields stand where it documents them', async () => {
  const asked = { n: 2, size: '720x1280', negative_prompt: 'dogs', prompt_extend: false, seed: 7, quality: 'high' }
  const { status, cost, headers } = await spent('generations', { model: models.make, ...asked })
  expect([status, cost, headers['x-waystation-lost']]).toEqual([200, 2 * PRICE, 'quality'])
  expect(vendor.requests[0]).toMatchObject({
    path: '/api/v1/services/aigc/text2image/image-synthesis',
    body: {
      model: models.make,
      input: { prompt: 'A red cat', negative_prompt: 'dogs' },
      parameters: { size: '720*1280', n: 2, prompt_extend: false, seed: 7 },
    },
  })
})

test('one picture is asked for as one, since the vendor makes four by default', async () => {
  const { json, cost } = await spent('generations', { model: models.make })
  expect([(json.data as unknown[]).length, cost]).toEqual([1, PRICE])
  expect(vendor.requests[0]?.body).toMatchObject({ parameters: { n: 1 } })
})

test('pictures are changed at an address of their own, and the task says so', async () => {
  const { status, cost } = await spent('edits', { model: models.change, images: [{ image_url: PICTURE }] })
  expect([status, cost]).toEqual([200, PRICE])
  expect(vendor.requests[0]).toMatchObject({
    path: '/api/v1/services/aigc/image2image/image-synthesis',
    body: { input: { prompt: 'A red cat', images: [PICTURE] } },
  })
  const [task] = await world.console.call<unknown[]>('GET', '/api/task/self?p=0')
  expect(task).toMatchObject({ kind: 'image', platform: 'Ali DashScope', action: 'EDIT', quota: PRICE })
})

test('pictures that were kept back are not charged', async () => {
  vendor.plan('partial')
  const { json, cost } = await spent('generations', { model: models.make, n: 3 })
  expect([(json.data as unknown[]).length, cost]).toEqual([2, 2 * PRICE])
})

test('a success without an address is a failure', async () => {
  vendor.plan('linkless')
  expect(await spent('generations', { model: models.make })).toMatchObject({ status: 502, cost: 0 })
})

test('a task that the vendor does not know yet is asked for again', async () => {
  vendor.plan('expired', 'succeeded')
  expect(await spent('generations', { model: models.make })).toMatchObject({ status: 200, cost: PRICE })
})

test('more pictures than a task makes are rejected before anything is sent', async () => {
  const { status, json } = await spent('generations', { model: models.make, n: 5 })
  expect([status, vendor.requests.length]).toEqual([400, 0])
  expect(json.error).toMatchObject({ code: 'untranslatable' })
})

test('models with a synchronous call are called at once, and are no tasks', async () => {
  const before = (await world.console.call<unknown[]>('GET', '/api/task/self?p=0')).length
  const content = [{ image: PICTURE }]
  world.provider.next(scenario.reply(200, { output: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] } }))
  const { status, json, cost } = await spent('generations', { model: models.atOnce })
  expect([status, json.data, cost]).toEqual([200, [{ url: PICTURE }], PRICE])
  expect(world.provider.requests.map(({ path }) => path)).toEqual(['/api/v1/services/aigc/multimodal-generation/generation'])
  expect((await world.console.call<unknown[]>('GET', '/api/task/self?p=0')).length).toBe(before)
})
