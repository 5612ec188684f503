// MiniMax's films. Sources: MiniMax, API reference, "Video generation" (create, query, download), "Video generation V2" (create, query) and
// "Error codes", 2026. The first version answers errors with status 200 and gives its films in a third step; the second has errors of its own form.
import { z } from 'zod'
import { bearer, type FilmAnswer, type FilmTask, type FilmVendor } from './film-vendor.ts'

const LOGIN = "login fail: Please carry the API secret key in the 'Authorization' field of the request header"
const said = (status_code: number, status_msg: string, more: object = {}): FilmAnswer => ({
  status: 200,
  body: { ...more, base_resp: { status_code, status_msg } },
})

interface Model {
  readonly seconds: Readonly<Record<string, readonly number[]>>
  readonly needsImage?: true
  readonly takesLast?: true
}
const long = [6, 10]
/** By model: the seconds of each resolution. */
const models: Readonly<Record<string, Model>> = {
  'MiniMax-Hailuo-2.3': { seconds: { '768P': long, '1080P': [6] } },
  'MiniMax-Hailuo-2.3-Fast': { seconds: { '768P': long, '1080P': [6] }, needsImage: true },
  'MiniMax-Hailuo-02': { seconds: { '512P': long, '768P': long, '1080P': [6] }, takesLast: true },
  'T2V-01': { seconds: { '720P': [6] } },
  'T2V-01-Director': { seconds: { '720P': [6] } },
  'I2V-01': { seconds: { '720P': [6] }, needsImage: true },
  'S2V-01': { seconds: { '720P': [6] } },
}

const First = z
  .strictObject({
    ...{ model: z.string(), prompt: z.string().max(2000).optional(), first_frame_image: z.string().optional() },
    ...{ last_frame_image: z.string().optional(), duration: z.int().optional(), resolution: z.string().optional() },
    ...{ prompt_optimizer: z.boolean().optional(), fast_pretreatment: z.boolean().optional(), callback_url: z.url().optional() },
    aigc_watermark: z.boolean().optional(),
    subject_reference: z.array(z.strictObject({ type: z.literal('character'), image: z.array(z.string()).length(1) })).optional(),
  })
  .check(({ value, issues }) => {
    const wrong = (field: string, message: string) => issues.push({ code: 'custom', input: value, path: [field], message })
    const model = models[value.model]
    if (!model) return void wrong('model', 'model is not supported')
    const resolution = value.resolution ?? Object.keys(model.seconds).find((one) => one !== '512P') ?? ''
    if (!model.seconds[resolution]) wrong('resolution', `resolution ${resolution} is not supported by the model`)
    else if (!model.seconds[resolution].includes(value.duration ?? 6)) wrong('duration', `duration is not supported at ${resolution}`)
    const { first_frame_image: image } = value
    if (image === undefined && (model.needsImage || resolution === '512P')) wrong('first_frame_image', 'first_frame_image is required')
    if (image === undefined && value.prompt === undefined) wrong('prompt', 'prompt is required')
    if (value.last_frame_image !== undefined && !model.takesLast) wrong('last_frame_image', 'is not supported by the model')
  })

const sizes: Readonly<Record<string, readonly [number, number]>> = { '512P': [912, 512], '720P': [1280, 720], '1080P': [1920, 1080] }
/** A file has a number of its own. */
const FILES_FROM = 205_258_526_306_000
const fileOf = (task: FilmTask) => FILES_FROM + task.number
const noTask = (id: string) => said(2013, `invalid params, task_id ${id} is not found`)

export const minimaxFirst: FilmVendor = {
  name: 'minimax v1',
  words: { queued: 'Queueing', running: 'Processing', succeeded: 'Success', failed: 'Fail', moderated: 'Fail' },
  rejectsUnknown: false,
  identify: bearer(() => said(1004, LOGIN)),
  rejectBody: ({ field, message }) => said(2013, `invalid params, ${field}: ${message}`),
  noTask,
  noRoute: { status: 404, body: '404 page not found' },
  idOf: (number) => String(176_843_862_716_000 + number),
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: /^\/v1\/video_generation$/, body: First },
      answer: (_, { id }) => said(0, 'success', { task_id: id }),
    },
    {
      ...{ does: 'poll', method: 'GET', path: /^\/v1\/query\/video_generation$/ },
      idOf: ({ query }) => query.get('task_id') ?? '',
      answer(_, task) {
        const base = { task_id: task.id, status: minimaxFirst.words[task.state] }
        if (task.state === 'moderated') return said(1027, 'output new_sensitive', { ...base, file_id: '' })
        if (task.state === 'failed') return said(1000, 'unknown error', { ...base, file_id: '' })
        if (task.state !== 'succeeded') return said(0, 'success', base)
        const [video_width, video_height] = sizes[String(task.body.resolution)] ?? [1366, 768]
        const file = task.flaw === 'linkless' ? '' : String(fileOf(task))
        return said(0, 'success', { ...base, file_id: file, video_width, video_height })
      },
    },
    {
      ...{ does: 'visit', method: 'GET', path: /^\/v1\/files\/retrieve$/ },
      // Of the file that a task made.
      idOf: ({ query, tasks }) => tasks().find((task) => String(fileOf(task)) === query.get('file_id'))?.id ?? '',
      answer(visit, task) {
        const times = { bytes: visit.film().length, created_at: Math.floor(task.createdMs / 1000), filename: 'output_aigc.mp4' }
        return said(0, 'success', {
          file: { file_id: fileOf(task), ...times, purpose: 'video_generation', download_url: visit.link(task) },
        })
      },
    },
  ],
}

const reject = (status: number, type: string, message: string): FilmAnswer => ({
  status,
  body: { type: 'error', error: { type, message, http_code: String(status) }, request_id: '021785229015510a2c883cf675b9804d' },
})
const media = z.strictObject({ url: z.string().min(1) })
const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(7000) }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: media,
    role: z.enum(['first_frame', 'last_frame', 'reference_image']).optional(),
  }),
  z.strictObject({ type: z.literal('video_url'), video_url: media, role: z.enum(['reference_video', 'base_video']) }),
  z.strictObject({ type: z.literal('audio_url'), audio_url: media, role: z.literal('reference_audio') }),
])
const Second = z
  .strictObject({
    ...{
      model: z.literal('MiniMax-H3'),
      content: z.array(part),
      duration: z.int().min(4).max(15),
      resolution: z.enum(['768P', '2K']).optional(),
    },
    ratio: z.enum(['adaptive', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16']).optional(),
    ...{ callback_url: z.url().optional(), aigc_watermark: z.boolean().optional() },
  })
  .check(({ value, issues }) => {
    const wrong = (field: string, message: string) => issues.push({ code: 'custom', input: value, path: [field], message })
    const { content, ratio = 'adaptive' } = value
    const types = content.map(({ type }) => type)
    if (types.filter((type) => type === 'text').length !== 1)
      wrong('content', 'content must include a non-empty text item (prompt is required)')
    const hasPicture = types.includes('image_url') || types.includes('video_url')
    if (!hasPicture && ratio === 'adaptive') wrong('ratio', 'ratio must be given for text to video')
    const roles = content.map((one) => ('role' in one ? (one.role ?? 'first_frame') : ''))
    if (roles.some((role) => role.endsWith('_frame')) && roles.some((role) => role.startsWith('reference')))
      wrong('content', 'roles exclude each other')
  })

const errors = { failed: { code: '1000', message: 'internal error' }, moderated: { code: '1027', message: 'output new_sensitive' } }

export const minimaxSecond: FilmVendor = {
  name: 'minimax v2',
  words: {
    ...{ queued: 'queued', running: 'running', succeeded: 'succeeded', failed: 'failed', moderated: 'failed' },
    ...{ cancelled: 'cancelled', expired: 'expired' },
  },
  rejectsUnknown: false,
  identify: bearer(() => reject(401, 'authorized_error', `${LOGIN} (1004)`)),
  rejectBody: ({ field, message }) => reject(400, 'bad_request_error', `invalid params, ${field}: ${message} (2013)`),
  noTask: (id) => reject(400, 'bad_request_error', `invalid params, task ${id} not found (2013)`),
  noRoute: { status: 404, body: '404 page not found' },
  idOf: (number) => String(424_010_985_738_000 + number),
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: /^\/v2\/video_generation$/, body: Second },
      answer: (_, { id }) => ({ status: 200, body: { task_id: id } }),
    },
    {
      ...{ does: 'poll', method: 'GET', path: /^\/v2\/query\/video_generation\/(\d+)$/ },
      answer(visit, task) {
        const { model, duration, resolution = '768P', ratio = '16:9', content } = Second.parse(task.body)
        const at = Math.floor(task.createdMs / 1000)
        const base = {
          id: task.id,
          model,
          status: minimaxSecond.words[task.state],
          created_at: at,
          updated_at: at + 60,
          task_type: 'video_generation',
        }
        if (task.state === 'failed' || task.state === 'moderated')
          return { status: 200, body: { task: { ...base, error: errors[task.state] } } }
        if (task.state !== 'succeeded') return { status: 200, body: { task: base } }
        const input_image_count = content.filter(({ type }) => type === 'image_url').length
        const usage = { total_seconds: duration, input_seconds: 0, output_seconds: duration, input_image_count }
        const url = visit.link(task)
        return { status: 200, body: { task: { ...base, content: url === undefined ? {} : { url }, resolution, duration, ratio, usage } } }
      },
    },
  ],
}
