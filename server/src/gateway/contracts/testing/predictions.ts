// Pictures by predictions at Replicate. Sources, as of 2026: Replicate, "HTTP API reference" and its OpenAPI document, "Create a prediction",
// "Prediction lifecycle", "Rate limits" and its libraries; "Run all models with the same API endpoint" and "Set deadlines for predictions" of
// its changelog; the schemas of the four models; refusals and answers as public code and issue lists quote them.
import { expect } from 'vitest'
import { PICTURE } from '../../../testing/fake-dialects/images.ts'
import { type Service, waiting } from './service.ts'
import { bearer, type Json, type Refusal } from './vendor.ts'

export interface Predictions extends Service {
  /** What a client asks goes as a form, with a picture in it. */
  readonly isForm?: true
  /** Dollars for a picture. */
  readonly price: number
  readonly cost: number
  readonly badKey: Refusal
  readonly tooMany: Refusal
  readonly unpaid: Refusal
}

export const ID = 'qpt5jq1fssrmc0cmd5hvy31mdg'
const at = `https://api.replicate.com/v1/predictions/${ID}`

/** A prediction as the vendor tells of it, in one of its states. */
export const prediction = (status: string, more: Json = {}): Json => ({
  ...{ id: ID, model: 'black-forest-labs/flux-schnell', version: 'hidden', input: { prompt: 'A red cat' }, logs: '', output: null },
  ...{ data_removed: false, error: null, status, created_at: '2026-09-18T09:54:55.566Z' },
  urls: {
    cancel: `${at}/cancel`,
    get: at,
    stream: 'https://stream.replicate.com/v1/files/bcwr-gvuc2rok',
    web: `https://replicate.com/p/${ID}`,
  },
  ...more,
})
const delivered = (name: string) => `https://replicate.delivery/xezq/RoEhEdyl8PoIGFFPg46TU4Svj24i1NDVYmzehJfqLuX9nTFUA/${name}`
const succeeded = (output: string | readonly string[]) => ({
  body: prediction('succeeded', {
    ...{ output, started_at: '2026-09-18T09:54:55.571Z', completed_at: '2026-09-18T09:54:56.129Z' },
    metrics: { image_count: Array.isArray(output) ? output.length : 1, predict_time: 0.5579, total_time: 0.563 },
  }),
})
const told = (...urls: readonly string[]) => ({ created: expect.any(Number) as unknown, data: urls.map((url) => ({ url })) })

const problem = (status: number, title: string, detail: string) => ({ status, body: { title, detail, status }, told: detail })
const invalid = (type: string, field: string, description: string) => ({
  status: 422,
  body: {
    ...{ detail: `- ${field}: ${description}\n`, status: 422, title: 'Input validation failed' },
    invalid_fields: [{ type, field, description }],
  },
  told: description,
})
const shared = {
  type: 56,
  // The longest wait is 60 seconds, and the shortest deadline 5.
  headers: (key: string) => ({
    ...bearer(key),
    prefer: expect.stringMatching(/^wait(=([1-9]|[1-5]\d|60))?$/) as string,
    'cancel-after': expect.stringMatching(/^([5-9]|[1-9]\d+)s$|^([1-9]|[12]\d|30)m$/) as string,
  }),
  badKey: problem(401, 'Unauthenticated', 'You did not pass a valid authentication token'),
  unpaid: problem(
    402,
    'Insufficient credit',
    'You have insufficient credit to run this model. Go to https://replicate.com/account/billing#billing to purchase credit. Once you purchase credit, please wait a few minutes before trying again.',
  ),
  // How long it lasts stands in the words, and beside them or in a header as a number.
  tooMany: waiting({ status: 429, body: { detail: 'Request was throttled. Your rate limit resets in ~20s.' } }),
}

/** Makes up to four pictures, in a list. */
const schnell: Predictions = {
  ...{ ...shared, name: 'flux-schnell', model: 'black-forest-labs/flux-schnell', price: 0.003, cost: 2 * 1500 },
  path: '/v1/models/black-forest-labs/flux-schnell/predictions',
  ask: {
    path: '/v1/images/generations',
    body: { prompt: 'A red cat', n: 2, size: '1536x1024', output_format: 'jpeg', seed: 7 },
  },
  bodies: [{ input: { prompt: 'A red cat', num_outputs: 2, aspect_ratio: '3:2', output_format: 'jpg', seed: 7 } }],
  answers: [succeeded([delivered('out-0.jpg'), delivered('out-1.jpg')])],
  told: told(delivered('out-0.jpg'), delivered('out-1.jpg')),
  badRequest: invalid('enum', 'input.aspect_ratio', 'aspect_ratio must be one of the following: "1:1", "16:9", "21:9"'),
}
const pro = {
  ...{ ...shared, model: 'black-forest-labs/flux-1.1-pro', price: 0.04 },
  path: '/v1/models/black-forest-labs/flux-1.1-pro/predictions',
  badRequest: invalid('number_lte', 'input.width', 'Must be less than or equal to 1440'),
}
const VERSION = '7762fd07cf82c948538e41f63f77d685e02b063e37e496e96eefd46c929f9bdc'
/** Of the community: its version is named in the body. It has sides in place of a shape. */
const ofCommunity: Predictions = {
  ...{ ...shared, name: 'stability-ai/sdxl', model: `stability-ai/sdxl:${VERSION}`, price: 0.004, cost: 2 * 2000, path: '/v1/predictions' },
  ask: { path: '/v1/images/generations', body: { prompt: 'A red cat', n: 2, size: '1024x768' } },
  bodies: [
    {
      version: expect.stringMatching(`^(stability-ai/sdxl:)?${VERSION}$`),
      input: { prompt: 'A red cat', width: 1024, height: 768, num_outputs: 2 },
    },
  ],
  answers: [succeeded([delivered('out-0.png'), delivered('out-1.png')])],
  told: told(delivered('out-0.png'), delivered('out-1.png')),
  tooMany: {
    status: 429,
    body: { detail: 'Request was throttled. Your rate limit resets in ~20s.', status: 429, retry_after: 20 },
    waits: 20,
  },
  badRequest: problem(
    422,
    'Invalid version or not permitted',
    "The specified version does not exist (or perhaps you don't have permission to use it?)",
  ),
}
/** Makes one, of a shape in its list or with sides of its own. */
const proOfSize: Predictions = {
  ...{ ...pro, name: 'flux-1.1-pro', cost: 20_000 },
  ask: { path: '/v1/images/generations', body: { prompt: 'A red cat', size: '1280x768', output_format: 'webp' } },
  bodies: [{ input: { prompt: 'A red cat', aspect_ratio: 'custom', width: 1280, height: 768, output_format: 'webp' } }],
  ...{ answers: [succeeded(delivered('tmp_qgdk_lm.webp'))], told: told(delivered('tmp_qgdk_lm.webp')) },
}
const proTwice: Predictions = {
  ...{ ...pro, name: 'flux-1.1-pro twice', cost: 40_000 },
  ask: { path: '/v1/images/generations', body: { prompt: 'A red cat', n: 2 } },
  bodies: [{ input: { prompt: 'A red cat' } }, { input: { prompt: 'A red cat' } }],
  answers: [succeeded(delivered('tmp_a.webp')), succeeded(delivered('tmp_b.webp'))],
  // Which of the two is asked for first is not said.
  told: { ...told(), data: expect.arrayContaining(told(delivered('tmp_a.webp'), delivered('tmp_b.webp')).data) as unknown },
}

const data = `data:image/png;base64,${PICTURE}`
const kontext = {
  ...{ ...shared, model: 'black-forest-labs/flux-kontext-pro', price: 0.04, cost: 20_000 },
  path: '/v1/models/black-forest-labs/flux-kontext-pro/predictions',
  badKey: { status: 401, body: { detail: 'Invalid or expired API token.' } },
  badRequest: invalid('enum', 'input.output_format', 'output_format must be one of the following: "jpg", "png"'),
  ...{ answers: [succeeded(delivered('tmp_edited.png'))], told: told(delivered('tmp_edited.png')) },
}
/** Changes one picture, and writes no webp. */
const edit: Predictions = {
  ...{ ...kontext, name: 'flux-kontext-pro' },
  ask: { path: '/v1/images/edits', body: { prompt: 'No hat', images: [{ image_url: data }], output_format: 'webp' } },
  bodies: [{ input: { prompt: 'No hat', input_image: data } }],
  lost: 'output_format',
}
const editOfAddress: Predictions = {
  ...{ ...kontext, name: 'flux-kontext-pro by address' },
  ask: {
    path: '/v1/images/edits',
    body: {
      prompt: 'No hat',
      images: [{ image_url: 'https://replicate.delivery/pbxt/cat.png' }],
      size: '1024x1536',
      output_format: 'jpeg',
    },
  },
  bodies: [
    { input: { prompt: 'No hat', input_image: 'https://replicate.delivery/pbxt/cat.png', aspect_ratio: '2:3', output_format: 'jpg' } },
  ],
}
const editOfForm: Predictions = {
  ...{ ...kontext, name: 'flux-kontext-pro by a form', isForm: true },
  ask: { path: '/v1/images/edits', body: { prompt: 'No hat', n: '1', output_format: 'png' } },
  bodies: [{ input: { prompt: 'No hat', input_image: data, output_format: 'png' } }],
}

export const predictions: readonly Predictions[] = [schnell, ofCommunity, proOfSize, proTwice, edit, editOfAddress, editOfForm]
/** One of each kind of work, whose answers come later. */
export const late: readonly Predictions[] = [schnell, editOfForm]

/** How a prediction ends without a picture, and what it means. */
export const ends = [
  {
    ...{ state: 'failed', error: 'The input or output was flagged as sensitive. Please try again with different inputs. (E005)' },
    means: 'what is asked',
  },
  { state: 'failed', error: 'Prediction interrupted; please retry (code: PA)', means: 'the vendor' },
  { state: 'canceled', error: null, means: 'the vendor' },
  { state: 'aborted', error: null, means: 'the vendor' },
] as const
