// DashScope's pictures, written from its documentation and not from the product: the doors that are added to those of its films.
//
// Documented ("Wan text-to-image V2", "Wan 2.5 image editing", "Wan general image editing 2.1", "Wan image generation and editing 2.6" and "2.7",
// "Qwen text-to-image", "Manage asynchronous tasks", "Error codes", to October 2026): paths, headers, fields, bounds and defaults; that up to 2.5
// there are tasks only, and no `image-generation`; the answers in all states, also where some of the pictures failed; that a size which a
// model does not have, and a picture that cannot be fetched, fail as a task, with these words; that only what waits can be cancelled; that prompts that are too long are cut off.
// Recorded by others, 2026: `Model not exist.`, `url error, please check url！`, and that a field which is missing is named.
// Guessed: that fields which are not known are passed over (here they are violations), and that bounds of numbers are checked at once.
import { z } from 'zod'
import type { Door, FilmAnswer, FilmRequest, FilmTask, TaskDoor, Visit } from '../fake-films/film-vendor.ts'
import { integer } from './integer.ts'
import { pydanticErrors } from './pydantic.ts'

const AIGC = '/api/v1/services/aigc'
export const REQUEST_ID = '4909100c-7b5a-9f92-bfe5-000000000001'
export const refusal = (status: number, code: string, message: string): FilmAnswer => ({
  status,
  body: { code, message, request_id: REQUEST_ID },
})

const seed = integer().min(0).max(2_147_483_647).optional()
const number = (most: number) => ({ n: integer().min(1).max(most).optional() })
const marks = { watermark: z.boolean().optional(), seed }
const negative = { negative_prompt: z.string().optional() }
const size = {
  size: z
    .string()
    .regex(/^\d+\*\d+$/, 'is not of the form width*height')
    .optional(),
}
const extended = { prompt_extend: z.boolean().optional() }
const picture = z
  .string()
  .refine((text) => /^(https?|oss):\/\/\S+$/.test(text) || /^data:image\/[\w.+-]+;base64,[A-Za-z0-9+/]+=*$/.test(text), 'url is invalid')

const prompted = { prompt: z.string().min(1), ...negative }
/** A prompt and pictures as one message of a user. */
const message = (fewest: number, most: number) => {
  const part = z.union([z.strictObject({ text: z.string().min(1) }), z.strictObject({ image: picture })])
  const isWhole = (parts: readonly object[]) => {
    const pictures = parts.filter((one) => 'image' in one).length
    return parts.length - pictures === 1 && pictures >= fewest && pictures <= most
  }
  const content = z.array(part).refine(isWhole, `must be one text and ${fewest} to ${most} images`)
  return { messages: z.array(z.strictObject({ role: z.literal('user'), content })).length(1) }
}

/** What a model takes, and where. */
interface Model {
  readonly name: RegExp
  readonly doors: readonly ('text2image' | 'image2image' | 'image-generation' | 'multimodal-generation')[]
  readonly input: z.core.$ZodShape
  readonly parameters: z.core.$ZodShape
  /** Pictures where no number is named. */
  readonly usual: number
  /** Does the model have the size? */
  hasSize(width: number, height: number): boolean
}
const within =
  (least: number, most: number, ratio = 4) =>
  (width: number, height: number): boolean =>
    width * height >= least && width * height <= most && Math.max(width, height) <= ratio * Math.min(width, height)
const area = (side: number) => side * side
const oneOf =
  (...sizes: readonly string[]) =>
  (width: number, height: number): boolean =>
    sizes.includes(`${width}*${height}`)

const tasksOnly = { doors: ['text2image'], input: prompted, usual: 4 } as const
const newer = { doors: ['multimodal-generation', 'image-generation'] } as const
const synchronous = { doors: ['multimodal-generation'], usual: 1 } as const
const wanText = { ...size, ...number(4), ...extended, ...marks }
const EDITS = ['stylization_all', 'stylization_local', 'description_edit', 'description_edit_with_mask', 'remove_watermark', 'expand']
const MORE_EDITS = ['super_resolution', 'colorization', 'doodle', 'control_cartoon_feature']
const scale = z.number().min(1).max(2).optional()

const fixed = oneOf('1664*928', '1472*1104', '1328*1328', '1104*1472', '928*1664')

const models: readonly Model[] = [
  { name: /^wan2\.5-t2i-preview$/, ...tasksOnly, parameters: wanText, hasSize: within(area(1280), area(1440)) },
  {
    ...{ name: /^(wan2\.2-t2i-(flash|plus)|wanx2\.1-t2i-(turbo|plus)|wanx2\.0-t2i-turbo)$/, ...tasksOnly, parameters: wanText },
    hasSize: (width, height) => Math.min(width, height) >= 512 && Math.max(width, height) <= 1440,
  },
  {
    ...{ name: /^qwen-image(-plus(-\d{4}-\d\d-\d\d)?)?$/, doors: ['text2image', 'multimodal-generation'], usual: 1 },
    ...{ input: prompted, parameters: { ...size, ...number(1), ...extended, ...marks } },
    hasSize: fixed,
  },
  {
    ...{ name: /^wan2\.5-i2i-preview$/, doors: ['image2image'], usual: 4, parameters: wanText },
    ...{ input: { ...prompted, images: z.array(picture).min(1).max(3) }, hasSize: within(area(768), area(1280)) },
  },
  {
    ...{ name: /^wanx2\.1-imageedit$/, doors: ['image2image'], usual: 1, hasSize: () => false },
    input: {
      ...{ function: z.enum([...EDITS, ...MORE_EDITS]), prompt: z.string().min(1) },
      ...{ base_image_url: picture, mask_image_url: picture.optional() },
    },
    parameters: {
      ...{ ...number(4), ...marks, strength: z.number().min(0).max(1).optional(), is_sketch: z.boolean().optional() },
      ...{
        top_scale: scale,
        bottom_scale: scale,
        left_scale: scale,
        right_scale: scale,
        upscale_factor: integer().min(1).max(4).optional(),
      },
    },
  },
  {
    ...{ name: /^wan2\.6-t2i$/, ...newer, usual: 4, input: message(0, 0), parameters: { ...wanText, ...negative } },
    hasSize: within(area(1280), area(1440)),
  },
  {
    ...{ name: /^wan2\.6-image$/, ...newer, usual: 4, input: message(1, 4), hasSize: within(area(768), area(1280)) },
    parameters: { ...wanText, ...negative, enable_interleave: z.literal(false).optional() },
  },
  {
    ...{ name: /^wan2\.7-image(-pro)?$/, ...newer, usual: 1, input: message(0, 9), hasSize: within(area(768), area(4096), 8) },
    parameters: {
      ...{ size: z.union([z.enum(['1K', '2K', '4K']), size.size]), ...number(4), ...marks },
      ...{ thinking_mode: z.boolean().optional(), enable_sequential: z.literal(false).optional() },
    },
  },
  {
    ...{ name: /^qwen-image-max(-\d{4}-\d\d-\d\d)?$/, ...synchronous, input: message(0, 0), hasSize: fixed },
    parameters: { ...size, ...number(1), ...extended, ...marks, ...negative },
  },
  {
    ...{ name: /^qwen-image-(2\.0|2\.0-pro|3\.0-pro)(-\d{4}-\d\d-\d\d)?$/, ...synchronous, input: message(0, 3) },
    ...{ parameters: { ...size, ...number(6), ...extended, ...marks, ...negative }, hasSize: within(area(512), area(2048), 8) },
  },
  {
    ...{ name: /^qwen-image-edit(-(plus|max))?(-\d{4}-\d\d-\d\d)?$/, ...synchronous, input: message(1, 3) },
    ...{ parameters: { ...size, ...number(6), ...extended, ...marks, ...negative }, hasSize: within(area(512), area(2048), 8) },
  },
]
const modelOf = (body: Readonly<Record<string, unknown>>) =>
  models.find(({ name }) => typeof body.model === 'string' && name.test(body.model))

type DoorName = Model['doors'][number]
function schemaOf(model: Model, door: DoorName): z.ZodType {
  // What takes a prompt as a task takes it as a message where it is called at once, and what it must not show beside the size.
  const isMessage = door === 'multimodal-generation' || door === 'image-generation'
  const input = isMessage && 'prompt' in model.input ? message(0, 0) : model.input
  const parameters = isMessage ? { ...model.parameters, ...('prompt_extend' in model.parameters ? negative : {}) } : model.parameters
  return z.strictObject({ model: z.string(), input: z.strictObject(input), parameters: z.strictObject(parameters).optional() })
}

/** What is rejected before a task is made; its header, its model and its fields. */
function rejected(door: DoorName, isTask: boolean, { headers, body, isForm }: FilmRequest): FilmAnswer | undefined {
  const asynchronous = headers['x-dashscope-async'] === 'enable'
  if (asynchronous !== isTask)
    return refusal(403, 'AccessDenied', `current user api does not support ${isTask ? '' : 'a'}synchronous calls.`)
  if (isForm || body.model === undefined) return refusal(400, 'InvalidParameter', 'Field required: model')
  const model = modelOf(body)
  if (!model) return refusal(400, 'InvalidParameter', 'Model not exist.')
  if (!model.doors.includes(door)) return refusal(400, 'InvalidParameter', 'url error, please check url！')
  const errors = pydanticErrors(schemaOf(model, door), body).filter(({ type }) => type !== 'extra_forbidden')
  const [first] = errors
  if (first) return refusal(400, 'InvalidParameter', `${first.msg}: ${first.loc.join('.')}`)
  const input = Object(body.input) as { function?: unknown; mask_image_url?: unknown }
  if (input.function === 'description_edit_with_mask' && !input.mask_image_url)
    return refusal(400, 'InvalidParameter', 'Field required: input.mask_image_url')
  return undefined
}

const parametersOf = (body: FilmTask['body']) => Object(body.parameters) as { n?: number; size?: string; prompt_extend?: boolean }
const countOf = (body: FilmTask['body']): number => parametersOf(body).n ?? modelOf(body)?.usual ?? 1

/** The size that a body names and its model does not have. */
function wrongSize(body: FilmTask['body']): string | undefined {
  const [, width, height] = /^(\d+)\*(\d+)$/.exec(parametersOf(body).size ?? '') ?? []
  if (width === undefined || modelOf(body)?.hasSize(Number(width), Number(height))) return undefined
  return `The size is not match the allowed size: ${width}*${height}`
}

const submission = (path: string, does: DoorName): TaskDoor => ({
  ...{ does: 'submit', method: 'POST', path: new RegExp(`^${AIGC}/${path}$`), body: doorBody(does) },
  check: (request) => rejected(does, true, request),
  answer: (_, { id }) => ({ status: 200, body: { output: { task_status: 'PENDING', task_id: id }, request_id: REQUEST_ID } }),
})

/** Any body of a door; what it rejects is told by `check`, so this finds fields that are not known. */
function doorBody(door: DoorName): z.ZodType {
  return z.unknown().check(({ value, issues }) => {
    const model = modelOf(Object(value))
    const unknown = model ? pydanticErrors(schemaOf(model, door), value).filter(({ type }) => type === 'extra_forbidden') : []
    for (const { loc } of unknown)
      issues.push({ code: 'unrecognized_keys', input: Object(value), keys: [String(loc.at(-1))], path: loc.slice(0, -1) })
  })
}

const choice = (images: readonly (string | undefined)[]) => ({
  choices: images.map((image) => ({
    finish_reason: 'stop',
    message: { role: 'assistant', content: [image === undefined ? { type: 'image' } : { image, type: 'image' }] },
  })),
  finished: true,
})

const failure = {
  timeout: {
    code: 'InternalError.Timeout',
    message: 'An internal timeout error has occurred during execution, please try again later or contact service support.',
  },
  moderated: { code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content.' },
  infringing: { code: 'IPInfringementSuspect', message: 'Input data is suspected of being involved in IP infringement.' },
}

export const isPictureTask = ({ path }: Pick<FilmTask, 'path'>): boolean => !path.includes('/video-generation/')

/** Names an address where nothing is (RFC 2606): the service cannot fetch it, which it finds when it works. */
const hasNoSource = ({ input }: FilmTask['body']) => /"https?:\/\/[^"/]+\.invalid[/"]/.test(JSON.stringify(input))

/** What is told of a task that makes pictures. Of several, the last one fails where some do. @param word the vendor's word for its state */
export function pictureTold(task: FilmTask, word: string, link: Visit['link']): object {
  const { id, body, state } = task
  const output = { task_id: id, task_status: word, submit_time: '2026-11-27 10:00:00.000', scheduled_time: '2026-11-27 10:00:00.100' }
  const total = countOf(body)
  const failed = (reason: object) => ({
    request_id: REQUEST_ID,
    output: { ...output, task_status: 'FAILED', ...reason, task_metrics: { TOTAL: total, SUCCEEDED: 0, FAILED: total } },
  })
  const size = wrongSize(body)
  if (size) return failed({ code: 'InvalidParameter', message: size })
  if (hasNoSource(body)) return failed({ code: 'InvalidParameter', message: 'The image source is invalid.' })
  if (state === 'failed') return failed(failure.timeout)
  if (state === 'moderated') return failed(/Mickey/.test(JSON.stringify(body.input)) ? failure.infringing : failure.moderated)
  if (state !== 'succeeded' && state !== 'partial') return { request_id: REQUEST_ID, output }
  const made = state === 'partial' ? total - 1 : total
  const links = Array.from({ length: made }, (_, at) => link(task, 'png', at + 1))
  const usage = { image_count: made }
  const ended = { ...output, end_time: '2026-11-27 10:00:30.000' }
  if (task.path.endsWith('/image-generation/generation'))
    return { request_id: REQUEST_ID, output: { ...ended, ...choice(links) }, usage: { ...usage, size: parametersOf(body).size } }
  const { prompt } = Object(body.input) as { prompt?: string }
  const prompts = { orig_prompt: prompt, ...(parametersOf(body).prompt_extend === false ? {} : { actual_prompt: `${prompt}, in detail` }) }
  const results: object[] = links.map((url) => ({ ...prompts, ...(url === undefined ? {} : { url }) }))
  if (made < total) results.push(failure.timeout)
  const metrics = { TOTAL: total, SUCCEEDED: made, FAILED: total - made }
  return { request_id: REQUEST_ID, output: { ...ended, results, task_metrics: metrics }, usage }
}

/** The doors where pictures are asked for, as tasks and at once. */
export const pictureDoors: readonly Door[] = [
  submission('text2image/image-synthesis', 'text2image'),
  submission('image2image/image-synthesis', 'image2image'),
  submission('image-generation/generation', 'image-generation'),
  {
    ...{ does: 'list', method: 'POST', path: new RegExp(`^${AIGC}/multimodal-generation/generation$`) },
    ...{ body: doorBody('multimodal-generation'), check: (request) => rejected('multimodal-generation', false, request) },
    answer({ body, url }: Visit) {
      const size = wrongSize(body)
      if (size) return refusal(400, 'InvalidParameter', size)
      const images = Array.from({ length: countOf(body) }, (_, at) => `${url}/media/live/at-once-${at + 1}.png?sign=1`)
      return { status: 200, body: { output: choice(images), usage: { image_count: images.length }, request_id: REQUEST_ID } }
    },
  },
]
