// What each film vendor takes, how it tells of it, and what it rejects: the examples that its stand-in is held to.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { blackForestLabs } from '../fake-pictures/black-forest-labs.ts'
import { ark } from './ark.ts'
import { dashscope } from './dashscope.ts'
import type { FilmVendor, State } from './film-vendor.ts'
import { kling } from './kling.ts'
import { minimaxFirst, minimaxSecond } from './minimax.ts'
import { siliconflow } from './siliconflow.ts'
import { sora } from './sora.ts'
import { geminiVeo } from './veo.ts'
import { vertexVeo } from './vertex/veo.ts'
import { vidu } from './vidu.ts'
import { jimeng } from './volcengine/jimeng.ts'
import { signatureOf } from './volcengine/signature.ts'
import { xai } from './xai.ts'
import { zhipu } from './zhipu.ts'

/** A request before its key is shown. */
export interface SentRequest {
  readonly method: string
  readonly url: URL
  readonly body: string
}

export type Fields = Readonly<Record<string, unknown>>
/** A request that makes a task, and what is around it. */
export interface Example {
  readonly vendor: FilmVendor
  readonly path: string
  readonly body: Fields
  readonly headers?: (key: string, request: SentRequest) => Record<string, string>
  /** Where its answers have the id, how a task stands, and the link. */
  readonly id: string
  readonly state: string
  readonly link: string
  readonly poll: (id: string) => { readonly path: string; readonly body?: object }
  /** What is told of a task in a state. */
  readonly told: Partial<Record<State, unknown>>
  /** Changes of the body that are rejected: a status, and what the answer says. */
  readonly rejects: readonly (readonly [change: Fields, status: number, said: object])[]
  /** Changes that pass. */
  readonly takes?: readonly Fields[]
}

/** The keys that the stand-ins take; where a key has two halves, the second is `secret`. */
export const KEYS = ['key-a', 'key-b', 'key-a|secret', 'key-b|secret']

/** A signed request, made by the documentation's steps. */
export function volcengineHeaders(access: string, { method, url, body }: SentRequest, now = new Date()): Record<string, string> {
  const stamp = now.toISOString().replace(/[:-]|\.\d{3}/g, '')
  const hash = createHash('sha256').update(body).digest('hex')
  const signed = { 'content-type': 'application/json', host: url.host, 'x-content-sha256': hash, 'x-date': stamp }
  const scope = [stamp.slice(0, 8), 'cn-north-1', 'cv', 'request']
  const request = { method, path: url.pathname, query: url.searchParams, headers: signed, payload: body }
  const names = Object.keys(signed)
  const signature = signatureOf(request, names, scope, 'secret')
  const authorization = `HMAC-SHA256 Credential=${access}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { 'x-content-sha256': hash, 'x-date': stamp, authorization }
}

const JIMENG = (action: string) => `/?Action=${action}&Version=2022-08-31`
const arkText = { type: 'text', text: 'A cat yawns' }
const image = (role?: string) => ({ type: 'image_url', image_url: { url: 'https://site.test/a.png' }, ...(role && { role }) })
const VERTEX = 'projects/p/locations/us-central1/publishers/google/models/veo-3.1-generate-001'

export const examples: readonly Example[] = [
  {
    ...{ vendor: ark, path: '/api/v3/contents/generations/tasks', id: 'id', state: 'status', link: 'content.video_url' },
    body: { model: 'doubao-seedance-1-0-pro-250528', content: [arkText], resolution: '480p', ratio: '16:9', duration: 2 },
    poll: (id) => ({ path: `/api/v3/contents/generations/tasks/${id}` }),
    told: {
      queued: 'queued',
      running: 'running',
      succeeded: 'succeeded',
      failed: 'failed',
      moderated: 'failed',
      expired: 'expired',
      cancelled: 'cancelled',
    },
    rejects: [
      [{ duration: 13 }, 400, { error: { code: 'InvalidParameter', param: 'duration', type: 'BadRequest' } }],
      [{ content: undefined }, 400, { error: { code: 'MissingParameter', param: 'content' } }],
      [
        { content: [arkText, image(), image()] },
        400,
        { error: { param: 'content', message: expect.stringContaining('role must be specified') } },
      ],
      [{ model: 'doubao-nothing' }, 404, { error: { code: 'InvalidEndpointOrModel.NotFound' } }],
      [{ model: 'doubao-seedance-2-0-fast-260128', resolution: '1080p', duration: 5 }, 400, { error: { param: 'resolution' } }],
      [{ generate_audio: true }, 400, { error: { param: 'generate_audio' } }],
    ],
    takes: [
      {
        model: 'doubao-seedance-2-0-260128',
        duration: 15,
        content: [arkText, { type: 'video_url', video_url: { url: 'https://a.test' }, role: 'reference_video' }],
      },
      { content: [image('first_frame'), image('last_frame')] },
    ],
  },
  {
    ...{
      vendor: kling,
      path: '/v1/videos/text2video',
      id: 'data.task_id',
      state: 'data.task_status',
      link: 'data.task_result.videos.0.url',
    },
    body: { model_name: 'kling-v1-6', prompt: 'A cat', mode: 'std', duration: '5', aspect_ratio: '16:9', cfg_scale: 0.5 },
    poll: (id) => ({ path: `/v1/videos/text2video/${id}` }),
    told: { queued: 'submitted', running: 'processing', succeeded: 'succeed', failed: 'failed', moderated: 'failed' },
    rejects: [
      [{ duration: 5 }, 400, { code: 1201 }],
      [{ duration: '7' }, 400, { code: 1201, message: expect.stringContaining('duration') }],
      [{ prompt: undefined }, 400, { code: 1200 }],
      [{ model_name: 'kling-v2-6', cfg_scale: undefined, sound: 'on' }, 400, { code: 1201 }],
    ],
    takes: [{ model_name: 'kling-v3', cfg_scale: undefined, duration: '13', sound: 'on' }],
  },
  {
    ...{ vendor: jimeng, path: JIMENG('CVSync2AsyncSubmitTask'), id: 'data.task_id', state: 'data.status', link: 'data.video_url' },
    body: { req_key: 'jimeng_t2v_v30', prompt: 'A cat', seed: -1, frames: 121, aspect_ratio: '16:9' },
    headers: volcengineHeaders,
    poll: (task_id) => ({ path: JIMENG('CVSync2AsyncGetResult'), body: { req_key: 'jimeng_t2v_v30', task_id } }),
    // What failed is told with a code and no state.
    told: { queued: 'in_queue', running: 'generating', succeeded: 'done', failed: undefined, moderated: undefined, expired: 'expired' },
    rejects: [
      [{ frames: 120 }, 400, { code: 50_215, data: null }],
      [{ prompt: undefined }, 400, { code: 50_215 }],
      [{ req_key: 'jimeng_nothing' }, 400, { code: 50_204 }],
      [{ req_key: 'jimeng_i2v_first_v30' }, 400, { code: 50_215 }],
      [{ req_key: 'jimeng_i2v_first_tail_v30', aspect_ratio: undefined, image_urls: ['https://site.test/a.png'] }, 400, { code: 50_215 }],
      [{ req_key: 'jimeng_ti2v_v30_pro', image_urls: ['https://site.test/a.png'], binary_data_base64: ['AAAA'] }, 400, { code: 50_215 }],
    ],
    takes: [
      { req_key: 'jimeng_ti2v_v30_pro', frames: 241, image_urls: ['https://site.test/a.png'] },
      { req_key: 'jimeng_i2v_first_tail_v30_1080', aspect_ratio: undefined, binary_data_base64: ['iVBORw0KGgo=', '/9j/4AAQ'] },
      { req_key: 'jimeng_vgfm_i2v_l20', frames: undefined, image_urls: ['https://site.test/a.png'] },
    ],
  },
  {
    ...{ vendor: geminiVeo, path: '/v1beta/models/veo-3.1-generate-preview:predictLongRunning', id: 'name', state: 'done' },
    link: 'response.generateVideoResponse.generatedSamples.0.video.uri',
    body: { instances: [{ prompt: 'A cat' }], parameters: { aspectRatio: '16:9', durationSeconds: 8, resolution: '1080p' } },
    headers: (key) => ({ 'x-goog-api-key': key }),
    poll: (name) => ({ path: `/v1beta/${name}` }),
    told: { queued: undefined, running: undefined, succeeded: true, failed: true, moderated: true },
    rejects: [
      [{ parameters: { durationSeconds: '8' } }, 400, { error: { status: 'INVALID_ARGUMENT' } }],
      [{ parameters: { durationSeconds: 4, resolution: '1080p' } }, 400, { error: { code: 400 } }],
      [
        { parameters: { generateAudio: true } },
        400,
        { error: { message: expect.stringContaining("`generateAudio` isn't supported by this model") } },
      ],
      [{ model: 'veo' }, 400, { error: { message: expect.stringContaining('Unknown name "model"') } }],
    ],
    takes: [{ parameters: { durationSeconds: 4 } }],
  },
  {
    ...{ vendor: vertexVeo, path: `/v1/${VERTEX}:predictLongRunning`, id: 'name', state: 'done', link: 'response.videos.0.gcsUri' },
    body: { instances: [{ prompt: 'A cat' }], parameters: { sampleCount: 1, generateAudio: true, storageUri: 'gs://films' } },
    poll: (operationName) => ({ path: `/v1/${VERTEX}:fetchPredictOperation`, body: { operationName } }),
    told: { queued: undefined, running: undefined, succeeded: true, failed: true, moderated: true },
    rejects: [
      [{ parameters: { sampleCount: 5 } }, 400, { error: { status: 'INVALID_ARGUMENT' } }],
      [{ instances: [{ prompt: 'A cat', image: { uri: 'https://a.test' } }] }, 400, { error: { code: 400 } }],
    ],
  },
  {
    ...{ vendor: dashscope, path: '/api/v1/services/aigc/video-generation/video-synthesis', id: 'output.task_id' },
    ...{ state: 'output.task_status', link: 'output.video_url' },
    body: { model: 'wan2.7-t2v', input: { prompt: 'A cat' }, parameters: { resolution: '720P', ratio: '16:9', duration: 5 } },
    headers: (key) => ({ authorization: `Bearer ${key}`, 'x-dashscope-async': 'enable' }),
    poll: (id) => ({ path: `/api/v1/tasks/${id}` }),
    told: { queued: 'PENDING', running: 'RUNNING', succeeded: 'SUCCEEDED', failed: 'FAILED', moderated: 'FAILED', cancelled: 'CANCELED' },
    rejects: [
      [{ parameters: { duration: '5' } }, 400, { code: 'InvalidParameter' }],
      [{ parameters: { resolution: '720p' } }, 400, { code: 'InvalidParameter' }],
      [{ model: 'wan2.7-i2v' }, 400, { message: expect.stringContaining('must provide an image') }],
      [{ model: 'no-such-model' }, 400, { message: 'Model not exist.' }],
    ],
    takes: [{ model: 'wan2.7-i2v', input: { media: [{ type: 'first_frame', url: 'https://a.test/a.png' }] } }],
  },
  {
    ...{ vendor: minimaxFirst, path: '/v1/video_generation', id: 'task_id', state: 'status', link: 'file_id' },
    body: { model: 'MiniMax-Hailuo-2.3', prompt: 'A cat', duration: 6, resolution: '1080P' },
    poll: (id) => ({ path: `/v1/query/video_generation?task_id=${id}` }),
    told: { queued: 'Queueing', running: 'Processing', succeeded: 'Success', failed: 'Fail', moderated: 'Fail' },
    rejects: [
      [{ duration: 10 }, 200, { base_resp: { status_code: 2013 } }],
      [
        { model: 'MiniMax-Hailuo-2.3-Fast' },
        200,
        { base_resp: { status_code: 2013, status_msg: expect.stringContaining('first_frame_image') } },
      ],
    ],
  },
  {
    ...{ vendor: minimaxSecond, path: '/v2/video_generation', id: 'task_id', state: 'task.status', link: 'task.content.url' },
    body: { model: 'MiniMax-H3', content: [arkText], duration: 5, resolution: '2K', ratio: '16:9' },
    poll: (id) => ({ path: `/v2/query/video_generation/${id}` }),
    told: { queued: 'queued', running: 'running', succeeded: 'succeeded', failed: 'failed', moderated: 'failed', expired: 'expired' },
    rejects: [
      [{ ratio: 'adaptive' }, 400, { type: 'error', error: { type: 'bad_request_error', http_code: '400' } }],
      [{ duration: 3 }, 400, { error: { message: expect.stringContaining('(2013)') } }],
    ],
    takes: [{ content: [arkText, image('first_frame')], ratio: undefined }],
  },
  {
    ...{ vendor: zhipu, path: '/api/paas/v4/videos/generations', id: 'id', state: 'task_status', link: 'video_result.0.url' },
    body: { model: 'cogvideox-3', prompt: 'A cat', quality: 'quality', with_audio: true, size: '1920x1080', fps: 30, duration: 5 },
    poll: (id) => ({ path: `/api/paas/v4/async-result/${id}` }),
    told: { queued: 'PROCESSING', running: 'PROCESSING', succeeded: 'SUCCESS', failed: 'FAIL', moderated: 'FAIL' },
    rejects: [
      [{ fps: 24 }, 400, { error: { code: '1214' } }],
      [{ model: 'cogvideox-9' }, 400, { error: { code: '1211' } }],
      [{ prompt: undefined }, 400, { error: { code: '1214' } }],
    ],
  },
  {
    ...{ vendor: xai, path: '/v1/videos/generations', id: 'request_id', state: 'status', link: 'video.url' },
    body: { model: 'grok-imagine-video', prompt: 'A cat', duration: 8, aspect_ratio: '16:9', resolution: '720p' },
    poll: (id) => ({ path: `/v1/videos/${id}` }),
    told: { queued: 'pending', running: 'pending', succeeded: 'done', failed: 'failed', moderated: 'done', expired: 'expired' },
    rejects: [
      [{ duration: 16 }, 400, { code: 'invalid-argument', error: expect.stringContaining('duration') }],
      [{ resolution: '1080p' }, 400, { code: 'invalid-argument' }],
    ],
    takes: [{ model: 'grok-imagine-video-1.5', resolution: '1080p', prompt: undefined, image: { url: 'https://a.test/a.png' } }],
  },
  {
    ...{ vendor: siliconflow, path: '/v1/video/submit', id: 'requestId', state: 'status', link: 'results.videos.0.url' },
    body: { model: 'Wan-AI/Wan2.2-T2V-A14B', prompt: 'A cat', image_size: '1280x720' },
    poll: (requestId) => ({ path: '/v1/video/status', body: { requestId } }),
    told: { queued: 'InQueue', running: 'InProgress', succeeded: 'Succeed', failed: 'Failed', moderated: 'Failed' },
    rejects: [
      [{ image_size: '1920x1080' }, 400, { code: 20015, data: null }],
      [{ model: 'Wan-AI/Wan2.2-I2V-A14B' }, 400, { code: 20015 }],
      [{ model: 'nobody/nothing' }, 400, { code: 20012 }],
    ],
  },
  {
    ...{ vendor: vidu, path: '/ent/v2/text2video', id: 'task_id', state: 'state', link: 'creations.0.url' },
    body: { model: 'viduq2', prompt: 'A cat', duration: 8, resolution: '540p', aspect_ratio: '4:3' },
    headers: (key) => ({ authorization: `Token ${key}` }),
    poll: (id) => ({ path: `/ent/v2/tasks/${id}/creations` }),
    told: { queued: 'queueing', running: 'processing', succeeded: 'success', failed: 'failed', moderated: 'failed' },
    rejects: [
      [{ duration: 11 }, 400, { reason: 'FieldInvalid' }],
      [{ size: '720p' }, 400, { reason: 'FieldUnwanted' }],
      [{ prompt: undefined }, 400, { reason: 'FieldLacking' }],
      [{ model: 'viduq1', duration: 5, resolution: '1080p' }, 400, { reason: 'FieldInvalid' }],
    ],
  },
  {
    ...{ vendor: sora, path: '/v1/videos', id: 'id', state: 'status', link: 'expires_at' },
    body: { model: 'sora-2', prompt: 'A cat', seconds: '8', size: '1280x720' },
    poll: (id) => ({ path: `/v1/videos/${id}` }),
    told: { queued: 'queued', running: 'in_progress', succeeded: 'completed', failed: 'failed', moderated: 'failed' },
    rejects: [
      [{ seconds: 8 }, 400, { error: { param: 'seconds', type: 'invalid_request_error' } }],
      [{ size: '1792x1024' }, 400, { error: { param: 'size' } }],
      [{ n: 2 }, 400, { error: { message: "Unknown parameter: 'n'." } }],
    ],
    takes: [{ model: 'sora-2-pro', size: '1792x1024' }],
  },
  {
    ...{ vendor: blackForestLabs, path: '/v1/flux-pro-1.1', id: 'id', state: 'status', link: 'result.sample' },
    body: { prompt: 'A cat', width: 1024, height: 768, seed: 7, output_format: 'png', safety_tolerance: 6 },
    headers: (key) => ({ 'x-key': key }),
    poll: (id) => ({ path: `/v1/get_result?id=${id}` }),
    told: { queued: 'Pending', running: 'Pending', succeeded: 'Ready', failed: 'Error', moderated: 'Content Moderated' },
    rejects: [
      [{ width: 1472 }, 422, { detail: [{ loc: ['body', 'width'] }] }],
      [{ height: 1000 }, 422, { detail: [{ loc: ['body', 'height'] }] }],
      [{ safety_tolerance: 7 }, 422, { detail: [{ loc: ['body', 'safety_tolerance'] }] }],
      [{ image_prompt: 'https://a.test/a.png' }, 422, { detail: [{ loc: ['body', 'image_prompt'] }] }],
      [{ n: 2 }, 422, { detail: [{ loc: ['body', 'n'] }] }],
      [{ aspect_ratio: '1:1' }, 422, { detail: [{ loc: ['body', 'aspect_ratio'] }] }],
    ],
    takes: [{ width: 1440, height: 256 }, { prompt_upsampling: true }, { prompt: undefined }],
  },
]
