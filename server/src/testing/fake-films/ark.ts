// Ark's video tasks (Seedance). Source: Volcengine, "Create a video generation task", "Query a video generation task", "Cancel or delete a video
// generation task" and "Error codes", 2026. Where the newer models differ, as their pages have it: 2.0 takes films and sound, 4 to 15 seconds.
import { z } from 'zod'
import { bearer, type FilmAnswer, type FilmTask, type FilmVendor } from './film-vendor.ts'

const TASKS = '/api/v3/contents/generations/tasks'
const LAST_SEED = 2 ** 32 - 1
const FRAMES_A_SECOND = 24
/** Tokens are the dots of all frames by this. */
const DOTS_A_TOKEN = 1024

interface Family {
  readonly name: RegExp
  readonly seconds: readonly [least: number, most: number]
  readonly resolutions: readonly string[]
  readonly usual: string
  /** May the model choose the length itself? */
  readonly chooses: boolean
  readonly takesFilms: boolean
  readonly hasSound: boolean
}
const all = ['480p', '720p', '1080p']
const newer = { chooses: true, hasSound: true, usual: '720p' }
const older = { chooses: false, hasSound: false, takesFilms: false, seconds: [2, 12], resolutions: all } as const
const families: readonly Family[] = [
  { name: /seedance-2-0-(fast|mini)/, ...newer, takesFilms: true, seconds: [4, 15], resolutions: ['480p', '720p'] },
  { name: /seedance-2-0/, ...newer, takesFilms: true, seconds: [4, 15], resolutions: all },
  { name: /seedance-1-5-pro/, ...newer, takesFilms: false, seconds: [4, 12], resolutions: all },
  { name: /seedance-1-0-pro/, ...older, usual: '1080p' },
  { name: /seedance-1-0-lite/, ...older, usual: '720p' },
]
const familyOf = (model: unknown) => families.find(({ name }) => name.test(String(model)))

/** Dots of the usual ratio, 16:9. */
const dots: Readonly<Record<string, number>> = { '480p': 864 * 480, '720p': 1280 * 720, '1080p': 1920 * 1088 }

const media = z.strictObject({ url: z.string().min(1) })
const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: media,
    role: z.enum(['first_frame', 'last_frame', 'reference_image']).optional(),
  }),
  z.strictObject({ type: z.literal('video_url'), video_url: media, role: z.literal('reference_video') }),
  z.strictObject({ type: z.literal('audio_url'), audio_url: media, role: z.literal('reference_audio') }),
])
type Parts = readonly z.infer<typeof part>[]

const Body = z
  .strictObject({
    ...{ model: z.string(), content: z.array(part).min(1), callback_url: z.url().optional() },
    ...{ return_last_frame: z.boolean().optional(), service_tier: z.enum(['default', 'flex']).optional() },
    ...{ execution_expires_after: z.int().min(3600).max(259_200).optional(), generate_audio: z.boolean().optional() },
    ...{ draft: z.boolean().optional(), safety_identifier: z.string().max(64).optional(), resolution: z.string().optional() },
    ratio: z.enum(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive']).optional(),
    ...{ duration: z.int().optional(), frames: z.int().min(29).max(289).optional(), framespersecond: z.literal(24).optional() },
    ...{ seed: z.int().min(-1).max(LAST_SEED).optional(), camera_fixed: z.boolean().optional(), watermark: z.boolean().optional() },
  })
  .check(({ value, issues }) => {
    const family = familyOf(value.model)
    const wrong = (field: string, message: string) => issues.push({ code: 'custom', input: value, path: [field], message })
    if (!family) return
    const { duration, resolution } = value
    const [least, most] = family.seconds
    const isChosen = duration === -1 && family.chooses
    if (duration !== undefined && !isChosen && (duration < least || duration > most)) wrong('duration', 'is out of range')
    if (resolution !== undefined && !family.resolutions.includes(resolution)) wrong('resolution', 'is not supported by the model')
    if (value.generate_audio !== undefined && !family.hasSound) wrong('generate_audio', 'is not supported by the model')
    if (value.frames !== undefined && family.chooses) wrong('frames', 'is not supported by the model')
    const message = contentFault(value.content, family)
    if (message) wrong('content', message)
  })

function contentFault(content: Parts, family: Family): string | undefined {
  const images = content.flatMap((one) => (one.type === 'image_url' ? [one.role] : []))
  const others = content.filter(({ type }) => type === 'video_url' || type === 'audio_url')
  if (images.length > 1 && images.includes(undefined)) return 'role must be specified for image contents'
  if (images.includes('reference_image') && images.some((role) => role !== 'reference_image'))
    return 'first/last frame cannot be mixed with reference'
  if (images.includes('last_frame') && !images.includes('first_frame')) return 'last frame needs a first frame'
  if (others.length > 0 && !family.takesFilms) return 'video and audio are not supported by the model'
  const isSoundOnly =
    others.some(({ type }) => type === 'audio_url') && images.length === 0 && !others.some(({ type }) => type === 'video_url')
  return isSoundOnly ? 'audio needs an image or a video' : undefined
}

const ID = '021785229015510a2c883cf675b9804d'
const refusal = (status: number, code: string, message: string, param: string, type: string): FilmAnswer => ({
  status,
  body: { error: { code, message: `${message} Request id: ${ID}`, param, type } },
})

/** What its task tells. Tokens are counted as in an answer of the service: 864 × 480 dots, 2 seconds, 49 frames, 19,845. */
function told({ id, body, state, createdMs }: FilmTask, video_url: string | undefined): object {
  const { model, resolution, duration = 5, ratio = '16:9', seed = 11, ...rest } = Body.parse(body)
  const size = resolution ?? familyOf(model)?.usual ?? '720p'
  const seconds = duration === -1 ? 5 : duration
  const tokens = Math.floor(((dots[size] ?? 0) * (FRAMES_A_SECOND * seconds + 1)) / DOTS_A_TOKEN)
  const base = {
    id,
    model,
    status: ark.words[state],
    created_at: Math.floor(createdMs / 1000),
    updated_at: Math.floor(createdMs / 1000) + 60,
  }
  const tier = { service_tier: rest.service_tier ?? 'default', execution_expires_after: rest.execution_expires_after ?? 172_800 }
  if (state === 'moderated' || state === 'failed') return { ...base, error: failures[state], ...tier }
  if (state !== 'succeeded') return { ...base, ...tier }
  return {
    ...{ ...base, content: video_url === undefined ? {} : { video_url }, usage: { completion_tokens: tokens, total_tokens: tokens } },
    ...{ seed, resolution: size, ratio, duration: seconds, framespersecond: FRAMES_A_SECOND, ...tier, draft: rest.draft ?? false },
  }
}

const failures = {
  failed: { code: 'InternalServiceError', message: `The service encountered an unexpected internal error. Request id: ${ID}` },
  moderated: {
    code: 'OutputVideoSensitiveContentDetected',
    message: `The request failed because the output video may contain sensitive information. Request id: ${ID}`,
  },
}

export const ark: FilmVendor = {
  name: 'ark',
  words: {
    ...{ queued: 'queued', running: 'running', succeeded: 'succeeded', failed: 'failed', moderated: 'failed' },
    ...{ expired: 'expired', cancelled: 'cancelled' },
  },
  rejectsUnknown: false,
  identify: bearer(() =>
    refusal(401, 'AuthenticationError', 'The API key or AK/SK in the request is missing or invalid.', '', 'Unauthorized'),
  ),
  rejectBody: ({ field, isMissing, message }) =>
    isMissing
      ? refusal(400, 'MissingParameter', `The request failed because it is missing \`${field}\` parameter.`, field, 'BadRequest')
      : refusal(
          400,
          'InvalidParameter',
          `The parameter \`${field}\` specified in the request is not valid: ${message}.`,
          field,
          'BadRequest',
        ),
  noTask: (id) => refusal(404, 'ResourceNotFound', `The specified task ${id} is not found.`, 'id', 'NotFound'),
  noRoute: refusal(404, 'InvalidAction', 'The specified action is invalid.', '', 'NotFound'),
  idOf: (number) => `cgt-20261127120000-${String(number).padStart(5, '0')}`,
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: new RegExp(`^${TASKS}$`), body: Body },
      check: ({ body: { model } }) =>
        typeof model !== 'string' || familyOf(model) || model.startsWith('ep-')
          ? undefined
          : refusal(
              404,
              'InvalidEndpointOrModel.NotFound',
              `The model or endpoint ${model} does not exist or you do not have access to it.`,
              '',
              'NotFound',
            ),
      answer: (_, { id }) => ({ status: 200, body: { id } }),
    },
    {
      ...{ does: 'poll', method: 'GET', path: new RegExp(`^${TASKS}/([^/]+)$`) },
      answer: (visit, task) => ({ status: 200, body: told(task, visit.link(task)) }),
    },
    {
      // A task in the queue is cancelled, one at its end is taken away; others cannot be touched.
      ...{ does: 'visit', method: 'DELETE', path: new RegExp(`^${TASKS}/([^/]+)$`) },
      answer(visit, task) {
        if (task.state === 'running' || task.state === 'cancelled')
          return refusal(409, 'InvalidAction', `The task is ${task.state} and cannot be deleted.`, 'id', 'Conflict')
        if (task.state === 'queued') visit.end(task, 'cancelled')
        else visit.forget(task)
        return { status: 200, body: {} }
      },
    },
  ],
}
