// What only Black Forest Labs has of pictures by tasks: a header for its key, a place to ask that it names itself, one task for each picture, and
// content that is rejected before or after a picture is made.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeFilms, openFilmVendor } from '../../../testing/fake-films/fake-films.ts'
import { PICTURE as BYTES } from '../../../testing/fake-films/media.ts'
import { blackForestLabs } from '../../../testing/fake-pictures/black-forest-labs.ts'
import { fastClock } from '../../../testing/time/fast-clock.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { PRICE } from './testing/picture-world.ts'

const KEY = 'key-of-the-vendor'
const OTHER_KEY = 'other-key-of-the-vendor'
const PICTURE = 'https://pictures.example/cat.png'
const DATA = BYTES.toString('base64')
const models = [
  'flux-3-image',
  'flux-2-pro',
  'flux-2-klein-4b',
  'flux-kontext-pro',
  'flux-kontext-max',
  'flux-pro-1.1',
  'flux-pro-1.1-ultra',
]

let world: World
let vendor: FakeFilms
let channelId: number
beforeAll(async () => {
  vendor = await openFilmVendor(blackForestLabs, [KEY, OTHER_KEY])
  const prices = Object.fromEntries(models.map((model) => [model, PRICE / 500_000]))
  world = await openWorld({ channel: null, ratios: {}, options: { ModelPrice: JSON.stringify(prices) }, clock: fastClock() })
  channelId = await world.addChannel({ type: 1066, key: KEY, base_url: `${vendor.url}/v1`, models: models.join(',') })
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
const make = (model: string, body: object = {}) => spent('generations', { model, ...body })
/** What was submitted: the paths and bodies. */
const submitted = () => vendor.requests.flatMap(({ method, path, body }) => (method === 'POST' ? [[path, body]] : []))
const asked = () => vendor.requests.filter(({ method }) => method === 'GET')

describe('what the vendor is sent', () => {
  test('the model stands in the path, and the key in a header of its own, also where it is asked', async () => {
    expect(await make('flux-2-pro')).toMatchObject({ status: 200, cost: PRICE })
    expect(submitted()).toEqual([['/v1/flux-2-pro', { prompt: 'A red cat' }]])
    expect(vendor.requests.map(({ headers }) => [headers['x-key'], headers.authorization])).toEqual(Array(2).fill([KEY, undefined]))
    expect(asked().map(({ url }) => url)).toEqual([`/v1/get_result?id=${vendor.ids.at(-1)}`])
  })

  test.each<[string, object, object]>([
    ['flux-2-pro', { size: '1920x1080' }, { width: 1920, height: 1080 }],
    ['flux-2-pro', { size: 'auto' }, {}],
    ['flux-pro-1.1', { size: '1024x768', output_format: 'webp' }, { width: 1024, height: 768, output_format: 'webp' }],
    ['flux-pro-1.1-ultra', { size: '1024x1792', raw: true }, { aspect_ratio: '9:16', raw: true }],
    ['flux-kontext-pro', { size: '1536x1024', output_format: 'jpeg', seed: 7 }, { aspect_ratio: '3:2', output_format: 'jpeg', seed: 7 }],
    ['flux-3-image', { size: '2048x1024', grounding: false }, { aspect_ratio: '2:1', resolution: '2k', grounding: false }],
    ['flux-3-image', { size: '4K' }, { resolution: '4k' }],
  ])('%s is asked for %j as its page documents', async (model, body, sent) => {
    const { status, headers } = await make(model, body)
    expect([status, headers['x-waystation-lost'], submitted()]).toEqual([
      200,
      undefined,
      [[`/v1/${model}`, { prompt: 'A red cat', ...sent }]],
    ])
  })

  test.each<[string, object, object, string]>([
    ['flux-2-pro', { size: '4096x4096' }, { width: 2048, height: 2048 }, 'size'],
    ['flux-pro-1.1', { size: '1792x1024' }, { width: 1440, height: 800 }, 'size'],
    ['flux-pro-1.1', { size: '2K' }, {}, 'size'],
    ['flux-2-pro', { width: 4096, height: 4096, quality: 'high' }, {}, 'height,quality,width'],
    ['flux-2-pro', { webhook_url: 'https://hooks.example/', webhook_secret: 's3cret' }, {}, 'webhook_secret,webhook_url'],
    ['flux-3-image', { output_format: 'png' }, {}, 'output_format'],
  ])('%s gets the nearest of %j, and what is lost is named', async (model, body, sent, lost) => {
    const { status, headers } = await make(model, body)
    expect([status, String(headers['x-waystation-lost']).split(',').sort().join(), submitted()]).toEqual([
      200,
      lost,
      [[`/v1/${model}`, { prompt: 'A red cat', ...sent }]],
    ])
  })

  test('several pictures are as many tasks, each with a seed of its own, and each is paid for', async () => {
    const { json, cost } = await make('flux-2-pro', { n: 3, seed: 7 })
    expect([(json.data as unknown[]).length, cost]).toEqual([3, 3 * PRICE])
    expect(submitted().map(([, body]) => body)).toEqual([7, 8, 9].map((seed) => ({ prompt: 'A red cat', seed })))
  })

  test('pictures to change stand one by one, addresses as they are and data in plain base64', async () => {
    const images = [{ image_url: PICTURE }, { image_url: `data:image/png;base64,${DATA}` }]
    const { status, cost } = await spent('edits', { model: 'flux-2-pro', images })
    expect([status, cost]).toEqual([200, PRICE])
    expect(submitted()).toEqual([['/v1/flux-2-pro', { prompt: 'A red cat', input_image: PICTURE, input_image_2: DATA }]])
    const [task] = await world.console.call<unknown[]>('GET', '/api/task/self?p=0')
    expect(task).toMatchObject({ kind: 'image', platform: 'Black Forest Labs', action: 'EDIT', quota: PRICE })
  })

  test('FLUX.3 takes them in a list', async () => {
    expect(await spent('edits', { model: 'flux-3-image', images: [{ image_url: PICTURE }] })).toMatchObject({ status: 200, cost: PRICE })
    expect(submitted()).toEqual([['/v1/flux-3-image', { prompt: 'A red cat', images: [PICTURE] }]])
  })

  test('a form with a picture is asked for in JSON', async () => {
    const form = new FormData()
    form.set('model', 'flux-kontext-pro')
    form.set('prompt', 'A red cat')
    form.append('image', new File([new Uint8Array(BYTES)], 'cat.png', { type: 'image/png' }))
    const headers = { authorization: `Bearer ${world.key}` }
    expect((await fetch(`${world.url}/v1/images/edits`, { method: 'POST', headers, body: form })).status).toBe(200)
    expect(submitted()).toEqual([['/v1/flux-kontext-pro', { prompt: 'A red cat', input_image: DATA }]])
  })
})

const image = { image_url: PICTURE }
test.each<[string, 'generations' | 'edits', object]>([
  ['flux-2-pro', 'generations', { n: 11 }],
  ['flux-kontext-max', 'generations', { n: 7 }],
  ['flux-2-pro', 'edits', { images: Array(9).fill(image) }],
  ['flux-2-klein-4b', 'edits', { images: Array(5).fill(image) }],
  ['flux-pro-1.1', 'edits', { images: [image] }],
  ['flux-2-pro', 'edits', { images: [image], mask: image }],
])('what %s cannot make by %s is rejected before anything is sent: %j', async (model, work, body) => {
  const { status, json, cost } = await spent(work, { model, ...body })
  expect([status, cost, vendor.requests.length]).toEqual([400, 0, 0])
  expect(json.error).toMatchObject({ code: 'untranslatable' })
})

describe('how it ends', () => {
  test.each([
    [{ safety_tolerance: 0 }, 'rejected the request for its content: Derivative Works Filter'],
    [{ safety_tolerance: 2 }, 'kept it back for its content: Derivative Works Filter'],
  ])('with %j, content that is not allowed is told with its reason, and costs nothing', async (body, reason) => {
    vendor.plan('running', 'moderated')
    const { status, json, cost } = await make('flux-2-pro', body)
    expect([status, cost, submitted().length]).toEqual([400, 0, 1])
    expect(JSON.stringify(json.error)).toContain(reason)
    const [task] = await world.console.call<{ fail_reason: string }[]>('GET', '/api/task/self?p=0')
    expect(task).toMatchObject({ status: 'FAILURE', money: 'free', quota: 0, fail_reason: expect.stringContaining(reason) })
  })

  test('of two pictures, only the one that was made is paid for', async () => {
    vendor.plan('moderated')
    vendor.plan('running', 'succeeded')
    const { status, json, cost } = await make('flux-2-pro', { n: 2 })
    expect([status, (json.data as unknown[]).length, cost]).toEqual([200, 1, PRICE])
  })

  test('of two pictures, the one that the vendor did not take is not paid for', async () => {
    vendor.nextSubmit({ status: 429, body: { detail: 'You have exceeded the maximum number of active tasks' } })
    const { status, json, cost } = await make('flux-2-pro', { n: 2 })
    expect([status, (json.data as unknown[]).length, cost]).toEqual([200, 1, PRICE])
  })

  test('a failure is told with what the vendor says of it', async () => {
    vendor.plan('failed')
    const { status, json, cost } = await make('flux-2-pro')
    expect([status, cost]).toEqual([502, 0])
    expect(JSON.stringify(json.error)).toContain('Generation failed')
  })

  test('a success without an address is a failure', async () => {
    vendor.plan('linkless')
    expect(await make('flux-2-pro')).toMatchObject({ status: 502, cost: 0 })
  })

  test('a task that is not found yet is asked for again', async () => {
    vendor.plan('expired', 'succeeded')
    expect(await make('flux-2-pro')).toMatchObject({ status: 200, cost: PRICE })
    expect(asked()).toHaveLength(2)
  })

  test('a place at another host than the channel’s is not asked: the key goes to nobody else', async () => {
    const other = await openFilmVendor(blackForestLabs, [KEY])
    vendor.linkOrigin = other.url
    expect(await make('flux-2-pro')).toMatchObject({ status: 200, cost: PRICE })
    expect([asked().length, other.requests]).toEqual([1, []])
    await other.close()
  })
})

describe('what the vendor rejects at once', () => {
  const AUTO_DISABLED = 3

  /** Adds a channel with these keys for a name of FLUX.2, and answers its id. */
  async function withKeys(model: string, ...keys: readonly string[]) {
    const prices = Object.fromEntries([...models, model].map((name) => [name, PRICE / 500_000]))
    await world.setOption('ModelPrice', JSON.stringify(prices))
    const mapping = JSON.stringify({ [model]: 'flux-2-pro' })
    return world.addChannel({ type: 1066, key: keys.join('\n'), base_url: vendor.url, models: model, model_mapping: mapping })
  }
  const statusesOf = async (id: number) =>
    (await world.console.call<{ status: number }[]>('GET', `/api/channel/${id}/keys`)).map(({ status }) => status)

  test.each([
    ['that is unknown', 'no-key-of-the-vendor'],
    ['of another form', 'no.key'],
  ])('a key %s is disabled, and another makes the picture', async (_, wrong) => {
    await world.setOption('AutomaticDisableChannelEnabled', 'true')
    const id = await withKeys(`after-${wrong}`, wrong, KEY)
    expect(await make(`after-${wrong}`)).toMatchObject({ status: 200, cost: PRICE })
    expect(await statusesOf(id)).toEqual([AUTO_DISABLED, 1])
    expect(vendor.violations).toEqual(['POST /v1/flux-2-pro: the key is not accepted'])
    vendor.clear()
  })

  test.each([
    [402, 'Insufficient credits'],
    [429, 'You have exceeded the maximum number of active tasks'],
  ])('after %i, “%s”, another key makes the picture', async (status, detail) => {
    await withKeys(`after-${status}`, KEY, OTHER_KEY)
    vendor.nextSubmit({ status, body: { detail } })
    expect(await make(`after-${status}`)).toMatchObject({ status: 200, cost: PRICE })
    expect(vendor.requests.map(({ headers }) => headers['x-key'])).toEqual([KEY, OTHER_KEY, OTHER_KEY])
  })

  test('what is wrong with a field is told in the vendor’s words, and costs nothing', async () => {
    const { status, json, cost } = await make('flux-2-pro', { safety_tolerance: 6 })
    expect([Math.floor(status / 100), cost, vendor.requests.length]).toEqual([4, 0, 1])
    expect(JSON.stringify(json.error)).toContain('Input should be less than or equal to 5')
    vendor.clear()
  })
})

test('the account’s credits are told in dollars', async () => {
  const told = await world.console.call<number>('GET', `/api/channel/update_balance/${channelId}`)
  expect(JSON.stringify(told)).toContain('12.345')
})
