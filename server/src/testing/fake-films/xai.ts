// xAI's films. Sources: xAI, REST API reference, "Video generation", "Video editing", "Video extension", "Get video", 2026, the schemas of the
// library of the AI SDK, and the words of its errors as users report them (agenc-core pull request 2349). While a film is made it answers 202.
import { z } from 'zod'
import { bearer, type Door, type FilmAnswer, type FilmTask, type FilmVendor, type Visit } from './film-vendor.ts'

const said = (status: number, code: string, error: string): FilmAnswer => ({ status, body: { code, error } })
const media = z.strictObject({ url: z.string().min(1) })
const models = ['grok-imagine-video', 'grok-imagine-video-1.5', 'grok-imagine-video-1.5-preview'] as const
const base = { model: z.enum(models), prompt: z.string().max(4096).optional(), user: z.string().optional() }
const storage_options = z
  .strictObject({
    filename: z.string().min(1),
    expires_after: z.int().min(1).max(2_592_000).optional(),
    public_url: z.union([z.boolean(), z.strictObject({ expires_after: z.int().min(3600).max(2_592_000).optional() })]).optional(),
  })
  .optional()

const Made = z
  .strictObject({
    ...{ ...base, image: media.optional(), last_frame: media.optional(), reference_images: z.array(media).min(1).max(7).optional() },
    reference_audios: z
      .array(z.union([media, z.strictObject({ voice_id: z.string() })]))
      .max(3)
      .optional(),
    keyframes: z
      .array(z.strictObject({ image: media, timestamp_s: z.number().positive() }))
      .max(4)
      .optional(),
    ...{ duration: z.int().min(1).max(15).optional(), resolution: z.enum(['480p', '720p', '1080p']).optional() },
    aspect_ratio: z.enum(['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3']).optional(),
    ...{ generate_audio: z.boolean().optional(), storage_options },
  })
  .check(({ value, issues }) => {
    const wrong = (field: string, message: string) => issues.push({ code: 'custom', input: value, path: [field], message })
    const { model, image, prompt, resolution, reference_images: references } = value
    const isFirst = model === 'grok-imagine-video'
    if (prompt === undefined && image === undefined) wrong('prompt', 'prompt is required')
    if (image !== undefined && references !== undefined) wrong('reference_images', 'image and reference_images cannot be used together')
    if (resolution === '1080p' && (isFirst || references !== undefined)) wrong('resolution', '1080p is not supported')
    if ((value.last_frame !== undefined || value.keyframes !== undefined) && isFirst) wrong('last_frame', 'is not supported by the model')
  })
const Edited = z.strictObject({ ...base, prompt: z.string(), video: media, storage_options })
const Extended = z.strictObject({
  model: base.model,
  prompt: z.string(),
  video: media,
  duration: z.int().min(2).max(10).optional(),
  storage_options,
})

const submit = (path: RegExp, body: z.ZodType): Door => ({
  ...{ does: 'submit', method: 'POST', path, body },
  answer: (_, { id }) => ({ status: 200, body: { request_id: id } }),
})

/** How long a film is: an edit as long as what it was made of, an extension longer by what was asked for. */
function secondsOf({ path, body }: FilmTask, visit: Visit): number {
  const { duration, video } = z.object({ duration: z.number().optional(), video: media.optional() }).parse(body)
  const source = visit.tasks().find(({ id }) => video?.url.includes(encodeURIComponent(id)))
  const given = source ? secondsOf(source, visit) : 8
  if (path.endsWith('/edits')) return given
  return path.endsWith('/extensions') ? given + (duration ?? 6) : (duration ?? 8)
}

/** In hundred-millionths of a cent, by the second. */
const TICKS_A_SECOND = 500_000_000

export const xai: FilmVendor = {
  name: 'xai',
  words: { queued: 'pending', running: 'pending', succeeded: 'done', failed: 'failed', moderated: 'done', expired: 'expired' },
  rejectsUnknown: false,
  identify: bearer((shown) =>
    shown === undefined
      ? said(401, 'unauthenticated', 'No API key was provided. You can find your API key at https://console.x.ai.')
      : said(400, 'invalid-argument', 'Incorrect API key provided. You can obtain an API key from https://console.x.ai.'),
  ),
  rejectBody: ({ field, isMissing, message }) => said(isMissing ? 422 : 400, 'invalid-argument', `${field}: ${message}`),
  noTask: () => said(404, 'not-found', 'The requested resource was not found.'),
  noRoute: said(404, 'not-found', 'The requested resource was not found.'),
  idOf: (number) => `d97415a1-5796-b7ec-379f-${String(number).padStart(12, '0')}`,
  doors: [
    submit(/^\/v1\/videos\/generations$/, Made),
    submit(/^\/v1\/videos\/edits$/, Edited),
    submit(/^\/v1\/videos\/extensions$/, Extended),
    {
      ...{ does: 'poll', method: 'GET', path: /^\/v1\/videos\/([\w-]+)$/ },
      answer(visit, task) {
        const { model } = task.body
        const duration = secondsOf(task, visit)
        const status = xai.words[task.state]
        if (task.state === 'failed')
          return { status: 200, body: { status, error: { code: 'internal_error', message: 'Video generation failed.' } } }
        if (task.state === 'expired') return { status: 200, body: { status } }
        if (status === 'pending') return { status: 202, body: { status, progress: task.state === 'queued' ? 0 : 50 } }
        const isKept = task.state === 'moderated'
        const url = isKept ? '' : visit.link(task)
        const video = { ...(url === undefined ? {} : { url }), duration, respect_moderation: !isKept }
        const usage = { cost_in_usd_ticks: isKept ? 0 : duration * TICKS_A_SECOND }
        return { status: 200, body: { status, video, model, usage, progress: 100 } }
      },
    },
  ],
}
