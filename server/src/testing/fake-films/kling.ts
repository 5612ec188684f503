// Kling's video tasks. Source: Kling AI, API reference, "General" (key, error codes), "Text to video", "Image to video", "Multi-image to video",
// 2026: a key of two halves signs a token (HS256; iss, exp, nbf) that lives half an hour at most; newer keys are shown as they are.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import type { FilmAnswer, FilmRequest, FilmTask, FilmVendor } from './film-vendor.ts'

const LONGEST_LIFE_SECONDS = 1800
/** How far a clock may be off, in seconds. */
const SKEW_SECONDS = 60

const said = (status: number, code: number, message: string): FilmAnswer => ({
  status,
  body: { code, message, request_id: 'Cjik5WeUFQwAAAAAAEZrFQ' },
})
const good = (data: object): FilmAnswer => ({
  status: 200,
  body: { code: 0, message: 'SUCCEED', request_id: 'Cjik5WeUFQwAAAAAAEZrFQ', data },
})

const camera = z.strictObject({
  type: z.enum(['simple', 'down_back', 'forward_up', 'right_turn_forward', 'left_turn_forward']),
  config: z.partialRecord(z.enum(['horizontal', 'vertical', 'pan', 'tilt', 'roll', 'zoom']), z.number().min(-10).max(10)).optional(),
})
/** An address, or the bytes without what a data URL has before them. */
const image = z
  .string()
  .min(1)
  .refine((text) => !text.startsWith('data:'), 'Base64 must be without a data: prefix')
const common = {
  ...{ negative_prompt: z.string().max(2500).optional(), mode: z.enum(['std', 'pro']).optional(), sound: z.enum(['on', 'off']).optional() },
  ...{ duration: z.string().optional(), callback_url: z.url().optional(), external_task_id: z.string().optional() },
  ...{ watermark_info: z.strictObject({ enabled: z.boolean() }).optional() },
  ...{ multi_shot: z.boolean().optional(), shot_type: z.enum(['customize', 'intelligence']).optional() },
  multi_prompt: z
    .array(z.strictObject({ index: z.int(), prompt: z.string().max(512), duration: z.string() }))
    .max(6)
    .optional(),
}
const scale = { cfg_scale: z.number().min(0).max(1).optional(), camera_control: camera.optional() }
const voices = z
  .array(z.strictObject({ voice_id: z.string() }))
  .max(2)
  .optional()
const ratio = z.enum(['16:9', '9:16', '1:1']).optional()
const prompt = z.string().min(1).max(2500)

type Common = { readonly model_name?: string | undefined; readonly duration?: string | undefined; readonly [field: string]: unknown }
type Check = { readonly value: Common; readonly issues: z.core.$ZodRawIssue[] }
/** What depends on the model. */
function checkModel({ value, issues }: Check): void {
  const model = value.model_name ?? 'kling-v1'
  const wrong = (field: string, message: string) => issues.push({ code: 'custom', input: value, path: [field], message })
  const seconds = model.startsWith('kling-v3') ? /^([3-9]|1[0-5])$/ : /^(5|10)$/
  if (!seconds.test(value.duration ?? '5')) wrong('duration', `duration value '${value.duration}' is invalid`)
  if (/^kling-v[23]/.test(model) && value.cfg_scale !== undefined) wrong('cfg_scale', 'cfg_scale is not supported by the model')
  const isSpoken = value.sound === 'on'
  if (isSpoken && !/^kling-v(2-6|3)/.test(model)) wrong('sound', 'sound is not supported by the model')
  if (isSpoken && model === 'kling-v2-6' && value.mode !== 'pro') wrong('sound', 'sound needs the mode pro')
  const isOneWay = [value.image_tail, value.static_mask ?? value.dynamic_masks, value.camera_control].filter((one) => one !== undefined)
  if (isOneWay.length > 1) wrong('image_tail', 'image_tail, masks and camera_control exclude each other')
}

const textModels = ['kling-v1', 'kling-v1-6', 'kling-v2-master', 'kling-v2-1-master', 'kling-v2-5-turbo', 'kling-v2-6', 'kling-v3']
const imageModels = [...textModels, 'kling-v1-5', 'kling-v2-1']
const mask = z.strictObject({ mask: z.string(), trajectories: z.array(z.strictObject({ x: z.int(), y: z.int() })).min(2) })
const bodies = {
  text2video: z
    .strictObject({ model_name: z.enum(textModels).optional(), prompt, ...common, ...scale, aspect_ratio: ratio, voice_list: voices })
    .check(checkModel),
  image2video: z
    .strictObject({
      ...{
        model_name: z.enum(imageModels).optional(),
        image: image.optional(),
        image_tail: image.optional(),
        prompt: prompt.optional(),
        ...common,
        ...scale,
      },
      ...{ voice_list: voices, static_mask: z.string().optional(), dynamic_masks: z.array(mask).max(6).optional() },
      element_list: z
        .array(z.strictObject({ element_id: z.int() }))
        .max(3)
        .optional(),
    })
    .refine((body) => body.image !== undefined || body.image_tail !== undefined, { message: 'image or image_tail', path: ['image'] })
    .check(checkModel),
  'multi-image2video': z
    .strictObject({
      ...{ model_name: z.literal('kling-v1-6').optional(), prompt, ...common, aspect_ratio: ratio },
      image_list: z.array(z.strictObject({ image })).min(1).max(4),
    })
    .check(checkModel),
}
const kinds = ['text2video', 'image2video', 'multi-image2video'] as const

/** The key that signed a token, or what is wrong with it. */
function identify({ headers, nowMs }: FilmRequest, keys: readonly string[]): string | FilmAnswer {
  const { authorization } = headers
  if (authorization === undefined || authorization === '') return said(401, 1001, 'Authorization is empty')
  if (!authorization.startsWith('Bearer ')) return said(401, 1002, 'Authorization is invalid')
  const token = authorization.slice('Bearer '.length)
  if (keys.includes(token) && !token.includes('|')) return token
  const [head = '', claims = '', signature = '', ...rest] = token.split('.')
  const { iss, exp, nbf, alg } = { ...decoded(claims), ...decoded(head) }
  if (rest.length > 0 || alg !== 'HS256' || signature === '') return said(401, 1002, 'Authorization is invalid')
  const key = keys.find((one) => one.startsWith(`${iss}|`))
  const given = Buffer.from(signature, 'base64url')
  const right = createHmac('sha256', key?.split('|')[1] ?? '')
    .update(`${head}.${claims}`)
    .digest()
  if (!key || given.length !== right.length || !timingSafeEqual(given, right)) return said(401, 1000, 'signature is invalid')
  const seconds = nowMs / 1000
  if (typeof exp !== 'number' || exp <= seconds) return said(401, 1004, 'token is expired')
  if (typeof nbf !== 'number' || nbf > seconds) return said(401, 1003, 'token is not valid yet')
  return exp > seconds + LONGEST_LIFE_SECONDS + SKEW_SECONDS ? said(401, 1002, 'the token lives too long') : key
}

function decoded(text: string): Record<string, unknown> {
  const value = parseJson(Buffer.from(text, 'base64url').toString())
  return isObject(value) ? value : {}
}

function told({ id, body, state, createdMs }: FilmTask, url: string | undefined): object {
  const { external_task_id, duration = '5' } = body
  const times = { created_at: createdMs, updated_at: createdMs + 60_000 }
  const base = {
    task_id: id,
    task_info: external_task_id === undefined ? {} : { external_task_id },
    ...times,
    task_status: kling.words[state],
  }
  if (state === 'failed') return { ...base, task_status_msg: 'Image pixel is invalid', task_result: {} }
  if (state === 'moderated') return { ...base, task_status_msg: 'Failure to pass the risk control system', task_result: {} }
  if (state !== 'succeeded') return base
  const video = { id: `v-${id}`, ...(url === undefined ? {} : { url }), duration }
  return { ...base, task_status_msg: '', final_unit_deduction: '2', task_result: { videos: [video] } }
}

export const kling: FilmVendor = {
  name: 'kling',
  words: { queued: 'submitted', running: 'processing', succeeded: 'succeed', failed: 'failed', moderated: 'failed' },
  rejectsUnknown: false,
  identify,
  rejectBody: ({ field, isMissing, message }) =>
    isMissing ? said(400, 1200, `${field} is required`) : said(400, 1201, `${field}: ${message}`),
  noTask: () => said(404, 1203, 'task not found'),
  noRoute: said(404, 1202, 'The requested method is invalid'),
  idOf: (number) => String(833_446_756_000_000_000n + BigInt(number)),
  doors: kinds.flatMap((kind) => [
    {
      ...({ does: 'submit', method: 'POST', path: new RegExp(`^/v1/videos/${kind}$`), body: bodies[kind] } as const),
      answer: (_, task) => good(told(task, undefined)),
    },
    {
      ...({ does: 'poll', method: 'GET', path: new RegExp(`^/v1/videos/${kind}/([^/]+)$`) } as const),
      isFor: (_, task) => task.path === `/v1/videos/${kind}`,
      answer: (visit, task) => good(told(task, visit.link(task))),
    },
  ]),
}
