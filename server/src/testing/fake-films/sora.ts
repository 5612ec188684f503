// The films of OpenAI's API, which its relays serve on. Sources: OpenAI, API reference, "Videos", 2026, and the types of its library 6
// (`resources/videos`).
import { z } from 'zod'
import { openaiRefusal } from '../fake-files/openai-files.ts'
import { bearer, type FilmAnswer, type FilmTask, type FilmVendor, type TaskDoor } from './film-vendor.ts'
import { PICTURE } from './media.ts'

const LIFETIME_SECONDS = 24 * 3600
const models = ['sora-2', 'sora-2-pro', 'sora-2-2025-10-06', 'sora-2-pro-2025-10-06', 'sora-2-2025-12-08']
const seconds = z.enum(['4', '8', '12'])
const reference = z.union([z.instanceof(File), z.strictObject({ file_id: z.string().optional(), image_url: z.string().optional() })])
const Created = z
  .strictObject({
    ...{ prompt: z.string().min(1), model: z.enum(models).optional(), seconds: seconds.optional(), input_reference: reference.optional() },
    size: z.enum(['720x1280', '1280x720', '1024x1792', '1792x1024']).optional(),
  })
  .refine(({ model, size }) => model?.includes('pro') || !/1792/.test(size ?? ''), {
    message: 'is not supported by the model',
    path: ['size'],
  })
const Remixed = z.strictObject({ prompt: z.string().min(1) })
const source = z.union([z.instanceof(File), z.strictObject({ id: z.string() })])
const Edited = z.strictObject({ prompt: z.string().min(1), video: source })
const Extended = z.strictObject({ prompt: z.string().min(1), video: source, seconds: z.enum(['4', '8', '12', '16', '20']) })

const failures = {
  failed: { code: 'internal_error', message: 'An internal error occurred while processing your request.' },
  moderated: { code: 'moderation_blocked', message: 'Your request was blocked by our moderation system.' },
}

function told({ id, body, state, createdMs, source }: FilmTask): object {
  const { model = 'sora-2', prompt, seconds: length = '4', size = '720x1280' } = { ...source?.body, ...body }
  const created = Math.floor(createdMs / 1000)
  const isDone = state === 'succeeded'
  const ends = { completed_at: isDone ? created + 60 : null, expires_at: isDone ? created + 60 + LIFETIME_SECONDS : null }
  const progress = { queued: 0, running: 50, succeeded: 100 }
  return {
    ...{ id, object: 'video', created_at: created, status: sora.words[state], ...ends, model, prompt, seconds: length, size },
    ...{ progress: state === 'queued' || state === 'running' || isDone ? progress[state] : 0 },
    remixed_from_video_id: source?.id ?? null,
    error: state === 'failed' || state === 'moderated' ? failures[state] : null,
  }
}

const submit = (path: RegExp, body: z.ZodType): TaskDoor => ({
  ...{ does: 'submit', method: 'POST', path, body, takesForms: true },
  answer: (_, task) => ({ status: 200, body: told(task) }),
})
/** Goes out from a film that is made. */
const followUp = (path: RegExp, body: typeof Edited | typeof Extended): TaskDoor => ({
  ...submit(path, body),
  idOf({ body: sent }) {
    const { video } = body.parse(sent)
    return video instanceof File ? '' : video.id
  },
  isFor: (_, { state }) => state === 'succeeded',
})
const variants: Readonly<Record<string, readonly [type: string, isFilm: boolean]>> = {
  video: ['video/mp4', true],
  thumbnail: ['image/webp', false],
  spritesheet: ['image/jpeg', false],
}

function content(task: FilmTask, variant: string, film: Buffer): FilmAnswer {
  const [type, isFilm] = variants[variant] ?? []
  if (type === undefined)
    return openaiRefusal(400, `Invalid value: '${variant}'. Supported values are: 'video', 'thumbnail', and 'spritesheet'.`, 'variant')
  if (task.state !== 'succeeded') return openaiRefusal(404, 'Video is not ready yet, use GET /v1/videos/{video_id} to check status.')
  if (task.flaw) return openaiRefusal(404, `Video content for ${task.id} has expired.`)
  return { status: 200, headers: { 'content-type': type }, body: isFilm ? film : PICTURE }
}

export const sora: FilmVendor = {
  name: 'sora',
  words: { queued: 'queued', running: 'in_progress', succeeded: 'completed', failed: 'failed', moderated: 'failed' },
  rejectsUnknown: true,
  identify: bearer((shown) => openaiRefusal(401, shown === undefined ? "You didn't provide an API key." : 'Incorrect API key provided.')),
  rejectBody: ({ field, isUnknown, isMissing, message }) => {
    const text = isUnknown
      ? `Unknown parameter: '${field}'.`
      : isMissing
        ? `Missing required parameter: '${field}'.`
        : `Invalid value: '${field}'. ${message}`
    return openaiRefusal(400, text, field)
  },
  noTask: (id) => openaiRefusal(404, `Video with id '${id}' not found.`),
  noRoute: openaiRefusal(404, 'Invalid URL'),
  idOf: (number) => `video_${number.toString(16).padStart(32, '0')}`,
  doors: [
    submit(/^\/v1\/videos$/, Created),
    followUp(/^\/v1\/videos\/edits$/, Edited),
    followUp(/^\/v1\/videos\/extensions$/, Extended),
    {
      ...submit(/^\/v1\/videos\/(\w+)\/remix$/, Remixed),
      idOf: ({ groups }) => groups[0] ?? '',
      isFor: (_, { state }) => state === 'succeeded',
    },
    {
      does: 'list',
      method: 'GET',
      path: /^\/v1\/videos$/,
      answer({ query, tasks }) {
        const all = [...tasks()]
        if (query.get('order') === 'asc') all.reverse()
        const start = all.findIndex(({ id }) => id === query.get('after')) + 1
        const page = all.slice(start, start + Number(query.get('limit') ?? 20))
        const ends = { first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null, has_more: all.length > start + page.length }
        return { status: 200, body: { object: 'list', data: page.map(told), ...ends } }
      },
    },
    { does: 'poll', method: 'GET', path: /^\/v1\/videos\/(\w+)$/, answer: (_, task) => ({ status: 200, body: told(task) }) },
    {
      ...{ does: 'visit', method: 'GET', path: /^\/v1\/videos\/(\w+)\/content$/ },
      answer: ({ query, film }, task) => content(task, query.get('variant') ?? 'video', film()),
    },
    {
      ...{ does: 'visit', method: 'DELETE', path: /^\/v1\/videos\/(\w+)$/ },
      answer(visit, task) {
        if (task.state === 'queued' || task.state === 'running') return openaiRefusal(400, 'A video that is being made cannot be deleted.')
        visit.forget(task)
        return { status: 200, body: { id: task.id, object: 'video.deleted', deleted: true } }
      },
    },
  ],
}
