// DashScope's tasks: Wan's films, and beside them pictures, whose rules stand by themselves. Sources: Alibaba Cloud Model Studio, "Wan text to
// video" and "Wan image to video" (2.1 to 2.6, 2.7), "Manage asynchronous tasks" and "Error codes", 2026.
import { z } from 'zod'
import { isPictureTask, pictureDoors, pictureTold, REQUEST_ID as REQUEST, refusal as said } from '../fake-pictures/dashscope-pictures.ts'
import { bearer, type FilmAnswer, type FilmRequest, type FilmTask, type FilmVendor } from './film-vendor.ts'

const LAST_SEED = 2 ** 31 - 1

const text = { prompt: z.string().max(5000).optional(), negative_prompt: z.string().max(500).optional() }
const usual = { seed: z.int().min(0).max(LAST_SEED).optional(), prompt_extend: z.boolean().optional(), watermark: z.boolean().optional() }
const Film = z
  .strictObject({
    model: z.string(),
    input: z.strictObject({
      ...{ ...text, img_url: z.string().optional(), audio_url: z.string().optional(), template: z.string().optional() },
      ...{
        first_frame_url: z.string().optional(),
        last_frame_url: z.string().optional(),
        reference_urls: z.array(z.string()).max(5).optional(),
      },
      media: z
        .array(z.strictObject({ type: z.enum(['first_frame', 'last_frame', 'driving_audio', 'first_clip']), url: z.string() }))
        .optional(),
    }),
    parameters: z
      .strictObject({
        ...{
          ...usual,
          size: z
            .string()
            .regex(/^\d+\*\d+$/)
            .optional(),
          resolution: z.enum(['480P', '720P', '1080P']).optional(),
        },
        ...{ duration: z.int().optional(), shot_type: z.enum(['single', 'multi']).optional(), audio: z.boolean().optional() },
        ratio: z.enum(['16:9', '9:16', '1:1', '4:3', '3:4']).optional(),
      })
      .optional(),
  })
  .check(({ value, issues }) => {
    const wrong = (path: string[], message: string) => issues.push({ code: 'custom', input: value, path, message })
    const { model, input, parameters = {} } = value
    if (model.includes('t2v') && !input.prompt) wrong(['input', 'prompt'], 'text-to-video model must provide a prompt')
    const image = model.startsWith('wan2.7')
      ? input.media?.find(({ type }) => /^first/.test(type))
      : (input.img_url ?? input.first_frame_url)
    if (/i2v|kf2v/.test(model) && image === undefined) wrong(['input'], `image-to-video model ${model} must provide an image`)
    if (input.media && !model.startsWith('wan2.7')) wrong(['input', 'media'], 'is not supported by the model')
    const { duration = 5, resolution, size } = parameters
    if (!secondsOf(model).includes(duration)) wrong(['parameters', 'duration'], `duration ${duration} is not supported by the model`)
    if (/i2v/.test(model) && size) wrong(['parameters', 'size'], 'image-to-video takes a resolution')
    if (/^wan2\.[1-6]-t2v/.test(model) && resolution) wrong(['parameters', 'resolution'], 'takes a size')
    if (resolution === '480P' && /^wan2\.[67]/.test(model)) wrong(['parameters', 'resolution'], 'is not supported by the model')
  })

/** How long films of a model may be. */
function secondsOf(model: string): readonly number[] {
  if (/^wan2\.[67]/.test(model)) return Array.from({ length: 14 }, (_, index) => index + 2)
  return model.startsWith('wan2.5') ? [5, 10] : [5]
}
const filmModels = /^(wan2\.[1-7]|wanx2\.1|happyhorse)/

/** Only calls that say so are tasks. */
const check = (models: RegExp) => (request: FilmRequest) => {
  if (request.headers['x-dashscope-async'] !== 'enable')
    return said(403, 'AccessDenied', 'current user api does not support synchronous calls.')
  return typeof request.body.model === 'string' && !models.test(request.body.model)
    ? said(400, 'InvalidParameter', 'Model not exist.')
    : undefined
}

const time = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '')
const failures = {
  failed: { code: 'InternalError.Timeout', message: 'An internal timeout error has occured during execution.' },
  moderated: { code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content.' },
}

function output(task: FilmTask): object {
  const { id: task_id, state, createdMs } = task
  const base = { task_id, task_status: dashscope.words[state], submit_time: time(createdMs), scheduled_time: time(createdMs + 100) }
  return state === 'failed' || state === 'moderated' ? { ...base, end_time: time(createdMs + 60_000), ...failures[state] } : base
}

function filmTold(task: FilmTask, video_url: string | undefined): object {
  const { input, parameters = {} } = Film.parse(task.body)
  const { duration = 5, resolution, size = '1920*1080' } = parameters
  const short = Math.min(...size.split('*').map(Number))
  const done = {
    end_time: time(task.createdMs + 60_000),
    orig_prompt: input.prompt ?? '',
    ...(video_url === undefined ? {} : { video_url }),
  }
  const usage = {
    duration,
    input_video_duration: 0,
    output_video_duration: duration,
    video_count: 1,
    SR: Number(resolution?.slice(0, -1) ?? short),
  }
  return { output: { ...output(task), ...done }, usage }
}

const created = (task: FilmTask): FilmAnswer => ({
  status: 200,
  body: { output: { task_status: 'PENDING', task_id: task.id }, request_id: REQUEST },
})

export const dashscope: FilmVendor = {
  name: 'dashscope',
  words: {
    ...{ queued: 'PENDING', running: 'RUNNING', succeeded: 'SUCCEEDED', partial: 'SUCCEEDED', failed: 'FAILED', moderated: 'FAILED' },
    ...{ expired: 'UNKNOWN', cancelled: 'CANCELED' },
  },
  rejectsUnknown: false,
  identify: bearer((shown) => said(401, 'InvalidApiKey', shown === undefined ? 'No API-key provided.' : 'Invalid API-key provided.')),
  rejectBody: ({ field, isMissing, message }) =>
    said(400, 'InvalidParameter', isMissing ? `Required parameter(s) missing or empty: ${field}` : `${field}: ${message}`),
  // What is not there, or no more, is no error.
  noTask: (task_id) => ({ status: 200, body: { request_id: REQUEST, output: { task_id, task_status: 'UNKNOWN' } } }),
  noRoute: said(404, 'InvalidURL', 'url error, please check url！'),
  idOf: (number) => `a8532587-fa8c-4ef8-82be-${String(number).padStart(12, '0')}`,
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: /^\/api\/v1\/services\/aigc\/video-generation\/video-synthesis$/, body: Film },
      check: check(filmModels),
      answer: (_, task) => created(task),
    },
    ...pictureDoors,
    {
      ...{ does: 'poll', method: 'GET', path: /^\/api\/v1\/tasks\/([\w-]+)$/ },
      answer(visit, task) {
        if (isPictureTask(task)) return { status: 200, body: pictureTold(task, dashscope.words[task.state] ?? 'UNKNOWN', visit.link) }
        if (task.state !== 'succeeded') return { status: 200, body: { request_id: REQUEST, output: output(task) } }
        return { status: 200, body: { request_id: REQUEST, ...filmTold(task, visit.link(task)) } }
      },
    },
    {
      ...{ does: 'visit', method: 'POST', path: /^\/api\/v1\/tasks\/([\w-]+)\/cancel$/ },
      answer(visit, task) {
        if (task.state !== 'queued')
          return said(400, 'UnsupportedOperation', 'Failed to cancel the task, please confirm if the task is in PENDING status.')
        visit.end(task, 'cancelled')
        return { status: 200, body: { request_id: REQUEST } }
      },
    },
  ],
}
