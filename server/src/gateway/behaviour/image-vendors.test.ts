// Image requests of OpenAI's clients at vendors whose API differs: the path and body that each receives, the reply, and the charge.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const url = 'https://pictures/1'
const DATA = 'data:image/png;base64,iVBORw0KGgo='

const AT_DASHSCOPE = '/api/v1/services/aigc/multimodal-generation/generation'

/** By vendor: its channel type, its model, what it answers, and where it makes and changes pictures. */
const vendors: readonly [string, number, string, object, string, string?][] = [
  ['xAI', 48, 'grok-imagine-image-2.0', { data: [{ url }] }, '/v1/images/generations', '/v1/images/edits'],
  ['Ark', 45, 'doubao-seedream-5-0-260128', { data: [{ url }] }, '/api/v3/images/generations', '/api/v3/images/generations'],
  ['Zhipu', 26, 'glm-image', { data: [{ url }] }, '/api/paas/v4/images/generations'],
  ['SiliconFlow', 40, 'Kwai-Kolors/Kolors', { images: [{ url }] }, '/v1/images/generations', '/v1/images/generations'],
  ['Together', 1005, 'black-forest-labs/FLUX.1-schnell', { data: [{ url }] }, '/v1/images/generations', '/v1/images/generations'],
  ['MiniMax', 35, 'image-01', { data: { image_urls: [url] }, base_resp: { status_code: 0 } }, '/v1/image_generation'],
  ['DashScope', 17, 'qwen-image-2.0', { output: { choices: [{ message: { content: [{ image: url }] } }] } }, AT_DASHSCOPE, AT_DASHSCOPE],
  ['Qianfan', 46, 'irag-image', { data: [{ url }] }, '/v2/images/generations'],
  ['StepFun', 1025, 'step-image', { data: [{ url }] }, '/v1/images/generations'],
  ['Xinference', 47, 'sd3-medium', { data: [{ url }] }, '/v1/images/generations'],
]

/** Plans for coding, by the word that stands for their addresses: the types of their channels. */
const codingPlans = {
  'qwen-coding-plan': 17,
  'qwen-coding-plan-international': 17,
  'glm-coding-plan': 26,
  'glm-coding-plan-international': 26,
  'doubao-coding-plan': 45,
}

let world: World
beforeAll(async () => {
  const prices = Object.fromEntries([...vendors.map(([, , model]) => model), ...Object.keys(codingPlans)].map((model) => [model, 0.05]))
  world = await openWorld({ channel: null, ratios: {}, options: { ModelPrice: JSON.stringify(prices) } })
  for (const [name, type, models] of vendors) await world.addChannel({ name, type, models })
  for (const [word, type] of Object.entries(codingPlans)) await world.addChannel({ name: word, type, models: word, base_url: word })
  await world.addChannel({
    name: 'Vertex',
    type: 41,
    models: 'gemini-2.5-flash-image,imagen-4.0-generate-001',
    key: 'AIzaSyExpressKey0123456789',
  })
})
afterAll(() => world.close())

const answer = (body: unknown) => [step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify(body)), step.end()]

/** One call, what it took off the balance, and where it went. */
async function spent(path: string, body: object) {
  const before = await world.balance()
  const { status, json, text, headers } = await world.post(path, { prompt: 'a cat', ...body })
  return { status, json, text, headers, charge: before - (await world.balance()), sent: world.provider.requests.at(-1) }
}

describe.each(vendors)('%s', (_name, _type, model, reply, madeAt, changedAt) => {
  test('makes a picture for one charge', async () => {
    world.provider.next(answer(reply))
    const { json, charge, sent } = await spent('/v1/images/generations', { model, size: '1024x1024' })
    expect(json).toMatchObject({ data: [{ url }] })
    expect([charge, sent?.path]).toEqual([25_000, madeAt])
  })

  test('tells a picture as a stream where one is requested', async () => {
    world.provider.next(answer(reply))
    const { text, charge } = await spent('/v1/images/generations', { model, stream: true })
    expect(text).toContain('event: image_generation.completed')
    expect(text).toContain(url)
    expect(charge).toBe(25_000)
  })

  test('changes a picture where it can', async () => {
    if (changedAt !== undefined) world.provider.next(answer(reply))
    const { status, charge, sent } = await spent('/v1/images/edits', { model, images: [{ image_url: DATA }] })
    if (changedAt === undefined) expect([status, charge]).toEqual([400, 0])
    else expect([status, charge, sent?.path]).toEqual([200, 25_000, changedAt])
  })
})

test('Ark is asked for a series, and its events go on as they come', async () => {
  const event = (type: string, more: object) => step.text(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`)
  world.provider.next([
    step.head(200, { 'content-type': 'text/event-stream' }),
    event('image_generation.partial_succeeded', { image_index: 0, url }),
    event('image_generation.partial_failed', { image_index: 1, error: { code: 'OutputImageSensitiveContentDetected', message: 'no' } }),
    event('image_generation.partial_succeeded', { image_index: 2, url }),
    event('image_generation.completed', { usage: { generated_images: 2, output_tokens: 8192, total_tokens: 8192 } }),
    step.text('data: [DONE]\n\n'),
    step.end(),
  ])
  const { text, charge, sent } = await spent('/v1/images/generations', { model: 'doubao-seedream-5-0-260128', n: 3, stream: true })
  expect(sent?.body).toEqual({
    ...{ model: 'doubao-seedream-5-0-260128', prompt: 'a cat', stream: true },
    ...{ sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 3 } },
  })
  expect(text.match(/event: image_generation\.\w+/g)).toEqual(
    ['partial_succeeded', 'partial_failed', 'partial_succeeded', 'completed'].map((name) => `event: image_generation.${name}`),
  )
  expect(charge).toBe(50_000)
})

test.each(Object.keys(codingPlans).flatMap((word) => ['generations', 'edits'].map((path) => [word, path] as const)))(
  '%s has models of text only: no %s of pictures',
  async (word, path) => {
    const { status, json, charge } = await spent(`/v1/images/${path}`, { model: word, images: [{ image_url: DATA }] })
    expect([status, charge]).toEqual([400, 0])
    expect(json).toMatchObject({ error: { code: 'cannot_translate' } })
  },
)

test('a vendor’s own field for the number of pictures is not sent: the number that is requested is the one that is paid for', async () => {
  world.provider.next(answer({ images: [{ url }] }))
  const { charge, sent, headers } = await spent('/v1/images/generations', { model: 'Kwai-Kolors/Kolors', batch_size: 4, num_images: 4 })
  expect(sent?.body).toEqual({ model: 'Kwai-Kolors/Kolors', prompt: 'a cat' })
  expect([charge, headers['x-waystation-lost']]).toEqual([25_000, 'batch_size,num_images'])
})

test('MiniMax’s refusal with a good status is one, and costs nothing', async () => {
  world.provider.next(answer({ base_resp: { status_code: 1026, status_msg: 'input sensitive' } }))
  const { status, text, charge } = await spent('/v1/images/generations', { model: 'image-01' })
  expect([status, charge]).toEqual([400, 0])
  expect(text).toContain('input sensitive')
})

test('pictures that are wanted as data are fetched from public addresses only: others stay addresses, which is named', async () => {
  const inside = `${world.provider.url}/inside.png`
  world.provider.clear()
  world.provider.next(answer({ output: { choices: [{ message: { content: [{ image: inside }] } }] } }))
  const { json, charge, headers } = await spent('/v1/images/generations', { model: 'qwen-image-2.0', response_format: 'b64_json' })
  expect(json).toMatchObject({ data: [{ url: inside }] })
  expect([charge, headers['x-waystation-lost'], world.provider.requests.length]).toEqual([25_000, 'response_format', 1])
})

describe('Vertex', () => {
  const google = '/v1/publishers/google/models'

  test('makes and changes pictures by Gemini', async () => {
    const parts = [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }]
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 1290, totalTokenCount: 1300 }
    for (const [path, more] of [
      ['generations', {}],
      ['edits', { images: [{ image_url: DATA }] }],
    ] as const) {
      world.provider.next(answer({ candidates: [{ content: { role: 'model', parts } }], usageMetadata }))
      const { json, charge, sent } = await spent(`/v1/images/${path}`, { model: 'gemini-2.5-flash-image', ...more })
      expect(json).toMatchObject({ data: [{ b64_json: 'AAAA' }] })
      expect(charge).toBeGreaterThan(0)
      expect(sent?.path).toBe(`${google}/gemini-2.5-flash-image:generateContent`)
    }
  })

  test('makes pictures by Imagen, for clients of OpenAI and of Google', async () => {
    const model = 'imagen-4.0-generate-001'
    const predictions = [{ bytesBase64Encoded: 'AAAA', mimeType: 'image/png' }]
    world.provider.next(answer({ predictions }))
    const ours = await spent('/v1/images/generations', { model })
    expect([ours.charge, ours.sent?.path]).toEqual([20_000, `${google}/${model}:predict`])
    // Where no number is named, Google makes four.
    const four = [...predictions, ...predictions, ...predictions, ...predictions]
    world.provider.next(answer({ predictions: four }))
    const before = await world.balance()
    const { json } = await world.post(`/v1beta/models/${model}:predict`, { instances: [{ prompt: 'a cat' }] })
    expect(json).toEqual({ predictions: four })
    expect([before - (await world.balance()), world.provider.requests.at(-1)?.path]).toEqual([80_000, `${google}/${model}:predict`])
  })
})
