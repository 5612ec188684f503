// Pictures by channels of Replicate: predictions that are started, waited for and asked for again; what becomes of them as tasks is in
// tasks/pictures. The stand-in takes what the vendor's API and the pages of its models have, and nothing else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEgress } from '../../lib/net/egress.ts'
import { A_VERSION, type FakeReplicate, openFakeReplicate, PICTURE, refused } from '../../testing/fake-pictures/replicate/fake-replicate.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { fastClock } from '../../testing/time/fast-clock.ts'
import { openWorld, type World } from '../testing/world.ts'

const REPLICATE = 56
const KEY = 'r8_first-secret-0123456789'
const SCHNELL = 'black-forest-labs/flux-schnell'
const PRO = 'black-forest-labs/flux-1.1-pro'
const KONTEXT = 'black-forest-labs/flux-kontext-pro'
const SEVERAL = 'qwen/qwen-image-edit-plus'
const FLUX_2 = 'black-forest-labs/flux-2-pro'
const GPT = 'openai/gpt-image-2'
const OWN = `somebody/own-model:${A_VERSION}`
const others = ['qwen/qwen-image-edit', 'qwen/qwen-image-edit-2511', 'google/imagen-3', 'bytedance/seedream-4.5', 'recraft-ai/recraft-v3']
const served = [SCHNELL, PRO, KONTEXT, SEVERAL, FLUX_2, 'black-forest-labs/flux-2-flex', GPT, OWN, ...others]
const models = [...served, 'mapped', 'wrong', 'limited', 'throttled', 'poor']
const DATA = 'data:image/png;base64,iVBORw0KGgo='
/** The price of a picture, 0.05 dollars, in quota units. */
const ONE = 25_000

let world: World
let vendor: FakeReplicate
let channelId: number
const logLines: string[] = []

beforeAll(async () => {
  vendor = await openFakeReplicate(KEY)
  const prices = Object.fromEntries(models.map((model) => [model, 0.05]))
  // Reaches this machine's own addresses, where the pictures are.
  const userEgress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 2000 })
  const options = { ModelPrice: JSON.stringify(prices) }
  world = await openWorld({ channel: null, ratios: {}, logLines, userEgress, options, clock: fastClock() })
  const add = (fields: Readonly<Record<string, unknown>>) =>
    world.addChannel({ type: REPLICATE, base_url: vendor.url, key: KEY, ...fields })
  channelId = await add({ models: served.join(','), base_url: `${vendor.url}/v1` })
  await add({ models: 'limited', model_mapping: JSON.stringify({ limited: PRO }) })
  await add({ models: 'throttled', model_mapping: JSON.stringify({ throttled: PRO }) })
  await add({ models: 'poor', model_mapping: JSON.stringify({ poor: PRO }) })
  await add({ models: 'mapped', model_mapping: JSON.stringify({ mapped: PRO }) })
  await add({ models: 'wrong', model_mapping: JSON.stringify({ wrong: PRO }), key: 'r8_other-secret-0123456789' })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await vendor.close()
  expect(logLines.filter((line) => line.includes(KEY) || line.includes('r8_other'))).toEqual([])
})
beforeEach(() => vendor.clear())

/** One call, and what it took off the balance. */
async function spent(path: string, body: object) {
  const before = await world.balance()
  const answer = await world.post(`/v1/images/${path}`, { prompt: 'a cat', ...body })
  return { ...answer, charge: before - (await world.balance()) }
}
const make = (body: object) => spent('generations', body)
/** The reply to edits that are requested by a form. */
async function changed(form: FormData): Promise<{ data?: unknown }> {
  const answer = await fetch(`${world.url}/v1/images/edits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}` },
    body: form,
  })
  return (await answer.json()) as { data?: unknown }
}
const inputs = () => vendor.requests.flatMap(({ body, path }) => (path.endsWith('/predictions') ? [body.input] : []))
const paths = () => vendor.requests.map(({ path, refusal }) => (refusal === undefined ? path : `${path} refused: ${refusal}`))
const done = (...numbers: number[]) => ({ status: 'succeeded', output: numbers.map((number) => vendor.picture(number)) })

describe('what the vendor is sent', () => {
  test('the model stands in the path, and the address of the picture is told', async () => {
    const { json, charge } = await make({ model: PRO })
    expect(json).toMatchObject({ data: [{ url: vendor.picture() }] })
    expect(charge).toBe(ONE)
    expect(paths()).toEqual([`/v1/models/${PRO}/predictions`])
    expect(inputs()).toEqual([{ prompt: 'a cat' }])
  })

  test('a version is named in the body', async () => {
    expect((await make({ model: OWN, seed: 7 })).status).toBe(200)
    expect(vendor.requests).toMatchObject([{ path: '/v1/predictions', body: { version: A_VERSION, input: { prompt: 'a cat', seed: 7 } } }])
  })

  test.each<[string, object, object]>([
    [PRO, { size: '1024x768' }, { aspect_ratio: 'custom', width: 1024, height: 768 }],
    [PRO, { size: '2048x1152' }, { aspect_ratio: '16:9' }],
    [PRO, { size: 'auto' }, {}],
    [
      SCHNELL,
      { size: '1024x1792', output_format: 'jpeg', seed: 7, go_fast: false },
      { aspect_ratio: '9:16', output_format: 'jpg', seed: 7, go_fast: false },
    ],
    [KONTEXT, { size: '1536x1024', output_format: 'png' }, { aspect_ratio: '3:2', output_format: 'png' }],
    [FLUX_2, { size: '1536x1536' }, { aspect_ratio: 'custom', width: 1536, height: 1536 }],
    [FLUX_2, { size: '2560x1080' }, { aspect_ratio: '16:9' }],
    [GPT, { size: '1792x1024', output_format: 'jpeg', n: 2 }, { aspect_ratio: '3:2', output_format: 'jpeg', number_of_images: 2 }],
    ['google/imagen-3', { size: '1024x1024' }, { aspect_ratio: '1:1' }],
    ['bytedance/seedream-4.5', { size: '4K' }, { size: '4K' }],
    ['recraft-ai/recraft-v3', { size: '1024x1536' }, { aspect_ratio: '2:3' }],
  ])('%s is asked for %j as its page documents', async (model, asked, input) => {
    const { status } = await make({ model, ...asked })
    expect([status, inputs()]).toEqual([200, [{ prompt: 'a cat', ...input }]])
  })

  test('what a model cannot do is named as lost', async () => {
    const asked = { model: KONTEXT, output_format: 'webp', quality: 'high', num_outputs: 4, background: 'transparent' }
    const { status, charge, headers } = await make(asked)
    expect([status, charge, inputs()]).toEqual([200, ONE, [{ prompt: 'a cat' }]])
    expect(String(headers['x-waystation-lost']).split(',').sort()).toEqual(['background', 'num_outputs', 'output_format', 'quality'])
  })

  test('pictures to change are sent as data, from JSON and from a form', async () => {
    expect(await spent('edits', { model: KONTEXT, images: [{ image_url: DATA }] })).toMatchObject({ status: 200, charge: ONE })
    const form = new FormData()
    form.set('model', SEVERAL)
    form.set('prompt', 'a cat')
    for (const name of ['one', 'two'])
      form.append('image[]', new File([Buffer.from(DATA.split(',')[1] ?? '', 'base64')], name, { type: 'image/png' }))
    expect(await changed(form)).toMatchObject({ data: [{ url: vendor.picture() }] })
    expect(inputs()).toEqual([
      { prompt: 'a cat', input_image: DATA },
      { prompt: 'a cat', image: [DATA, DATA] },
    ])
  })

  test.each<[string, object]>([
    [SEVERAL, { image: [DATA], aspect_ratio: '4:3' }],
    ['qwen/qwen-image-edit', { image: DATA, aspect_ratio: '4:3' }],
    ['qwen/qwen-image-edit-2511', { image: [DATA], aspect_ratio: '4:3' }],
    [GPT, { input_images: [DATA], aspect_ratio: '3:2' }],
    [FLUX_2, { input_images: [DATA], aspect_ratio: 'custom', width: 1536, height: 1024 }],
  ])('%s changes a picture in a shape that it has', async (model, input) => {
    const { status } = await spent('edits', { model, images: [{ image_url: DATA }], size: '1536x1024' })
    expect([status, inputs()]).toEqual([200, [{ prompt: 'a cat', ...input }]])
  })

  test('ten pictures are changed where the model takes as many', async () => {
    const images = Array(10).fill({ image_url: DATA })
    expect((await spent('edits', { model: 'black-forest-labs/flux-2-flex', images })).status).toBe(200)
    expect((await spent('edits', { model: FLUX_2, images })).status).toBe(400)
  })

  test.each([
    [KONTEXT, { images: [{ image_url: DATA }, { image_url: DATA }] }, 'images'],
    [PRO, { images: [{ image_url: DATA }] }, 'images'],
    [KONTEXT, { images: [{ image_url: DATA }], mask: { image_url: DATA } }, 'mask'],
  ])('%s is not asked to change what it cannot: %j', async (model, asked, field) => {
    const { status, json, charge } = await spent('edits', { model, ...asked })
    expect([status, charge, vendor.requests]).toEqual([400, 0, []])
    expect(json.error).toMatchObject({ code: 'untranslatable', message: expect.stringContaining(field) })
  })
})

describe('several pictures', () => {
  test('come of one prediction where the model makes several, and each is paid for', async () => {
    vendor.plan(done(1, 11, 12))
    const { json, charge } = await make({ model: SCHNELL, n: 3 })
    expect(json).toMatchObject({ data: [1, 11, 12].map((number) => ({ url: vendor.picture(number) })) })
    expect([charge, inputs()]).toEqual([3 * ONE, [{ prompt: 'a cat', num_outputs: 3 }]])
  })

  test('come of as many predictions where it makes one, each with a seed of its own', async () => {
    const { json, charge } = await make({ model: PRO, n: 2, seed: 7 })
    expect(json).toMatchObject({ data: [{}, {}] })
    expect(charge).toBe(2 * ONE)
    expect(inputs()).toEqual(expect.arrayContaining([7, 8].map((seed) => ({ prompt: 'a cat', seed }))))
  })

  test('are told and paid for as far as they were made', async () => {
    vendor.plan(done(1))
    vendor.plan({ status: 'failed', error: 'out of memory (E1001)' })
    const { json, charge } = await make({ model: PRO, n: 2 })
    expect([json.data, charge]).toEqual([[{ url: vendor.picture() }], ONE])
  })

  test('are no more than were requested, whatever the model makes', async () => {
    vendor.plan(done(1, 11, 12))
    const { json, charge } = await make({ model: OWN })
    expect([json.data, charge]).toEqual([[{ url: vendor.picture() }], ONE])
  })

  test('beyond ten are refused by the name of the field', async () => {
    const { status, json, charge } = await make({ model: PRO, n: 11 })
    expect([status, charge, vendor.requests]).toEqual([400, 0, []])
    expect(json.error).toMatchObject({ message: expect.stringMatching(/\bn\b/) })
  })
})

describe('as data', () => {
  test('pictures are fetched where they are wanted so, of both bodies, and in a stream', async () => {
    const asked = { model: PRO, response_format: 'b64_json' }
    const { json, charge, headers } = await make(asked)
    expect([json.data, charge, headers['x-waystation-lost']]).toEqual([[{ b64_json: PICTURE }], ONE, undefined])
    expect((await make({ ...asked, stream: true })).text).toContain(`"b64_json":"${PICTURE}"`)
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...asked, model: KONTEXT, prompt: 'a cat' })) form.set(name, value)
    form.set('image', new File(['x'], 'one.png', { type: 'image/png' }))
    expect((await changed(form)).data).toEqual([{ b64_json: PICTURE }])
  })

  test('those that cannot be fetched stay addresses, which is named', async () => {
    vendor.plan(done(1, 2))
    const { json, charge, headers } = await make({ model: SCHNELL, n: 2, response_format: 'b64_json' })
    expect([json.data, charge]).toEqual([[{ b64_json: PICTURE }, { url: vendor.picture(2) }], 2 * ONE])
    expect(headers['x-waystation-lost']).toBe('response_format')
  })

  test('those that come as data are told as such', async () => {
    vendor.plan({ status: 'succeeded', output: `data:image/png;base64,${PICTURE}` })
    expect((await make({ model: PRO })).json.data).toEqual([{ b64_json: PICTURE }])
  })
})

describe('a prediction that is not ready', () => {
  const after = (id: string) => [`/v1/models/${PRO}/predictions`, `/v1/predictions/${id}`]
  const lastId = () => /p\d+/.exec(vendor.requests.at(-1)?.path ?? '')?.[0] ?? ''

  test('is asked for until it is', async () => {
    vendor.plan({ status: 'starting' }, { status: 'processing' }, { status: 'succeeded', output: vendor.picture() })
    const { json, charge } = await make({ model: PRO })
    expect([json.data, charge]).toEqual([[{ url: vendor.picture() }], ONE])
    expect(paths()).toEqual([...after(lastId()), `/v1/predictions/${lastId()}`])
    expect(vendor.canceled).toEqual([])
  })

  test('is ready when the request that waits brings all of its pictures', async () => {
    vendor.plan({ status: 'processing', output: [vendor.picture()] })
    expect((await make({ model: PRO })).json.data).toEqual([{ url: vendor.picture() }])
    expect(paths()).toHaveLength(1)
  })

  test('is asked for at the channel’s own address, whatever it names', async () => {
    vendor.otherOrigin = 'http://127.0.0.1:9'
    vendor.plan({ status: 'starting' }, { status: 'succeeded', output: vendor.picture() })
    expect(await make({ model: 'mapped' })).toMatchObject({ status: 200, charge: ONE })
    expect(paths()).toEqual(after(lastId()))
  })

  /** A call whose caller leaves as soon as the vendor has seen so many requests. */
  async function leftAfter(requests: number): Promise<void> {
    const leaving = new AbortController()
    const call = fetch(`${world.url}/v1/images/generations`, {
      ...{ method: 'POST', signal: leaving.signal, body: JSON.stringify({ model: PRO, prompt: 'a cat' }) },
      headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    })
    const left = expect(call).rejects.toThrow()
    await expect.poll(() => vendor.requests.length).toBe(requests)
    leaving.abort()
    await left
  }

  test('is paid for where its caller leaves while it is waited for, and it is made', async () => {
    const before = await world.balance()
    const made = Promise.withResolvers<void>()
    vendor.next(KEY, [step.until(() => made.promise), ...scenario.reply(201, { id: 'p1', urls: {}, ...done(1) })])
    await leftAfter(1)
    made.resolve()
    await expect.poll(() => world.balance()).toBe(before - ONE)
    expect((await world.logs(1))[0]).toMatchObject({ quota: ONE, facts: { end_reason: 'client_gone' } })
    expect(vendor.canceled).toEqual([])
  })

  test.each(['canceled', 'aborted', 'unheard-of'])('fails where it ends as %s', async (state) => {
    vendor.plan({ status: 'starting' }, { status: state })
    expect(await make({ model: PRO })).toMatchObject({ status: 502, charge: 0 })
  })
})

describe('what is refused', () => {
  test.each([
    ['The input or output was flagged as sensitive. Please try again with different inputs. (E005)', 400],
    ['NSFW content detected. Try running it again, or try a different prompt.', 400],
    ['CUDA out of memory (E1001)', 502],
  ])('“%s” is told in these words with %i, at once and after asking, and costs nothing', async (words, status) => {
    for (const states of [
      [{ status: 'failed', error: words }],
      [{ status: 'processing' }, { status: 'failed', error: words, output: [] }],
    ]) {
      vendor.plan(...states)
      const answer = await make({ model: PRO })
      expect(answer).toMatchObject({ status, charge: 0, json: { error: { message: expect.stringContaining(words.slice(0, 20)) } } })
      expect(vendor.canceled).toEqual([])
    }
  })

  test('an input that the vendor does not take is told in its words', async () => {
    const { status, text, charge } = await make({ model: SCHNELL, num_inference_steps: 50 })
    expect([status, charge]).toEqual([422, 0])
    expect(text).toContain('input.num_inference_steps')
  })

  test('a prediction that succeeds without a picture is none', async () => {
    vendor.plan({ status: 'succeeded', output: [] })
    expect(await make({ model: PRO })).toMatchObject({ status: 502, charge: 0 })
  })

  test('a key that is unknown is not shown to the caller as theirs', async () => {
    const { status, text, charge } = await make({ model: 'wrong' })
    expect([status === 401, charge, text.includes('r8_')]).toEqual([false, 0, false])
  })

  test('a wait that the vendor names is told', async () => {
    vendor.next(KEY, refused(429, 'Too many requests', 'Request was throttled.', { 'retry-after': '7' }))
    expect(await make({ model: 'limited' })).toMatchObject({ status: 429, charge: 0, headers: { 'retry-after': '7' } })
  })

  test('so is one that it names in its words alone', async () => {
    const detail = 'Request was throttled. Your rate limit resets in ~30s.'
    vendor.next(KEY, scenario.reply(429, { detail }))
    expect(await make({ model: 'throttled' })).toMatchObject({ status: 429, charge: 0, headers: { 'retry-after': '30' } })
  })

  test('an account without credit is not told to the caller as theirs', async () => {
    vendor.next(KEY, refused(402, 'Insufficient credit', 'You have insufficient credit to run this model.'))
    const { status, charge, text } = await make({ model: 'poor' })
    expect([status === 402, charge, text.includes('insufficient credit')]).toEqual([false, 0, false])
  })
})

test('a channel is tested with one picture of the model that is named', async () => {
  const { body } = await world.console.ask('GET', `/api/channel/test/${channelId}?model=${encodeURIComponent(SCHNELL)}`)
  expect(body).toMatchObject({ success: true, data: { model: SCHNELL } })
  expect(inputs()).toEqual([{ prompt: expect.any(String) }])
})

test('models are listed from its collections, with a version where they need one', async () => {
  expect(await world.console.call('GET', `/api/channel/fetch_models/${channelId}`)).toEqual([KONTEXT, SCHNELL, OWN])
})
