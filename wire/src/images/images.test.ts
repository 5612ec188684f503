import { describe, expect, test } from 'vitest'
import { lossList } from '../chat/losses/loss.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import { imageFormat } from './formats.ts'
import { readPredict } from './predict.ts'
import { readWork, replicate } from './replicate.ts'
import { type ImageWork, readImages } from './request.ts'

const ONE = 'data:image/png;base64,AAAA'
const TWO = 'https://pictures/2'

/** The request in a vendor's format, with the paths of what is lost. */
function written(name: string, more: JsonObject, work: ImageWork = 'images') {
  const losses = lossList()
  const request = readImages({ model: 'm', prompt: 'a cat', ...more }, work)
  const body = imageFormat(name)?.writeRequest(request, 'theirs', losses)
  return { body, lost: losses.losses.map(({ path, reason }) => `${path} ${reason}`) }
}

/** What all of these are asked for: what a vendor does not have is lost. */
const usual = { n: 2, size: '1024x1792', quality: 'high', response_format: 'b64_json', user: 'me', seed: 7 }
const theirs = { model: 'theirs', prompt: 'a cat' }
const series = { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 2 } }

describe('what each vendor is sent for the same', () => {
  test.each<[string, JsonObject, string[]]>([
    [
      'xai',
      {
        ...{ ...theirs, n: 2, aspect_ratio: '9:16', resolution: '2k', quality: 'high', response_format: 'b64_json' },
        ...{ user: 'me', seed: 7 },
      },
      [],
    ],
    [
      'ark',
      { ...theirs, size: '1024x1792', response_format: 'b64_json', ...series, seed: 7 },
      ['quality not-expressible', 'user not-expressible'],
    ],
    ['zhipu', { ...theirs, size: '1024x1792', user_id: 'me', seed: 7 }, ['n needed', 'quality not-expressible']],
    ['siliconflow', { ...theirs, image_size: '1024x1792', batch_size: 2, seed: 7 }, ['quality not-expressible', 'user not-expressible']],
    [
      'together',
      { ...theirs, width: 1024, height: 1792, n: 2, response_format: 'base64', seed: 7 },
      ['quality not-expressible', 'user not-expressible'],
    ],
    [
      'minimax',
      { ...theirs, aspect_ratio: '9:16', n: 2, response_format: 'base64', seed: 7 },
      ['quality not-expressible', 'user not-expressible'],
    ],
    [
      'dashscope',
      {
        model: 'theirs',
        input: { messages: [{ role: 'user', content: [{ text: 'a cat' }] }] },
        parameters: { size: '1024*1792', n: 2, seed: 7 },
      },
      ['quality not-expressible', 'user not-expressible'],
    ],
    [
      'replicate',
      { version: 'theirs', input: { prompt: 'a cat', aspect_ratio: '9:16', seed: 7 }, predictions: 2, outputs: 1 },
      ['quality not-expressible', 'user not-expressible'],
    ],
  ])('%s', (name, body, lost) => expect(written(name, usual)).toEqual({ body, lost }))

  test.each(['xai', 'ark', 'zhipu', 'siliconflow', 'together', 'minimax'])('%s gets no more than was requested', (name) =>
    expect(written(name, { size: 'auto', quality: 'auto', background: 'auto' })).toEqual({ body: theirs, lost: [] }),
  )

  test('fields of a vendor’s own go on as they are', () => {
    const own = { watermark: false, guidance_scale: 3, size: '2K', stream: true, sequential_image_generation: 'disabled' }
    expect(written('ark', own)).toEqual({ body: { ...theirs, ...own }, lost: [] })
    expect(written('xai', { aspect_ratio: 'auto', resolution: '1k' }).body).toEqual({ ...theirs, aspect_ratio: 'auto', resolution: '1k' })
    const format = { output_format: 'jpeg' }
    expect(written('xai', format)).toEqual({ body: { ...theirs, ...format }, lost: [] })
    expect(written('ark', format)).toEqual({ body: theirs, lost: ['output_format not-expressible'] })
    expect(written('dashscope', { prompt_extend: false }).body).toMatchObject({ parameters: { prompt_extend: false } })
  })
})

describe('pictures that are changed', () => {
  const both = { images: [{ image_url: ONE }, { image_url: TWO }] }
  test.each<[string, JsonObject, string[]]>([
    [
      'xai',
      {
        images: [
          { url: ONE, type: 'image_url' },
          { url: TWO, type: 'image_url' },
        ],
      },
      [],
    ],
    ['ark', { image: [ONE, TWO] }, []],
    ['siliconflow', { image: ONE, image2: TWO }, []],
    ['together', { image_url: ONE }, ['images needed']],
    ['dashscope', { input: { messages: [{ role: 'user', content: [{ image: ONE }, { image: TWO }, { text: 'a cat' }] }] } }, []],
  ])('%s', (name, body, lost) => {
    const found = written(name, both, 'image-edits')
    expect(found.body).toMatchObject(body)
    expect(found.lost).toEqual(lost)
  })

  test.each(['xai', 'ark', 'siliconflow', 'together', 'dashscope'])('%s cannot follow a mask, or read OpenAI’s files', (name) => {
    const request = { images: [{ file_id: 'file-1' }], mask: { image_url: ONE } }
    expect(written(name, request, 'image-edits').lost).toEqual(['images needed', 'mask needed'])
  })
})

describe('what each vendor answers', () => {
  const url = 'https://pictures/1'
  test.each<[string, Json, object | undefined]>([
    [
      'xai',
      { data: [{ url, respect_moderation: true, revised_prompt: 'r' }], usage: { cost_in_usd_ticks: 1 } },
      { url, revisedPrompt: 'r' },
    ],
    ['ark', { data: [{ b64_json: 'AA', size: '2048x2048' }], usage: { generated_images: 1 } }, { base64: 'AA' }],
    ['zhipu', { created: 1, data: [{ url }] }, { url }],
    ['siliconflow', { images: [{ url }], timings: { inference: 1 }, seed: 7 }, { url }],
    ['together', { data: [{ index: 0, b64_json: 'AA' }] }, { base64: 'AA' }],
    ['minimax', { data: { image_urls: [url] }, metadata: { success_count: '1' }, base_resp: { status_code: 0 } }, { url }],
    ['minimax', { data: { image_base64: ['AA'] } }, { base64: 'AA' }],
    ['minimax', { data: { image_urls: [] }, metadata: { failed_count: '1' } }, undefined],
    [
      'dashscope',
      { output: { choices: [{ message: { role: 'assistant', content: [{ image: url }] } }] }, usage: { image_count: 1 } },
      { url },
    ],
    ['dashscope', { code: 'InvalidParameter', message: 'no' }, undefined],
  ])('%s %j', (name, reply, image) => {
    expect(imageFormat(name)?.readReply(reply)?.images).toEqual(image && [image])
  })
})

describe('what a task tells', () => {
  const [url, other] = ['https://pictures/1', 'https://pictures/2']
  const done = (output: Json) => ({ id: 'p', status: 'succeeded', output })
  const wan = (task_status: string, more: JsonObject = {}) => ({ output: { task_id: 'p', task_status, ...more } })
  test.each<[string, JsonObject, object | undefined]>([
    ['replicate', done(url), { status: 'SUCCESS', pictures: [{ url }] }],
    ['replicate', done([url, other]), { status: 'SUCCESS', pictures: [{ url }] }],
    ['replicate', done({ image: url, style_id: 'abc' }), { status: 'SUCCESS', pictures: [{ url }] }],
    ['replicate', done(ONE), { status: 'SUCCESS', pictures: [{ b64_json: 'AAAA' }] }],
    ['replicate', done(null), { status: 'FAILURE', error: { message: expect.stringContaining('no picture') } }],
    ['replicate', { id: 'p', status: 'processing', output: [url] }, { status: 'IN_PROGRESS', pictures: [] }],
    ['replicate', { id: 'p', status: 'failed', error: 'no' }, { status: 'FAILURE', error: { message: 'no' } }],
    ['replicate', { status: 'starting' }, undefined],
    ['dashscope', wan('PENDING'), { status: 'QUEUED' }],
    [
      'dashscope',
      wan('SUCCEEDED', { results: [{ url, actual_prompt: 'a big cat' }] }),
      { pictures: [{ url, revised_prompt: 'a big cat' }] },
    ],
    [
      'dashscope',
      wan('FAILED', { code: 'DataInspectionFailed', message: 'no' }),
      { error: { message: 'no', code: 'DataInspectionFailed' } },
    ],
    ['dashscope', wan('CANCELED'), { status: 'FAILURE' }],
    ['dashscope', wan('UNKNOWN'), undefined],
  ])('%s %j', (name, reply, told) => {
    const read = imageFormat(name)?.tasks?.read(reply, 1, false)
    if (told) expect(read).toMatchObject({ id: 'p', ...told })
    else expect(read).toBeUndefined()
  })

  test('replicate has all pictures of a submission before the prediction is over', () => {
    const answer = { id: 'p', status: 'processing', output: [url] }
    expect(imageFormat('replicate')?.tasks?.read(answer, 1, true)).toMatchObject({ status: 'SUCCESS', pictures: [{ url }] })
    expect(imageFormat('replicate')?.tasks?.read(answer, 2, true)).toMatchObject({ status: 'IN_PROGRESS' })
  })
})

describe('models of Replicate', () => {
  const written = (model: string, more: JsonObject, work: ImageWork = 'images') => {
    const losses = lossList()
    const body = replicate.writeRequest(readImages({ model: 'm', prompt: 'a cat', ...more }, work), model, losses)
    return { input: readWork(body).input, lost: losses.losses.map(({ path }) => path) }
  }

  /** By model: its input for a size, as its page has it. */
  test.each<[string, string, JsonObject]>([
    ['black-forest-labs/flux-schnell', '1024x1024', { aspect_ratio: '1:1' }],
    ['black-forest-labs/flux-1.1-pro', '1024x768', { aspect_ratio: 'custom', width: 1024, height: 768 }],
    ['black-forest-labs/flux-1.1-pro', '200x200', { aspect_ratio: '1:1' }],
    ['black-forest-labs/flux-1.1-pro-ultra', '2048x878', { aspect_ratio: '21:9' }],
    ['google/imagen-4', '1536x1024', { aspect_ratio: '4:3' }],
    ['google/nano-banana', '4096x4096', { aspect_ratio: '1:1' }],
    ['google/nano-banana-pro', '4096x4096', { aspect_ratio: '1:1', resolution: '4K' }],
    ['ideogram-ai/ideogram-v3-turbo', '1600x1000', { aspect_ratio: '16:10' }],
    ['recraft-ai/recraft-v3', '1280x1024', { aspect_ratio: '5:4' }],
    ['stability-ai/stable-diffusion-3.5-large', '1024x1365', { aspect_ratio: '4:5' }],
    ['stability-ai/sdxl:7762fd07', '1024x768', { width: 1024, height: 768 }],
    ['stability-ai/sdxl:7762fd07', '4096x4096', {}],
    ['bytedance/seedream-4', '1024x1024', { aspect_ratio: '1:1', size: '1K' }],
    ['bytedance/seedream-4', '4K', { size: '4K' }],
    ['bytedance/seedream-4.5', '1024x1024', { aspect_ratio: '1:1' }],
    ['qwen/qwen-image', '1024x1792', { aspect_ratio: '9:16' }],
    ['somebody/anything:5c7d5dc6', '1024x1792', { aspect_ratio: '9:16' }],
  ])('%s of %s', (model, size, input) => expect(written(model, { size })).toEqual({ input: { prompt: 'a cat', ...input }, lost: [] }))

  /** By model: where its pictures to change stand; none: it changes none. */
  test.each<[string, JsonObject | undefined, string[]]>([
    ['black-forest-labs/flux-dev', { image: ONE }, ['images']],
    ['black-forest-labs/flux-kontext-max', { input_image: ONE }, ['images']],
    ['black-forest-labs/flux-2-pro', { input_images: [ONE, TWO] }, []],
    ['black-forest-labs/flux-3-image', { images: [ONE, TWO] }, []],
    ['google/nano-banana', { image_input: [ONE, TWO] }, []],
    ['bytedance/seedream-4', { image_input: [ONE, TWO] }, []],
    ['qwen/qwen-image-edit', { image: ONE }, ['images']],
    ['qwen/qwen-image-edit-plus', { image: [ONE, TWO] }, []],
    ['somebody/anything:5c7d5dc6', { image: ONE }, ['images']],
    ['google/imagen-4', {}, ['images']],
    ['recraft-ai/recraft-v3', {}, ['images']],
  ])('%s changes pictures', (model, input, lost) =>
    expect(written(model, { images: [{ image_url: ONE }, { image_url: TWO }] }, 'image-edits')).toEqual({
      ...{ input: { prompt: 'a cat', ...input }, lost },
    }),
  )

  test('files come in the types that a model makes', () => {
    expect(written('google/imagen-4', { output_format: 'jpeg' })).toEqual({ input: { prompt: 'a cat', output_format: 'jpg' }, lost: [] })
    expect(written('google/imagen-4', { output_format: 'webp' })).toEqual({ input: { prompt: 'a cat' }, lost: ['output_format'] })
    expect(written('recraft-ai/recraft-v3', { output_format: 'png' })).toEqual({ input: { prompt: 'a cat' }, lost: ['output_format'] })
  })
})

describe('Google’s call of Imagen', () => {
  const instances = [{ prompt: 'a cat' }, { prompt: 'a dog' }]

  test('makes as many pictures of each prompt as are named, else four', () => {
    expect(readPredict({ instances, parameters: { sampleCount: 3 } })).toEqual({ prompts: ['a cat', 'a dog'], count: 6 })
    expect(readPredict({ instances })).toMatchObject({ count: 8 })
  })

  test.each([0, -1, 1.5, 65, 2 ** 53, 1e308, '1', true])('a number of %j is refused', (sampleCount) =>
    expect(() => readPredict({ instances, parameters: { sampleCount } })).toThrow('sampleCount'),
  )

  test.each([[undefined], [[]], [[{}]], [[{ prompt: ' ' }]], [['a cat']], ['a cat']])('instances %j are refused', (given) =>
    expect(() => readPredict({ instances: given as Json })).toThrow('instances'),
  )
})
