// Pictures: what is sent, what comes back, and what it costs, whole and streamed.
import { parseJson } from '@waystation/wire/encoding/json'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: {} })
  await world.addChannel({ name: 'OpenAI', type: 1, models: 'gpt-image-2,dall-e-3' })
  await world.addChannel({ name: 'Google', type: 24, models: 'imagen-4.0-generate-001,gemini-2.5-flash-image' })
})
afterAll(() => world.close())

const PICTURE = 'iVBORw0KGgo='
const usage = {
  input_tokens: 120,
  input_tokens_details: { text_tokens: 20, image_tokens: 100 },
  output_tokens: 1056,
  total_tokens: 1176,
}
const answer = (body: unknown) => [step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify(body)), step.end()]
const events = (...list: readonly ({ readonly type: string } & Record<string, unknown>)[]) => [
  step.head(200, { 'content-type': 'text/event-stream' }),
  ...list.map((event) => step.text(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)),
  step.end(),
]
const sent = () => world.provider.requests.at(-1)
const postForm = async (form: FormData) => {
  const response = await fetch(`${world.url}/v1/images/edits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}` },
    body: form,
  })
  const text = await response.text()
  return { status: response.status, type: response.headers.get('content-type'), text, json: parseJson(text) }
}
const draw = (body: object) => world.post('/v1/images/generations', { prompt: 'a cat', ...body })

/** What one call takes off the balance. */
async function charge(call: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await call()
  return before - (await world.balance())
}

describe('a model that is sold by tokens', () => {
  test('is charged by the count of its vendor, text and pictures apart', async () => {
    world.provider.next(answer({ created: 1, data: [{ b64_json: PICTURE }], usage }))
    let reply: unknown
    // 20 × 5 + 100 × 8 + 1056 × 30 dollars a million.
    expect(await charge(async () => (reply = (await draw({ model: 'gpt-image-2', size: '1024x1024', quality: 'medium' })).json))).toBe(
      Math.round((20 * 5 + 100 * 8 + 1056 * 30) / 2),
    )
    expect(reply).toMatchObject({ data: [{ b64_json: PICTURE }], usage })
    expect(sent()?.path).toBe('/v1/images/generations')
    expect(sent()?.body).toEqual({ model: 'gpt-image-2', prompt: 'a cat', size: '1024x1024', quality: 'medium' })
  })

  test('streams its pictures as they come, and is charged with the last of them', async () => {
    const common = { size: '1024x1024', quality: 'low', background: 'opaque', output_format: 'png', created_at: 1 }
    const partial = { type: 'image_generation.partial_image', b64_json: PICTURE, partial_image_index: 0, ...common }
    const whole = { type: 'image_generation.completed', b64_json: PICTURE, usage, ...common }
    world.provider.next(events(partial, whole))
    let text = ''
    const paid = await charge(async () => (text = (await draw({ model: 'gpt-image-2', stream: true, partial_images: 1 })).text))
    expect(text).toContain('event: image_generation.partial_image')
    expect(text).toContain('event: image_generation.completed')
    expect(paid).toBe(Math.round((20 * 5 + 100 * 8 + 1056 * 30) / 2))
  })

  test('that answers whole though a stream was requested is told as a stream', async () => {
    world.provider.next(answer({ created: 1, data: [{ b64_json: PICTURE }], usage }))
    const { text } = await draw({ model: 'gpt-image-2', stream: true })
    expect(text).toContain('event: image_generation.completed')
    expect(text).toContain(PICTURE)
  })
})

describe('a model that is sold by the picture', () => {
  test('costs its price, times size, quality and number', async () => {
    world.provider.next(answer({ created: 1, data: [{ url: 'https://pictures/1' }, { url: 'https://pictures/2' }] }))
    expect(await charge(() => draw({ model: 'dall-e-3', size: '1792x1024', quality: 'hd', n: 2 }))).toBe(120_000)
    const [row] = await world.logs(1)
    expect(row?.content).toContain('1792x1024')
    expect(row?.content).toContain('hd')
    const fact = { lines: [{ bucket: 'images', tokens: 2, weight: '3' }] }
    expect(JSON.parse(row?.other ?? '')).toMatchObject({ images: 2, image_size: '1792x1024', image_quality: 'hd', charge: fact })
  })

  test('is charged for the pictures that came, and for no more than were requested', async () => {
    world.provider.next(answer({ created: 1, data: [{ url: 'https://pictures/1' }] }))
    expect(await charge(() => draw({ model: 'dall-e-3', n: 3 }))).toBe(20_000)
    world.provider.next(answer({ created: 1, data: Array.from({ length: 5 }, () => ({ url: 'https://pictures/1' })) }))
    expect(await charge(() => draw({ model: 'dall-e-3', n: 2 }))).toBe(40_000)
  })

  test('is asked in the words of its vendor', async () => {
    world.provider.next(answer({ predictions: [{ bytesBase64Encoded: PICTURE, mimeType: 'image/png' }] }))
    const { json } = await draw({ model: 'imagen-4.0-generate-001', size: '1024x1792' })
    expect(sent()?.path).toBe('/v1beta/models/imagen-4.0-generate-001:predict')
    expect(sent()?.body).toEqual({
      instances: [{ prompt: 'a cat' }],
      parameters: { sampleCount: 1, aspectRatio: '9:16', sampleImageSize: '2K' },
    })
    expect(json).toMatchObject({ created: expect.any(Number), data: [{ b64_json: PICTURE }] })
  })
})

describe('pictures that are changed', () => {
  const picture = new Blob([Buffer.from(PICTURE, 'base64')], { type: 'image/png' })
  const edit = (model: string, fields: Record<string, string> = {}, isMasked = true) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ model, prompt: 'without the hat', ...fields })) form.set(name, value)
    form.append('image[]', picture, 'one.png')
    form.append('image[]', picture, 'two.png')
    if (isMasked) form.set('mask', picture, 'mask.png')
    return postForm(form)
  }

  test('go on in the form that they came in', async () => {
    world.provider.next(answer({ created: 1, data: [{ b64_json: PICTURE }], usage }))
    expect(await charge(() => edit('gpt-image-2', { quality: 'high' }))).toBe(Math.round((20 * 5 + 100 * 8 + 1056 * 30) / 2))
    expect(sent()?.path).toBe('/v1/images/edits')
    expect(Object.keys(sent()?.body ?? {}).toSorted()).toEqual(['image[]', 'mask', 'model', 'prompt', 'quality'])
  })

  test('go on as JSON where they came so', async () => {
    world.provider.next(answer({ created: 1, data: [{ b64_json: PICTURE }], usage }))
    const body = { model: 'gpt-image-2', prompt: 'without the hat', images: [{ image_url: `data:image/png;base64,${PICTURE}` }] }
    const { status } = await world.post('/v1/images/edits', body)
    expect(status).toBe(200)
    expect(sent()?.body).toEqual(body)
  })

  test('go to a vendor without forms as its own JSON, and what it cannot do is refused', async () => {
    world.provider.next(answer({ candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: PICTURE } }] } }] }))
    const body = { model: 'gemini-2.5-flash-image', prompt: 'without the hat', images: [{ image_url: `data:image/png;base64,${PICTURE}` }] }
    expect((await world.post('/v1/images/edits', body)).json).toMatchObject({ data: [{ b64_json: PICTURE }] })
    expect(sent()?.body).toMatchObject({
      contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: PICTURE } }, { text: 'without the hat' }] }],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
    })
    const { status, json } = await edit('gemini-2.5-flash-image')
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('mask')])
  })

  const completed = expect.stringMatching(/^event: image_edit\.completed\ndata: \{"type":"image_edit\.completed","b64_json":/)

  test('that come whole though a stream was requested in a form are told as a stream, and charged', async () => {
    world.provider.next(answer({ created: 1, data: [{ b64_json: PICTURE }], usage }))
    let reply: Awaited<ReturnType<typeof edit>> | undefined
    const paid = await charge(async () => (reply = await edit('gpt-image-2', { stream: 'true', quality: 'low' })))
    expect(reply?.type).toContain('text/event-stream')
    expect(reply?.text).toEqual(completed)
    expect(reply?.text).toContain('"quality":"low"')
    expect(reply?.text).toContain('"output_tokens":1056')
    expect(paid).toBe(Math.round((20 * 5 + 100 * 8 + 1056 * 30) / 2))
  })

  test('are told as a stream where a vendor without forms is asked', async () => {
    world.provider.next(answer({ candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: PICTURE } }] } }] }))
    const reply = await edit('gemini-2.5-flash-image', { stream: 'true', partial_images: '1' }, false)
    expect(reply.status).toBe(200)
    expect(reply.type).toContain('text/event-stream')
    expect(reply.text).toEqual(completed)
    expect(sent()?.body).not.toHaveProperty('stream')
  })

  test('without a picture are refused', async () => {
    expect((await world.post('/v1/images/edits', { model: 'gpt-image-2', prompt: 'a cat' })).status).toBe(400)
    const form = new FormData()
    form.set('model', 'gpt-image-2')
    form.set('prompt', 'a cat')
    expect((await postForm(form)).status).toBe(400)
  })
})

test('a token that cannot pay for a picture gets none', async () => {
  const { key } = await world.addToken({ name: 'poor', unlimited_quota: false, remain_quota: 19_999 })
  const before = world.provider.requests.length
  const headers = { authorization: `Bearer sk-${key}` }
  const refused = await world.post('/v1/images/generations', { model: 'dall-e-3', prompt: 'a cat' }, headers)
  expect(refused).toMatchObject({ status: 403, json: { error: { code: 'pre_consume_token_quota_failed' } } })
  expect(world.provider.requests).toHaveLength(before)
})

describe('a request that is none', () => {
  const hostile = [0, -1, 1.5, 129, 2 ** 53, 1e308, '1', null, true, [1]].filter((n) => n !== null)
  test.each(hostile)('n of %j is refused and costs nothing', async (n) => {
    const before = world.provider.requests.length
    let status = 0
    let json: unknown
    expect(await charge(async () => ({ status, json } = await draw({ model: 'dall-e-3', n })))).toBe(0)
    expect([status, world.provider.requests.length]).toEqual([400, before])
    expect(json).toMatchObject({ error: { code: 'invalid_image_request' } })
  })

  test('without a prompt is refused', async () => {
    expect((await world.post('/v1/images/generations', { model: 'dall-e-3' })).status).toBe(400)
    expect((await draw({ model: 'dall-e-3', prompt: ' ' })).status).toBe(400)
  })
})
