// Vidu's films. Sources: Vidu, API documentation, "Text to video", "Image to video", "Start end to video", "Reference to video", "Query creations",
// "Cancel task" and "Error codes", 2025 and 2026.
import { z } from 'zod'
import { bearer, type FilmAnswer, type FilmTask, type FilmVendor } from './film-vendor.ts'

const said = (status: number, reason: string, message: string): FilmAnswer => ({
  status,
  body: { code: status, reason, message, metadata: { trace_id: 'c0ffee' } },
})

const LONGEST_PROMPT = 2000
const prompt = z.string().max(LONGEST_PROMPT)
const common = {
  ...{ duration: z.int().optional(), seed: z.int().optional(), resolution: z.string().optional(), bgm: z.boolean().optional() },
  ...{ movement_amplitude: z.enum(['auto', 'small', 'medium', 'large']).optional(), payload: z.string().max(1_048_576).optional() },
  ...{ off_peak: z.boolean().optional(), watermark: z.boolean().optional(), wm_position: z.int().min(1).max(4).optional() },
  ...{ wm_url: z.string().optional(), meta_data: z.string().optional(), callback_url: z.url().optional() },
}
const ratio = z.enum(['16:9', '9:16', '4:3', '3:4', '1:1']).optional()
const images = z.array(z.string().min(1))
const speech = { audio: z.boolean().optional(), voice_id: z.string().optional() }

const q2 = Array.from({ length: 10 }, (_, index) => index + 1)
/** By model: seconds and resolutions, the usual one first. */
const models: Readonly<Record<string, readonly [seconds: readonly number[], resolutions: readonly string[]]>> = {
  viduq2: [q2, ['720p', '540p', '1080p']],
  'viduq2-pro': [q2, ['720p', '540p', '1080p']],
  'viduq2-turbo': [q2, ['720p', '540p', '1080p']],
  'viduq2-pro-fast': [q2, ['720p', '1080p']],
  viduq1: [[5], ['1080p']],
  'viduq1-classic': [[5], ['1080p']],
  'vidu2.0': [
    [4, 8],
    ['360p', '720p', '1080p'],
  ],
}

type Given = { readonly model: string; readonly duration?: number | undefined; readonly resolution?: string | undefined }
type Check = {
  readonly value: Given & {
    readonly aspect_ratio?: string | undefined
    readonly audio?: boolean | undefined
    readonly off_peak?: boolean | undefined
  }
  readonly issues: z.core.$ZodRawIssue[]
}
function checkModel({ value, issues }: Check): void {
  const [seconds, resolutions] = models[value.model] ?? [[], []]
  const wrong = (field: string, message: string) => issues.push({ code: 'custom', input: value, path: [field], message })
  if (value.duration !== undefined && !seconds.includes(value.duration)) wrong('duration', 'is not supported by the model')
  if (value.resolution !== undefined && !resolutions.includes(value.resolution)) wrong('resolution', 'is not supported by the model')
  if (value.model === 'vidu2.0' && value.duration === 8 && value.resolution !== undefined && value.resolution !== '720p')
    wrong('resolution', '8 seconds have 720p')
  if (/^[34]:/.test(value.aspect_ratio ?? '') && !value.model.startsWith('viduq2')) wrong('aspect_ratio', 'is not supported by the model')
  if (value.audio && value.off_peak) wrong('off_peak', 'is not supported with audio')
}

const framed = ['viduq2-pro-fast', 'viduq2-pro', 'viduq2-turbo', 'viduq1', 'viduq1-classic', 'vidu2.0'] as const
const subject = z.strictObject({ id: z.string(), images: images.min(1).max(3), voice_id: z.string().optional() })
const bodies = {
  text2video: z
    .strictObject({
      model: z.enum(['viduq2', 'viduq1']),
      prompt,
      style: z.enum(['general', 'anime']).optional(),
      aspect_ratio: ratio,
      ...common,
    })
    .check(checkModel),
  img2video: z
    .strictObject({
      model: z.enum(framed),
      images: images.length(1),
      prompt: prompt.optional(),
      is_rec: z.boolean().optional(),
      ...speech,
      ...common,
    })
    .check(checkModel),
  'start-end2video': z
    .strictObject({ model: z.enum(framed), images: images.length(2), prompt: prompt.optional(), is_rec: z.boolean().optional(), ...common })
    .check(checkModel),
  reference2video: z
    .strictObject({
      ...{ model: z.enum(['viduq2', 'viduq1', 'vidu2.0']), prompt, images: images.min(1).max(7).optional(), audio: speech.audio },
      ...{ subjects: z.array(subject).min(1).max(7).optional(), aspect_ratio: ratio, ...common },
    })
    .refine(({ images: plain, subjects }) => (plain === undefined) !== (subjects === undefined), {
      message: 'images or subjects',
      path: ['images'],
    })
    .check(checkModel),
}
const kinds = ['text2video', 'img2video', 'start-end2video', 'reference2video'] as const

/** The stand-in's own price: a second costs 10 credits. */
const creditsOf = ({ body }: FilmTask) => Number(body.duration ?? models[String(body.model)]?.[0][0] ?? 5) * 10
const failures = { failed: 'SystemError', moderated: 'CreationPolicyViolation', cancelled: 'Canceled' }

export const vidu: FilmVendor = {
  name: 'vidu',
  words: { queued: 'queueing', running: 'processing', succeeded: 'success', failed: 'failed', moderated: 'failed', cancelled: 'failed' },
  rejectsUnknown: true,
  identify: bearer(() => said(401, 'Unauthorized', 'invalid token'), 'Token'),
  rejectBody: ({ field, isUnknown, isMissing, message }) =>
    said(400, isUnknown ? 'FieldUnwanted' : isMissing ? 'FieldLacking' : 'FieldInvalid', `${field}: ${message}`),
  noTask: (id) => said(404, 'TaskNotFound', `task ${id} not found`),
  noRoute: said(404, 'NotFound', 'not found'),
  idOf: (number) => String(890_123_456_789_000 + number),
  doors: [
    ...kinds.map((kind) => ({
      ...({ does: 'submit', method: 'POST', path: new RegExp(`^/ent/v2/${kind}$`), body: bodies[kind] } as const),
      answer: (_: unknown, task: FilmTask) => {
        const { callback_url, ...rest } = task.body
        const created_at = new Date(task.createdMs).toISOString()
        return { status: 200, body: { task_id: task.id, state: 'created', ...rest, credits: creditsOf(task), created_at } }
      },
    })),
    {
      ...{ does: 'poll', method: 'GET', path: /^\/ent\/v2\/tasks\/(\d+)\/creations$/ },
      answer(visit, task) {
        const { id, state, body } = task
        const err_code = state === 'failed' || state === 'moderated' || state === 'cancelled' ? failures[state] : ''
        const credits = err_code === '' ? creditsOf(task) : 0
        const base = {
          id,
          state: vidu.words[state],
          err_code,
          credits,
          payload: body.payload ?? '',
          bgm: body.bgm ?? false,
          off_peak: body.off_peak ?? false,
        }
        const url = visit.link(task)
        const creation = { id: `${id}1`, url: url ?? '', cover_url: visit.link(task, 'png') ?? '', watermarked_url: '' }
        return { status: 200, body: { ...base, creations: state === 'succeeded' ? [creation] : [] } }
      },
    },
    {
      ...{ does: 'visit', method: 'POST', path: /^\/ent\/v2\/tasks\/(\d+)\/cancel$/ },
      answer(visit, task) {
        if (task.state !== 'queued') return said(400, 'OperationInProcess', 'the task cannot be cancelled')
        visit.end(task, 'cancelled')
        return { status: 200, body: {} }
      },
    },
  ],
}
