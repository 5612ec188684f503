import { describe, expect, test } from 'vitest'
import { lossList } from '../../chat/losses/loss.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { type ImageWork, readImages } from '../request.ts'
import { blackForestLabs } from './black-forest-labs.ts'

const ONE = 'data:image/png;base64,AAAA'
const TWO = 'https://pictures/2'

function written(model: string, more: JsonObject, work: ImageWork = 'images') {
  const losses = lossList()
  const body = blackForestLabs.writeRequest(readImages({ model: 'm', prompt: 'a cat', ...more }, work), model, losses)
  return { body, lost: losses.losses.map(({ path, reason }) => `${path} ${reason}`) }
}

test('what all vendors are asked for', () => {
  const usual = { n: 2, size: '1024x1792', quality: 'high', response_format: 'b64_json', user: 'me', seed: 7 }
  expect(written('flux-2-pro', usual)).toEqual({
    body: { prompt: 'a cat', width: 1024, height: 1792, seed: 7, n: 2 },
    lost: ['quality not-expressible', 'user not-expressible'],
  })
})

/** By model: what it is sent for a size, and whether that is the size. */
test.each<[string, string, JsonObject, boolean]>([
  ['flux-2-pro', '64x64', { width: 64, height: 64 }, true],
  ['flux-2-pro', '32x16', { width: 128, height: 64 }, false],
  ['flux-2-pro', '1000x1000', { width: 1000, height: 1000 }, true],
  ['flux-2-pro', '2048x2048', { width: 2048, height: 2048 }, true],
  ['flux-2-pro', '4096x1024', { width: 4096, height: 1024 }, true],
  ['flux-2-pro', '4096x2048', { width: 2896, height: 1448 }, false],
  ['flux-2-pro', '99999x1', { width: 65_536, height: 64 }, false],
  ['flux-pro-1.1', '1440x256', { width: 1440, height: 256 }, true],
  ['flux-pro-1.1', '1000x1000', { width: 992, height: 992 }, false],
  ['flux-pro-1.1', '128x256', { width: 256, height: 512 }, false],
  ['flux-pro-1.1', '1024x4096', { width: 352, height: 1440 }, false],
  ['flux-dev', '9999x10', { width: 1440, height: 256 }, false],
  ['flux-pro-1.1-ultra', '2048x878', { aspect_ratio: '21:9' }, true],
  ['flux-kontext-max', '1024x1280', { aspect_ratio: '4:5' }, true],
  ['flux-3-image', '1024x1024', { aspect_ratio: '1:1', resolution: '1k' }, true],
  ['flux-3-image', '1400x1000', { aspect_ratio: '7:5', resolution: '1k' }, true],
  ['flux-next', '1024x1024', { width: 1024, height: 1024 }, true],
])('%s of %s', (model, size, fields, isTheSize) =>
  expect(written(model, { size })).toEqual({
    body: { prompt: 'a cat', ...fields },
    lost: isTheSize ? [] : ['size not-expressible'],
  }),
)

/** By model: where pictures to change stand; none: it changes none. */
test.each<[string, JsonObject, string[]]>([
  ['flux-2-flex', { input_image: 'AAAA', input_image_2: TWO }, []],
  ['flux-kontext-pro', { input_image: 'AAAA', input_image_2: TWO }, []],
  ['flux-3-image', { images: ['AAAA', TWO] }, []],
  ['flux-pro-1.1', {}, ['images needed']],
])('%s changes pictures', (model, fields, lost) =>
  expect(written(model, { images: [{ image_url: ONE }, { image_url: TWO }] }, 'image-edits')).toEqual({
    body: { prompt: 'a cat', ...fields },
    lost,
  }),
)

test('a mask cannot be followed, nor a file at OpenAI be read', () => {
  const request = { images: [{ file_id: 'file-1' }], mask: { image_url: ONE } }
  expect(written('flux-2-pro', request, 'image-edits').lost).toEqual(['images needed', 'mask needed'])
})

describe('what a task tells', () => {
  const read = (reply: JsonObject, isSubmission = false) => blackForestLabs.tasks?.read(reply, 1, isSubmission)
  const told = (status: string, more: JsonObject = {}): JsonObject => ({ id: 'p', status, result: null, ...more })
  const url = 'https://delivery.eu4.bfl.ai/results/1.png?sig=1'
  const reasons = { details: { 'Moderation Reasons': ['Violence', 'Real Person'] } }

  test('a submission tells where it is asked for', () => {
    const pollUrl = 'https://api.eu4.bfl.ai/v1/get_result?id=p'
    expect(read({ id: 'p', polling_url: pollUrl, cost: 3 }, true)).toEqual({ id: 'p', status: 'QUEUED', pictures: [], pollUrl })
    expect(read({ polling_url: pollUrl }, true)).toBeUndefined()
  })

  test.each<[JsonObject, object]>([
    [told('Pending'), { status: 'QUEUED' }],
    [told('Reasoning'), { status: 'IN_PROGRESS' }],
    [told('Generating', { progress: 0.5 }), { status: 'IN_PROGRESS' }],
    [told('Ready', { result: { sample: url, seed: 42 } }), { status: 'SUCCESS', pictures: [{ url }] }],
    [told('Ready', { result: { sample: ONE } }), { status: 'SUCCESS', pictures: [{ b64_json: 'AAAA' }] }],
    [told('Ready', { result: { sample: '' } }), { status: 'FAILURE', error: { message: expect.stringContaining('no picture') } }],
    [told('Ready'), { status: 'FAILURE' }],
    [
      told('Error', { details: { error: 'out of memory' } }),
      { error: { message: expect.stringMatching(/: out of memory$/), code: 'Error' } },
    ],
    [told('Failed'), { status: 'FAILURE', error: { code: 'Failed' } }],
    [
      told('Request Moderated', reasons),
      { error: { message: expect.stringMatching(/: Violence, Real Person$/), code: 'Request Moderated' } },
    ],
    [told('Content Moderated'), { error: { message: expect.stringMatching(/content$/), code: 'Content Moderated' } }],
  ])('%j', (reply, expected) => expect(read(reply)).toMatchObject({ id: 'p', ...expected }))

  test.each<Json>(['Task not found', 'Resting', 7, null])('%j is no end: it is asked for again', (status) =>
    expect(read({ id: 'p', status })).toBeUndefined(),
  )
})
