// What only DashScope has of pictures by tasks: two addresses, several pictures of one task, and a model that is called at once beside them.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dashscope } from '../../../testing/fake-films/dashscope.ts'
import { type FakeFilms, openFilmVendor } from '../../../testing/fake-films/fake-films.ts'
import { fastClock } from '../../../testing/time/fast-clock.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { PRICE } from './testing/picture-world.ts'

const KEY = 'key-of-the-vendor'
const PICTURE = 'https://pictures.example/cat.png'
const models = { make: 'wan2.2-t2i-flash', newer: 'wan2.5-t2i-preview', change: 'wan2.5-i2i-preview' }
/** Those that are called at once. */
const atOnce = { plus: 'qwen-image-plus', two: 'qwen-image-2.0', wan: 'wan2.6-t2i', change: 'wan2.6-image', newest: 'wan2.7-image' }

let world: World
let vendor: FakeFilms
beforeAll(async () => {
  vendor = await openFilmVendor(dashscope, [KEY])
  const prices = Object.fromEntries([...Object.values(models), ...Object.values(atOnce)].map((model) => [model, PRICE / 500_000]))
  world = await openWorld({ channel: null, ratios: {}, options: { ModelPrice: JSON.stringify(prices) }, clock: fastClock() })
  for (const [base, served] of [
    [`${vendor.url}/compatible-mode/v1`, models],
    [vendor.url, atOnce],
  ] as const)
    await world.addChannel({ type: 17, key: KEY, base_url: base, models: Object.values(served).join() })
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
  const { status, json, cost } = await spent('generations', { model: atOnce.plus })
  expect([status, json.data, cost]).toEqual([200, [{ url: expect.stringMatching(/^http/) }], PRICE])
  expect(vendor.requests.map(({ path }) => path)).toEqual(['/api/v1/services/aigc/multimodal-generation/generation'])
  expect((await world.console.call<unknown[]>('GET', '/api/task/self?p=0')).length).toBe(before)
})

test.each(Object.entries(atOnce))('%s is told to make one picture too, since some make four by default', async (_, model) => {
  const edits = model === atOnce.change ? { images: [{ image_url: PICTURE }] } : undefined
  const { json, cost } = await spent(edits ? 'edits' : 'generations', { model, ...edits })
  expect([(json.data as unknown[]).length, cost]).toEqual([1, PRICE])
  expect(vendor.requests[0]?.body).toMatchObject({ parameters: { n: 1 } })
})

test.each<[model: string, asked: string, sent: string | undefined]>([
  [models.newer, '1024x1024', '1280*1280'],
  [models.newer, '1536x1024', '1568*1046'],
  [models.newer, '1280x1280', '1280*1280'],
  [models.newer, '4096x512', '2880*720'],
  [models.make, '2048x2048', '1440*1440'],
  [models.make, '1024x1536', '960*1440'],
  [atOnce.plus, '1024x1024', '1328*1328'],
  [atOnce.plus, '1792x1024', '1664*928'],
  [atOnce.two, '2048x4096', '1448*2896'],
  [atOnce.wan, '1024x1024', '1280*1280'],
  [atOnce.newest, '700x700', '768*768'],
  [atOnce.newest, '2K', '2K'],
  [atOnce.two, '2K', undefined],
])('%s gets the size nearest to %s, %s, and what is lost is named', async (model, asked, sent) => {
  const { status, cost, headers } = await spent('generations', { model, size: asked })
  expect([status, cost]).toEqual([200, PRICE])
  expect(Object(vendor.requests[0]?.body.parameters).size).toBe(sent)
  expect(headers['x-waystation-lost']).toBe(sent === asked.replace('x', '*') ? undefined : 'size')
})

test('pictures are changed in a size that the model has', async () => {
  const { status, cost } = await spent('edits', { model: models.change, images: [{ image_url: PICTURE }], size: '2048x2048' })
  expect([status, cost]).toEqual([200, PRICE])
  expect(vendor.requests[0]?.body).toMatchObject({ parameters: { size: '1280*1280' } })
})

test('a picture that the vendor cannot fetch is the caller’s fault, though only the task says so', async () => {
  const { status, json, cost } = await spent('edits', { model: models.change, images: [{ image_url: 'https://pictures.invalid/cat.png' }] })
  expect([status, cost]).toEqual([400, 0])
  expect(json.error).toMatchObject({ message: expect.stringContaining('The image source is invalid.') })
})

test('so is a prompt that may infringe on somebody', async () => {
  vendor.plan('moderated')
  const { status, json, cost } = await spent('generations', { model: models.make, prompt: 'Mickey Mouse' })
  expect([status, cost]).toEqual([400, 0])
  expect(json.error).toMatchObject({ message: expect.stringContaining('IP infringement') })
})

test.each([
  [atOnce.plus, 2],
  [atOnce.wan, 5],
  [atOnce.two, 7],
])('%s does not make %i pictures: nothing is sent', async (model, n) => {
  const { status, json } = await spent('generations', { model, n })
  expect([status, vendor.requests.length]).toEqual([400, 0])
  expect(json.error).toMatchObject({ code: 'untranslatable' })
})
