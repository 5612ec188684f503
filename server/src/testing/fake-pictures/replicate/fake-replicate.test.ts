// The stand-in of Replicate against requests as its documentation shows them: what that has is taken, what it has not is rejected in its words.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { A_VERSION, type FakeReplicate, openFakeReplicate } from './fake-replicate.ts'

const KEY = 'r8_key'
let vendor: FakeReplicate
beforeEach(async () => {
  vendor = await openFakeReplicate(KEY)
})
afterEach(() => vendor.close())

async function ask(path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
  const shown = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers }
  const response = await fetch(
    vendor.url + path,
    body ? { method: 'POST', headers: shown, body: JSON.stringify(body) } : { headers: shown },
  )
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}
const made = (model: string) => `/v1/models/${model}/predictions`
const SCHNELL = 'black-forest-labs/flux-schnell'
const waits = { prefer: 'wait=5' }

describe('what its documentation has', () => {
  test('a prediction that is waited for comes with its output, a text or a list as the model gives it', async () => {
    const { status, body } = await ask(made('black-forest-labs/flux-1.1-pro'), { input: { prompt: 'A cat' } }, { prefer: 'wait' })
    expect([status, body]).toMatchObject([
      201,
      { status: 'succeeded', output: vendor.picture(), error: null, version: 'hidden', metrics: { predict_time: expect.any(Number) } },
    ])
    expect((await ask(made(SCHNELL), { input: { prompt: 'A cat', num_outputs: 2 } }, waits)).body.output).toHaveLength(2)
    const file = await fetch(vendor.picture())
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('one that nobody waits for has only started, and one that is waited for in vain is accepted', async () => {
    const { status, body } = await ask(made(SCHNELL), { input: { prompt: 'A cat' } })
    expect([status, body.status, body.output, body.started_at]).toEqual([201, 'starting', null, null])
    expect((await ask(new URL(body.urls.get).pathname)).body).toMatchObject({ status: 'succeeded', output: [vendor.picture()] })
    vendor.plan({ status: 'processing' })
    expect(await ask(made(SCHNELL), { input: { prompt: 'A cat' } }, waits)).toMatchObject({ status: 202, body: { status: 'processing' } })
  })

  test('a version is named in the body, alone, behind its model, or by the name of an official one', async () => {
    for (const version of [A_VERSION, `somebody/own-model:${A_VERSION}`, SCHNELL])
      expect((await ask('/v1/predictions', { version, input: { prompt: 'A cat' } }, waits)).status).toBe(201)
    for (const version of ['b'.repeat(64), `someone/else:${A_VERSION}`])
      expect(await ask('/v1/predictions', { version, input: { prompt: 'A cat' } })).toMatchObject({
        ...{ status: 422, body: { title: 'Invalid version or not permitted', status: 422 } },
      })
  })

  test('what runs is stopped, and what is over stays as it is', async () => {
    vendor.plan({ status: 'processing' })
    const { body } = await ask(made(SCHNELL), { input: { prompt: 'A cat' } }, waits)
    expect((await ask(new URL(body.urls.cancel).pathname, {})).body.status).toBe('canceled')
    const { body: done } = await ask(made(SCHNELL), { input: { prompt: 'A cat' } }, waits)
    expect((await ask(new URL(done.urls.cancel).pathname, {})).body.status).toBe('succeeded')
  })
})

describe('what is rejected', () => {
  test.each<[string, object, string, string, string]>([
    [SCHNELL, { num_inference_steps: 28 }, 'number_lte', 'input.num_inference_steps', 'Must be less than or equal to 4'],
    [
      'google/imagen-4-fast',
      { aspect_ratio: '4:5' },
      'enum',
      'input.aspect_ratio',
      'aspect_ratio must be one of the following: "1:1", "9:16"',
    ],
    ['black-forest-labs/flux-kontext-pro', { output_format: 'webp' }, 'enum', 'input.output_format', 'following: "jpg", "png"'],
    ['qwen/qwen-image-edit-plus', { image: 'https://a.test/a.png' }, 'invalid_type', 'input.image', 'Expected: array, given: string'],
    [SCHNELL, { seed: '7' }, 'invalid_type', 'input.seed', 'Invalid type. Expected: integer, given: string'],
    [SCHNELL, { seed: null }, 'invalid_type', 'input.seed', 'Expected: integer, given: null'],
    ['black-forest-labs/flux-kontext-pro', { input_image: 'a.png' }, 'format', 'input.input_image', "Does not match format 'uri'"],
    [SCHNELL, { size: '1024x1024' }, 'additional_property_not_allowed', 'input', 'Additional property size is not allowed'],
    [SCHNELL, { prompt: undefined }, 'required', 'input', 'prompt is required'],
  ])('an input of %s with %j', async (model, change, type, field, description) => {
    const { status, body } = await ask(made(model), { input: { prompt: 'A cat', ...change } })
    expect([status, body.title, body.status]).toEqual([422, 'Input validation failed', 422])
    expect(body.invalid_fields).toContainEqual({ type, field, description: expect.stringContaining(description) })
    expect(body.detail).toMatch(new RegExp(`^- ${field.replace('.', '\\.')}: `))
    expect(vendor.requests[0]?.refusal).toContain(description)
  })

  test('a body with a field too many, and one without its version, in one answer', async () => {
    const { body } = await ask('/v1/predictions', { model: SCHNELL, input: { prompt: 'A cat' } })
    expect(body.detail).toContain('- version is required\n')
    expect(body.detail).toContain('- Additional property model is not allowed\n')
  })

  test.each([{ prefer: 'wait=61' }, { prefer: 'respond-async' }, { 'cancel-after': '4s' }, { 'cancel-after': 'soon' }])(
    'a header that is wrong: %j',
    async (headers) => {
      expect((await ask(made(SCHNELL), { input: { prompt: 'A cat' } }, headers)).status).toBe(422)
    },
  )

  test('keys, models and predictions that are not known', async () => {
    expect(await ask(made(SCHNELL), { input: { prompt: 'A cat' } }, { authorization: 'Bearer r8_other' })).toEqual({
      ...{ status: 401, body: { title: 'Unauthenticated', detail: 'You did not pass a valid authentication token', status: 401 } },
    })
    for (const path of [made('somebody/own-model'), made('no/model')])
      expect((await ask(path, { input: { prompt: 'A cat' } })).status).toBe(404)
    expect((await ask('/v1/predictions/p9')).status).toBe(404)
  })
})
