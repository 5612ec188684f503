// Jimeng's films. Source: Volcengine, Jimeng AI, "Video generation 3.0 Pro" (docs/85621/1777001), "3.0 720P", "3.0 1080P", "S2.0 Pro", and "Common response
// fields and error codes", 2026: the action stands in the query, a signature covers each request, and a task is known for its own model only.
import { z } from 'zod'
import type { Door, FilmAnswer, FilmRequest, FilmTask, FilmVendor } from '../film-vendor.ts'
import { signer } from './signature.ts'

const VERSION = '2022-08-31'
const base = { request_id: '20250805144938F6E5264E9D24EB0C4E0A', time_elapsed: '57.354545ms' }
const good = (data: object): FilmAnswer => ({ status: 200, body: { code: 10_000, data, message: 'Success', status: 10_000, ...base } })
const said = (status: number, code: number, message: string): FilmAnswer => ({
  status,
  body: { code, data: null, message, status: code, ...base },
})
/** What the gateway before the service says. */
const atGateway = (status: number, code: string, { query }: FilmRequest): FilmAnswer => ({
  status,
  body: {
    ResponseMetadata: {
      ...{ RequestId: base.request_id, Action: query.get('Action'), Version: query.get('Version'), Service: 'cv', Region: 'cn-north-1' },
      Error: { Code: code, Message: `The request was rejected: ${code}` },
    },
  },
})

const prompt = z.string().min(1).max(800)
const seed = z.int().min(-1).optional()
const frames = z.union([z.literal(121), z.literal(241)]).optional()
const ratios = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] as const
const aspect_ratio = z.enum(ratios).optional()
/** Data without what a data URL has before them, of 4.7 MB at most. */
const data = z.base64().max((4.7 * 1024 * 1024 * 4) / 3)
const pictures = (count: number) => ({
  image_urls: z.array(z.url()).length(count).optional(),
  binary_data_base64: z.array(data).length(count).optional(),
})

type Pictured = { readonly image_urls?: unknown; readonly binary_data_base64?: unknown; readonly prompt?: unknown }
const isOneWay = ({ image_urls, binary_data_base64 }: Pictured) => image_urls === undefined || binary_data_base64 === undefined
const hasPicture = ({ image_urls, binary_data_base64 }: Pictured) => image_urls !== undefined || binary_data_base64 !== undefined
const ofPictures = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape)
    .refine((body) => isOneWay(body as Pictured), { message: 'image_urls or binary_data_base64', path: ['image_urls'] })
    .refine((body) => hasPicture(body as Pictured), { message: 'a picture is required', path: ['image_urls'] })

const text = (req_key: string) => z.strictObject({ req_key: z.literal(req_key), prompt, seed, frames, aspect_ratio })
const first = (req_key: string) => ofPictures({ req_key: z.literal(req_key), prompt: prompt.optional(), seed, frames, ...pictures(1) })
const both = (req_key: string) => ofPictures({ req_key: z.literal(req_key), prompt: prompt.optional(), seed, frames, ...pictures(2) })

const bodies: Readonly<Record<string, z.ZodType>> = {
  jimeng_t2v_v30: text('jimeng_t2v_v30'),
  jimeng_t2v_v30_1080p: text('jimeng_t2v_v30_1080p'),
  jimeng_i2v_first_v30: first('jimeng_i2v_first_v30'),
  jimeng_i2v_first_v30_1080: first('jimeng_i2v_first_v30_1080'),
  jimeng_i2v_first_tail_v30: both('jimeng_i2v_first_tail_v30'),
  jimeng_i2v_first_tail_v30_1080: both('jimeng_i2v_first_tail_v30_1080'),
  jimeng_ti2v_v30_pro: z
    .strictObject({ req_key: z.literal('jimeng_ti2v_v30_pro'), prompt: prompt.optional(), seed, frames, aspect_ratio, ...pictures(1) })
    .refine(isOneWay, { message: 'image_urls or binary_data_base64', path: ['image_urls'] })
    .refine((body) => hasPicture(body) || body.prompt !== undefined, { message: 'prompt is required', path: ['prompt'] }),
  jimeng_vgfm_t2v_l20: z.strictObject({ req_key: z.literal('jimeng_vgfm_t2v_l20'), prompt, seed, aspect_ratio }),
  jimeng_vgfm_i2v_l20: ofPictures({
    ...{ req_key: z.literal('jimeng_vgfm_i2v_l20'), prompt: prompt.optional(), seed, ...pictures(1) },
    aspect_ratio: z.enum(ratios),
  }),
}
/** Of the model that the body names. */
const Submission = z.looseObject({ req_key: z.string() }).check(({ value, issues }) => {
  const schema = bodies[value.req_key]
  if (!schema) issues.push({ code: 'custom', input: value, path: ['req_key'], message: 'is not supported' })
  for (const issue of schema?.safeParse(value).error?.issues ?? []) issues.push({ ...issue, input: value } as z.core.$ZodRawIssue)
})
const Question = z.strictObject({ req_key: z.string(), task_id: z.string(), req_json: z.string().optional() })

const isAction =
  (action: string) =>
  ({ query }: FilmRequest): boolean =>
    query.get('Action') === action && query.get('Version') === VERSION

function told(task: FilmTask, url: string | undefined): FilmAnswer {
  const { state } = task
  if (state === 'failed') return said(400, 50_215, 'Input invalid for this service.')
  if (state === 'moderated') return said(400, 50_516, 'Post Video Risk Not Pass')
  const video = state === 'succeeded' && url !== undefined ? { video_url: url, aigc_meta_tagged: false } : {}
  return good({ status: jimeng.words[state], ...video })
}

const doors: readonly Door[] = [
  {
    ...{ does: 'submit', method: 'POST', path: /^\/$/, isAt: isAction('CVSync2AsyncSubmitTask'), body: Submission },
    answer: (_, { id }) => good({ task_id: id }),
  },
  {
    ...{ does: 'poll', method: 'POST', path: /^\/$/, isAt: isAction('CVSync2AsyncGetResult'), body: Question },
    idOf: ({ body }) => String(body.task_id),
    isFor: ({ body }, task) => task.body.req_key === body.req_key,
    answer: (visit, task) => told(task, visit.link(task)),
  },
]

export const jimeng: FilmVendor = {
  name: 'jimeng',
  words: {
    ...{ queued: 'in_queue', running: 'generating', succeeded: 'done', failed: 'done', moderated: 'done', expired: 'expired' },
  },
  rejectsUnknown: false,
  identify(request, keys) {
    const { method, path, query, headers, raw, nowMs } = request
    const found = signer({ method, path, query, headers, payload: raw }, keys, { region: 'cn-north-1', service: 'cv', nowMs })
    return typeof found === 'string' ? found : atGateway(found.wrong === 'InvalidTimestamp' ? 403 : 401, found.wrong, request)
  },
  rejectBody: ({ field }) =>
    field === 'req_key' ? said(400, 50_204, 'Invalid req_key') : said(400, 50_215, 'Input invalid for this service.'),
  noTask: () => good({ status: 'not_found' }),
  noRoute: {
    status: 404,
    body: {
      ResponseMetadata: { RequestId: base.request_id, Error: { Code: 'InvalidActionOrVersion', Message: 'Could not find operation' } },
    },
  },
  idOf: (number) => String(7_392_616_336_519_610_000n + BigInt(number)),
  doors,
}
