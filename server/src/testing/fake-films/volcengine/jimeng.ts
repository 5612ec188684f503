// Jimeng's films at Volcengine's visual API. Written from Volcengine's pages alone: "Jimeng AI video 3.0 Pro" (docs 85621/1777001), "3.0 720P" of text,
// first frame, first and last frame, camera (1792704, 1785204, 1791184 and the page beside them), "3.0 1080P", 2025 and 2026: a body for each `req_key`, the
// states, the codes with their statuses; "Common fields and error codes" (6444/69728). What is refused of a signature is in signature.ts.
// Of the models S2.0 Pro (1538636, 1616429) the pages are gone; their fields are those of public clients written from them.
// Guessed: that a body that breaks its page is refused at once, with the code that the pages have for such input at a result (50215; callers have seen it with
// status 400); that unknown fields are; the words and the status of 50204; that a result asked for with another `req_key` is `not_found`; that a task that
// failed is told by 50215, or by 50516 where what came of it was unfit. Not checked: sizes of pictures in dots, and that two of them have one ratio.
import { parseJson } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import type { FilmAnswer, FilmRequest, FilmTask, FilmVendor } from '../film-vendor.ts'
import { type GatewayCode, gatewayCodes, signer } from './signature.ts'

const REGION = 'cn-north-1'
const SERVICE = 'cv'
const VERSION = '2022-08-31'
const SUBMIT = 'CVSync2AsyncSubmitTask'
const RESULT = 'CVSync2AsyncGetResult'
/** "not_found … or the task has expired (12 hours)". */
const TASK_LIFE_MS = 12 * 3_600_000
/** "at most 4.7MB", in base64. */
const LONGEST_PICTURE_TEXT = Math.ceil((4.7 * 2 ** 20 * 4) / 3)

const REQUEST_ID = '20250805144938F6E5264E9D24EB0C4E0A'
const around = { request_id: REQUEST_ID, time_elapsed: '57.354545ms' }
/** "code!=10000: data is null". `status` repeats the code: "no need to look at it". */
const failed = (status: number, code: number, message: string): FilmAnswer => ({
  status,
  body: { code, data: null, message, status: code, ...around },
})
const good = (data: object): FilmAnswer => ({ status: 200, body: { code: 10_000, data, message: 'Success', status: 10_000, ...around } })

/** The gateway's refusals, in its own form: a body with ResponseMetadata and nothing else. */
function refusedBy(code: GatewayCode, { query }: FilmRequest, ...details: readonly string[]): FilmAnswer {
  const [CodeN, status, words] = gatewayCodes[code]
  const Message = details.reduce((text, detail) => text.replace('%s', detail), words)
  const [Action, Version] = [query.get('Action') ?? '', query.get('Version') ?? '']
  return {
    status,
    body: {
      ResponseMetadata: { RequestId: REQUEST_ID, Action, Version, Service: SERVICE, Region: REGION, Error: { CodeN, Code: code, Message } },
    },
  }
}

/** "not above 800 characters". */
const prompt = z.string().min(1).max(800)
const common = { seed: z.int().min(-1).optional(), frames: z.union([z.literal(121), z.literal(241)]).optional() }
const ratio = z.enum(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9']).optional()
/** "JPEG, PNG only": by their first bytes, in base64 without what a data URL has before it. */
const data = z
  .base64()
  .max(LONGEST_PICTURE_TEXT)
  .refine((text) => text.startsWith('/9j/') || text.startsWith('iVBORw0KGgo'), 'is neither JPEG nor PNG')
const images = { binary_data_base64: z.array(data).optional(), image_urls: z.array(z.url({ protocol: /^https?$/ })).optional() }
type Fields = Readonly<Record<string, unknown>>
/** "binary_data_base64 and image_urls: one of the two". */
const countOf = ({ binary_data_base64: sent, image_urls: named }: Fields) =>
  sent !== undefined && named !== undefined ? Number.NaN : [sent ?? named ?? []].flat().length
const holds = (count: number): [check: (body: Fields) => boolean, fault: { path: string[]; message: string }] => [
  (body) => countOf(body) === count,
  { path: ['image_urls'], message: `takes ${count} pictures, either way` },
]

const ofText = (req_key: string) => z.strictObject({ req_key: z.literal(req_key), prompt, ...common, aspect_ratio: ratio })
const ofImages = (req_key: string, count: number, more: z.ZodRawShape = {}) =>
  z.strictObject({ req_key: z.literal(req_key), prompt, ...images, ...common, ...more }).refine(...holds(count))
const TEMPLATES: readonly string[] = [
  ...['hitchcock_dolly_in', 'hitchcock_dolly_out', 'robo_arm', 'dynamic_orbit', 'central_orbit', 'crane_push'],
  ...['quick_pull_back', 'counterclockwise_swivel', 'clockwise_swivel', 'handheld', 'rapid_push_pull'],
]
const camera = {
  template_id: z.enum(TEMPLATES),
  camera_strength: z.enum(['weak', 'medium', 'strong']),
}
/** Clients: prompts of 150 characters, films of 5 seconds, another ratio. */
const older = {
  seed: z.int().min(-1).max(4_294_967_295).optional(),
  aspect_ratio: z.enum(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', '9:21']).optional(),
}
const olderPrompt = z.string().min(1).max(150)

/** A body for each model. */
const models = [
  ofText('jimeng_t2v_v30'),
  ofText('jimeng_t2v_v30_1080p'),
  ofImages('jimeng_i2v_first_v30', 1),
  ofImages('jimeng_i2v_first_v30_1080', 1),
  ofImages('jimeng_i2v_first_tail_v30', 2),
  ofImages('jimeng_i2v_first_tail_v30_1080', 2),
  ofImages('jimeng_i2v_recamera_v30', 1, camera),
  // "Of text: a prompt is required. Of a picture: one of picture and prompt". The ratio "takes effect for text only".
  z
    .strictObject({ req_key: z.literal('jimeng_ti2v_v30_pro'), prompt: prompt.optional(), ...images, ...common, aspect_ratio: ratio })
    .refine((body) => countOf(body) === 1 || (countOf(body) === 0 && body.prompt !== undefined), {
      path: ['prompt'],
      message: 'or one picture',
    }),
  z.strictObject({ req_key: z.literal('jimeng_vgfm_t2v_l20'), prompt: olderPrompt, ...older }),
  z.strictObject({ req_key: z.literal('jimeng_vgfm_i2v_l20'), prompt: olderPrompt.optional(), ...images, ...older }).refine(...holds(1)),
] as const
const Body = z.discriminatedUnion('req_key', models)
const names: readonly unknown[] = models.map(({ shape: { req_key } }) => req_key.value)

const identity = z.string().max(256)
/** "AIGCMeta", serialized. */
const Mark = z.strictObject({
  aigc_meta: z
    .strictObject({
      ...{ content_producer: identity.optional(), producer_id: identity },
      ...{ content_propagator: identity, propagate_id: identity.optional() },
    })
    .optional(),
})
const Asked = z.strictObject({
  ...{ req_key: z.string().min(1), task_id: z.string().min(1) },
  req_json: z
    .string()
    .refine((text) => Mark.safeParse(parseJson(text)).success, 'is no mark of a film')
    .optional(),
})

const noModel = ({ body: { req_key } }: FilmRequest) =>
  typeof req_key !== 'string' || names.includes(req_key) ? undefined : failed(400, 50_204, `Req Key not exist: ${req_key}`)

/** "done: made, or failed, as the code and the message around it say". */
function told({ body, state, createdMs }: FilmTask, video_url: string | undefined, { body: asked, nowMs }: FilmRequest): FilmAnswer {
  if (state === 'failed') return failed(400, 50_215, 'Input invalid for this service.')
  if (state === 'moderated')
    return body.image_urls ? failed(400, 50_411, 'Pre Img Risk Not Pass') : failed(400, 50_516, 'Post Video Risk Not Pass')
  if (nowMs - createdMs > TASK_LIFE_MS) return good({ status: 'not_found' })
  const isMarked = asked.req_json === undefined ? {} : { aigc_meta_tagged: true }
  const status = jimeng.words[state]
  return good(state === 'succeeded' ? { status, ...(video_url === undefined ? {} : { video_url }), ...isMarked } : { status })
}

/** Whose signature it is. */
function identify(request: FilmRequest, keys: readonly string[]): string | FilmAnswer {
  const { query, raw: payload, nowMs, headers } = request
  const [action, version] = [query.get('Action'), query.get('Version')]
  if (!action || !version) return refusedBy('MissingParameter', request, action ? 'Version' : 'Action')
  const shown = signer({ ...request, payload }, keys, { region: REGION, service: SERVICE, nowMs })
  if (typeof shown === 'string') return shown
  const access = /Credential=([^/]+)/.exec(String(headers.authorization))?.[1] ?? ''
  return refusedBy(shown.code, request, ...(shown.code === 'InvalidAccessKey' ? [access] : [action, version]))
}

const at = (action: string) => ({ path: /^\/$/, isAt: ({ query }: FilmRequest) => query.get('Action') === action })
/** What is checked at both addresses before the body. */
function check(request: FilmRequest): FilmAnswer | undefined {
  const [action, version] = [request.query.get('Action') ?? '', request.query.get('Version') ?? '']
  return version === VERSION ? noModel(request) : refusedBy('InvalidActionOrVersion', request, action, version)
}

export const jimeng: FilmVendor = {
  name: 'jimeng',
  words: { queued: 'in_queue', running: 'generating', succeeded: 'done', failed: 'done', moderated: 'done', expired: 'expired' },
  rejectsUnknown: true,
  identify,
  rejectBody: () => failed(400, 50_215, 'Input invalid for this service.'),
  noTask: () => good({ status: 'not_found' }),
  noRoute: {
    status: 404,
    body: {
      ResponseMetadata: {
        RequestId: REQUEST_ID,
        Error: { CodeN: 100_008, Code: 'InvalidActionOrVersion', Message: 'Could not find operation.' },
      },
    },
  },
  idOf: (number) => String(7_392_616_336_519_610_000n + BigInt(number)),
  doors: [
    {
      ...{ does: 'submit', method: 'POST', ...at(SUBMIT), check, body: Body },
      answer: (_, { id }) => good({ task_id: id }),
    },
    {
      ...{ does: 'poll', method: 'POST', ...at(RESULT), check, body: Asked },
      idOf: ({ body: { task_id } }) => String(task_id),
      isFor: ({ body: { req_key } }, task) => req_key === task.body.req_key,
      answer: (visit, task) => told(task, visit.link(task), visit),
    },
  ],
}
