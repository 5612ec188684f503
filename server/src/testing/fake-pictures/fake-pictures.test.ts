// The stand-ins of Black Forest Labs and of DashScope's pictures against requests as their documentation shows them.
import { afterEach, describe, expect, test } from 'vitest'
import { dashscope } from '../fake-films/dashscope.ts'
import { type FakeFilms, openFilmVendor } from '../fake-films/fake-films.ts'
import type { FilmVendor } from '../fake-films/film-vendor.ts'
import { blackForestLabs } from './black-forest-labs.ts'

const KEY = 'a-key-of-theirs'
const PICTURE = 'https://pictures.example/cat.png'
let vendor: FakeFilms
afterEach(() => vendor.close())
const open = async (record: FilmVendor) => {
  vendor = await openFilmVendor(record, [KEY])
}

async function ask(path: string, headers: Readonly<Record<string, string>>, body?: object) {
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(vendor.url + path, { ...sent, headers: { 'content-type': 'application/json', ...headers } })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('Black Forest Labs', () => {
  const call = (path: string, body?: object) => ask(`/v1/${path}`, { 'x-key': KEY }, body)

  test.each<[string, object]>([
    ['flux-2-pro', { prompt: 'A serene mountain landscape at golden hour', width: 1440, height: 810 }],
    ['flux-2-max', { prompt: 'Jackets', input_image: PICTURE, input_image_2: 'aGk=', disable_pup: true, safety_tolerance: 5 }],
    ['flux-2-flex', { prompt: 'A poster', steps: 50, guidance: 7, prompt_upsampling: false }],
    ['flux-kontext-max', { prompt: 'Change the background', input_image: PICTURE, aspect_ratio: '21:9', output_format: 'webp' }],
    ['flux-pro-1.1', { width: 1440, height: 256, seed: 42 }],
    ['flux-pro-1.1-ultra', { prompt: 'A landscape', aspect_ratio: '16:9', raw: true, image_prompt_strength: 0.1 }],
    ['flux-pro-1.0-fill', { image: 'aGk=', mask: 'aGk=', prompt: 'a hat', steps: 15 }],
    ['flux-3-image', { prompt: 'A vase', images: [PICTURE], aspect_ratio: '7:5', resolution: '768sq', grounding: false }],
  ])('takes %s with %j, and names where to ask', async (model, body) => {
    await open(blackForestLabs)
    const { status, body: told } = await call(model, body)
    expect([status, told]).toMatchObject([200, { id: expect.any(String), polling_url: expect.stringMatching(/\/v1\/get_result\?id=/) }])
    expect(vendor.violations).toEqual([])
  })

  test.each<[string, object, string, object]>([
    ['flux-2-pro', { safety_tolerance: 6 }, 'less_than_equal', { loc: ['body', 'safety_tolerance'], ctx: { le: 5 } }],
    ['flux-2-pro', { prompt: undefined }, 'missing', { loc: ['body', 'prompt'], msg: 'Field required' }],
    ['flux-2-pro', { width: 0 }, 'greater_than_equal', { loc: ['body', 'width'] }],
    ['flux-2-pro', { width: 4096, height: 2048 }, 'value_error', { loc: ['body', 'width'] }],
    ['flux-2-pro', { seed: '7' }, 'int_type', { msg: 'Input should be a valid integer' }],
    ['flux-2-pro', { output_format: 'gif' }, 'enum', { msg: "Input should be 'jpeg', 'png' or 'webp'" }],
    ['flux-2-pro', { input_image: 'data:image/png;base64,aGk=' }, 'value_error', { loc: ['body', 'input_image'] }],
    ['flux-2-pro', { aspect_ratio: '1:1' }, 'extra_forbidden', { loc: ['body', 'aspect_ratio'] }],
    ['flux-2-klein-4b', { input_image_5: PICTURE }, 'extra_forbidden', { loc: ['body', 'input_image_5'] }],
    ['flux-pro-1.1', { height: 1000 }, 'multiple_of', { ctx: { multiple_of: 32 } }],
    ['flux-pro-1.1', { image_prompt: PICTURE }, 'value_error', { loc: ['body', 'image_prompt'] }],
    ['flux-kontext-pro', { aspect_ratio: '5:1' }, 'value_error', { loc: ['body', 'aspect_ratio'] }],
    ['flux-pro-1.0-fill', {}, 'missing', { loc: ['body', 'image'] }],
    ['flux-3-image', { seed: 7 }, 'extra_forbidden', { loc: ['body', 'seed'] }],
    ['flux-3-image', { safety_tolerance: 5 }, 'less_than_equal', { ctx: { le: 4 } }],
  ])('rejects %s with %j', async (model, change, type, error) => {
    await open(blackForestLabs)
    const { status, body } = await call(model, { prompt: 'A cat', ...change })
    expect([status, body.detail]).toMatchObject([422, [{ type, ...error }]])
    expect([vendor.ids, vendor.violations.length]).toEqual([[], 1])
  })

  test('tells its keys apart: none, one of another form, one it does not know', async () => {
    await open(blackForestLabs)
    const body = { prompt: 'A cat' }
    const told = async (headers: Readonly<Record<string, string>>) => ask('/v1/flux-2-pro', headers, body)
    expect(await told({ authorization: `Bearer ${KEY}` })).toEqual({ status: 403, body: { detail: 'Not authenticated' } })
    expect(await told({ 'x-key': 'no.key' })).toEqual({ status: 422, body: { detail: 'Invalid API key format' } })
    expect((await told({ 'x-key': 'a-key-of-others' })).body.detail).toBe('Not authenticated - Invalid Authentication')
    expect((await call('no-model', body)).status).toBe(404)
  })

  test('tells each state in its own words, and a task that it does not know with 404', async () => {
    await open(blackForestLabs)
    vendor.plan('queued', 'running', 'succeeded')
    const { body } = await call('flux-3-image', { prompt: 'A cat' })
    const asked = async () => (await ask(new URL(body.polling_url).pathname + new URL(body.polling_url).search, { 'x-key': KEY })).body
    expect([(await asked()).status, (await asked()).status]).toEqual(['Reasoning', 'Generating'])
    const ready = await asked()
    expect(ready).toMatchObject({ status: 'Ready', result: { sample: expect.stringMatching(/\.png/) }, cost: 3 })
    expect((await fetch(ready.result.sample)).headers.get('content-type')).toBe('image/png')
    expect(await call('get_result?id=nobody')).toMatchObject({
      status: 404,
      body: { id: 'nobody', status: 'Task not found', result: null },
    })
    expect((await call('get_result')).status).toBe(422)
  })

  test('runs six tasks of Kontext [max], and then says no', async () => {
    await open(blackForestLabs)
    for (let tasks = 0; tasks < 7; tasks++) vendor.plan('running')
    const statuses = []
    for (let tasks = 0; tasks < 7; tasks++) statuses.push((await call('flux-kontext-max', { prompt: 'A cat' })).status)
    expect(statuses).toEqual([...Array(6).fill(200), 429])
    expect((await call('flux-2-pro', { prompt: 'A cat' })).status).toBe(200)
  })

  test('names no place to ask for what is told to a webhook', async () => {
    await open(blackForestLabs)
    const { body } = await call('flux-2-pro', { prompt: 'A cat', webhook_url: 'https://hooks.example/' })
    expect(body).toMatchObject({ status: 'Pending', webhook_url: 'https://hooks.example/' })
    expect(body.polling_url).toBeUndefined()
  })
})

describe('DashScope', () => {
  const AIGC = '/api/v1/services/aigc'
  const key = { authorization: `Bearer ${KEY}` }
  const asynchronous = { ...key, 'x-dashscope-async': 'enable' }
  const text = { model: 'wan2.5-t2i-preview', input: { prompt: 'A flower shop' } }
  const message = (...content: object[]) => ({ input: { messages: [{ role: 'user', content }] } })
  const task = async (door: string, body: object) => ask(`${AIGC}/${door}`, asynchronous, body)
  const told = async (id: unknown) => (await ask(`/api/v1/tasks/${String(id)}`, key)).body

  test.each<[string, object]>([
    [
      'text2image/image-synthesis',
      { ...text, parameters: { size: '1280*1280', n: 1, prompt_extend: true, watermark: false, seed: 12345 } },
    ],
    ['text2image/image-synthesis', { ...text, parameters: { size: '768*2700' } }],
    [
      'text2image/image-synthesis',
      { model: 'wan2.2-t2i-flash', input: { prompt: 'A', negative_prompt: 'B' }, parameters: { size: '512*1440' } },
    ],
    ['text2image/image-synthesis', { model: 'qwen-image-plus', input: { prompt: 'A' }, parameters: { size: '1664*928', n: 1 } }],
    [
      'image2image/image-synthesis',
      { model: 'wan2.5-i2i-preview', input: { prompt: 'A', images: [PICTURE] }, parameters: { size: '1024*1024' } },
    ],
    [
      'image2image/image-synthesis',
      {
        ...{ model: 'wanx2.1-imageedit', parameters: { n: 1 } },
        input: { function: 'description_edit_with_mask', prompt: 'A', base_image_url: PICTURE, mask_image_url: PICTURE },
      },
    ],
    ['image-generation/generation', { model: 'wan2.6-t2i', ...message({ text: 'A' }), parameters: { n: 1, negative_prompt: 'B' } }],
  ])('takes a task at %s: %j', async (door, body) => {
    await open(dashscope)
    const { status, body: answer } = await task(door, body)
    expect([status, answer.output.task_status]).toEqual([200, 'PENDING'])
    expect((await told(answer.output.task_id)).output.task_status).toBe('SUCCEEDED')
    expect(vendor.violations).toEqual([])
  })

  test.each<[string, object, number, string, string]>([
    ['text2image/image-synthesis', { parameters: { n: 5 } }, 400, 'InvalidParameter', 'parameters.n'],
    ['text2image/image-synthesis', { parameters: { seed: -1 } }, 400, 'InvalidParameter', 'parameters.seed'],
    ['text2image/image-synthesis', { parameters: { size: '1280x1280' } }, 400, 'InvalidParameter', 'parameters.size'],
    ['text2image/image-synthesis', { input: {} }, 400, 'InvalidParameter', 'Field required: input.prompt'],
    ['text2image/image-synthesis', { model: 'no-such-model' }, 400, 'InvalidParameter', 'Model not exist.'],
    ['text2image/image-synthesis', { model: 'wan2.6-t2i', ...message({ text: 'A' }) }, 400, 'InvalidParameter', 'url error'],
    ['image2image/image-synthesis', { model: 'wan2.5-i2i-preview', input: { prompt: 'A', images: [] } }, 400, 'InvalidParameter', 'images'],
    [
      'image2image/image-synthesis',
      { model: 'wan2.5-i2i-preview', input: { prompt: 'A', images: ['a.png'] } },
      400,
      'InvalidParameter',
      'url',
    ],
    ['multimodal-generation/generation', { model: 'qwen-image-max', ...message({ text: 'A' }) }, 403, 'AccessDenied', 'asynchronous calls'],
  ])('rejects a task at %s with %j', async (door, change, status, code, said) => {
    await open(dashscope)
    expect(await task(door, { ...text, ...change })).toMatchObject({ status, body: { code, message: expect.stringContaining(said) } })
    expect([vendor.ids, vendor.violations.length]).toEqual([[], 1])
  })

  test('rejects tasks without their header, and keys that are missing or unknown', async () => {
    await open(dashscope)
    const body = { ...text, parameters: { n: 1 } }
    expect(await ask(`${AIGC}/text2image/image-synthesis`, key, body)).toMatchObject({
      ...{ status: 403, body: { code: 'AccessDenied', message: 'current user api does not support synchronous calls.' } },
    })
    const unknown = { ...asynchronous, authorization: 'Bearer other' }
    expect(await ask(`${AIGC}/text2image/image-synthesis`, unknown, body)).toMatchObject({ status: 401, body: { code: 'InvalidApiKey' } })
    expect(await ask('/api/v1/tasks/1', {})).toMatchObject({
      status: 401,
      body: { code: 'InvalidApiKey', message: 'No API-key provided.' },
    })
  })

  test('notes a field that it does not know, and passes over it', async () => {
    await open(dashscope)
    expect((await task('text2image/image-synthesis', { ...text, parameters: { quality: 'high' } })).status).toBe(200)
    expect(vendor.violations).toEqual([expect.stringContaining('parameters.quality')])
  })

  test.each([
    ['wan2.5-t2i-preview', '1024*1024'],
    ['wan2.5-t2i-preview', '600*3000'],
    ['wan2.2-t2i-flash', '768*2700'],
    ['qwen-image', '1024*1024'],
  ])('a size that %s does not have fails as a task: %s', async (model, size) => {
    await open(dashscope)
    const { body } = await task('text2image/image-synthesis', { model, input: { prompt: 'A' }, parameters: { size, n: 1 } })
    expect((await told(body.output.task_id)).output).toMatchObject({ task_status: 'FAILED', code: 'InvalidParameter' })
  })

  test('makes four pictures where none is named, and tells those that failed beside the others', async () => {
    await open(dashscope)
    vendor.plan('partial')
    const { output, usage } = await told((await task('text2image/image-synthesis', text)).body.output.task_id)
    expect([output.task_status, output.task_metrics, usage]).toEqual([
      'SUCCEEDED',
      { TOTAL: 4, SUCCEEDED: 3, FAILED: 1 },
      { image_count: 3 },
    ])
    expect(output.results.map((one: object) => Object.keys(one).sort()[0])).toEqual([...Array(3).fill('actual_prompt'), 'code'])
  })

  test('answers at once where a model can, with as many choices as pictures', async () => {
    await open(dashscope)
    const body = { model: 'qwen-image-2.0', ...message({ image: PICTURE }, { text: 'A' }), parameters: { n: 2 } }
    const { status, body: answer } = await ask(`${AIGC}/multimodal-generation/generation`, key, body)
    expect([status, answer.output.choices.length, answer.usage]).toEqual([200, 2, { image_count: 2 }])
    expect(answer.output.choices[0].message.content).toEqual([{ type: 'image', image: expect.stringMatching(/^http/) }])
  })

  test('cancels what waits, and nothing else', async () => {
    await open(dashscope)
    vendor.plan('running')
    const { body } = await task('text2image/image-synthesis', text)
    const cancel = () => ask(`/api/v1/tasks/${body.output.task_id}/cancel`, key, {})
    expect(await cancel()).toMatchObject({ status: 200, body: { request_id: expect.any(String) } })
    expect((await told(body.output.task_id)).output.task_status).toBe('CANCELED')
    expect(await cancel()).toMatchObject({ status: 400, body: { code: 'UnsupportedOperation' } })
  })
})
