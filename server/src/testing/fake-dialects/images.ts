// OpenAI's images, as strict as it is: a text in JSON, or a form with pictures, becomes pictures. Sources: the types of OpenAI's own library,
// 7.55, and its API reference, "Images", 2026.
import type { FakeAsk } from '../fakes/fake-provider-ask.ts'
import { chatDialect } from './chat.ts'
import { event, type FakeDialect, type FakeRequest, type Fields, objects, text, unknownField } from './fake-dialect.ts'

/** The picture that every request is answered with: one grey pixel. */
export const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
const MAX_PICTURES = 16

const common = ['model', 'prompt', 'n', 'size', 'quality', 'background', 'output_format', 'output_compression', 'moderation', 'user']
const animated = ['complexity', 'frame_count', 'frame_duration_ms', 'safety_identifier', 'stream', 'partial_images']
const known: Readonly<Record<string, ReadonlySet<string>>> = {
  '/images/generations': new Set([...common, ...animated, 'response_format', 'style', 'svg']),
  '/images/edits': new Set([
    ...[...common, ...animated, 'response_format', 'input_fidelity', 'mask', 'markup'],
    ...['image', 'image[]', 'images'],
  ]),
  '/images/variations': new Set(['image', 'model', 'n', 'response_format', 'size', 'user']),
}
const olderOnly = ['response_format', 'style']
const newerOnly = [...animated, 'background', 'output_format', 'output_compression', 'moderation', 'input_fidelity', 'svg', 'markup']

const isForm = ({ headers }: FakeRequest) => /^multipart\/form-data; boundary=/.test(headers['content-type'] ?? '')
const isGptImage = (model: string) => /^(chat)?gpt-image-/.test(model)
/** Gif and svg, and the two highest qualities, came later. */
const versionOf = (model: string) => Number(/^gpt-image-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 1)

/** How many pictures came to be changed; the platform's form keeps the last of each name only. */
const picturesOf = (request: FakeRequest) =>
  isForm(request) ? [...request.rawBody.matchAll(/name="image(\[\])?"; filename=/g)].length : objects(request.body.images).length

/** A number of a form is a text. */
function numberOf(request: FakeRequest, name: string): number | undefined {
  const value = request.body[name]
  if (value === undefined) return undefined
  if (isForm(request)) return /^\d+$/.test(text(value)) ? Number(value) : Number.NaN
  return typeof value === 'number' ? value : Number.NaN
}

export const imagesDialect: FakeDialect = {
  read(request) {
    const { body } = request
    const isStream = isForm(request) ? body.stream === 'true' : body.stream === true
    return { model: text(body.model), texts: [text(body.prompt)], images: picturesOf(request), messages: 1, isStream }
  },

  complaint: (request) => fieldComplaint(request) ?? pictureComplaint(request) ?? valueComplaint(request),

  whole(ask, request) {
    const one =
      isGptImage(ask.model) || request.body.response_format === 'b64_json' ? { b64_json: PICTURE } : { url: 'https://pictures.test/1' }
    const data = Array.from({ length: numberOf(request, 'n') ?? 1 }, () => one)
    return { created: 1, data, ...(isGptImage(ask.model) ? { ...aboutOf(request, 'opaque'), usage: usageOf(ask, request) } : {}) }
  },

  stream(ask, request) {
    const kind = request.path === '/images/edits' ? 'image_edit' : 'image_generation'
    const about = { b64_json: PICTURE, created_at: 1, ...aboutOf(request, 'auto') }
    const partials = Array.from({ length: numberOf(request, 'partial_images') ?? 0 }, (_, partial_image_index) => ({
      ...{ type: `${kind}.partial_image`, partial_image_index },
      ...about,
    }))
    const completed = { type: `${kind}.completed`, ...about, usage: usageOf(ask, request) }
    return [
      ...partials.map((data) => ({ text: event(data.type, data), isPiece: true })),
      { text: event(completed.type, completed), isPiece: true },
    ]
  },

  broken: chatDialect.broken,
  error: chatDialect.error,
}

function aboutOf({ body }: FakeRequest, background: string): object {
  const size = text(body.size) || '1024x1024'
  return { size, quality: text(body.quality) || 'medium', background, output_format: text(body.output_format) || 'png' }
}

/** Of what came in, the pictures count a hundred tokens each. */
function usageOf({ usage }: FakeAsk, request: FakeRequest): object {
  const image_tokens = picturesOf(request) * 100
  const input_tokens = usage.prompt_tokens + image_tokens
  return {
    ...{ input_tokens, input_tokens_details: { text_tokens: usage.prompt_tokens, image_tokens } },
    ...{ output_tokens: usage.completion_tokens, total_tokens: input_tokens + usage.completion_tokens },
  }
}

function fieldComplaint(request: FakeRequest): string | undefined {
  const { path, body } = request
  const model = text(body.model)
  if (path === '/images/variations' ? !isForm(request) : path === '/images/generations' && isForm(request))
    return "Unsupported content type. Try again with 'application/json' or 'multipart/form-data'."
  const foreign = (isGptImage(model) ? olderOnly : newerOnly).find((name) => body[name] !== undefined)
  const unknown = unknownField(body, known[path] ?? new Set()) ?? foreign
  if (unknown !== undefined) return `Unknown parameter: '${unknown}'.`
  if (model === '') return 'you must provide a model parameter'
  const prompt = text(body.prompt)
  if (path !== '/images/variations' && prompt === '') return "Missing required parameter: 'prompt'."
  const most = isGptImage(model) ? 32_000 : model === 'dall-e-3' ? 4000 : 1000
  return prompt.length > most ? `Invalid 'prompt': string too long. Expected a string with maximum length ${most}.` : undefined
}

function pictureComplaint(request: FakeRequest): string | undefined {
  const { path, body } = request
  if (path === '/images/generations') return undefined
  const model = text(body.model)
  const count = picturesOf(request)
  if (count === 0) return "Missing required parameter: 'image'."
  if (count > (isGptImage(model) ? MAX_PICTURES : 1)) return `Invalid 'image': too many pictures came: ${count}.`
  if (path === '/images/variations' && model !== 'dall-e-2') return `The model '${model}' does not support variations.`
  const named = objects(body.images).every((one) => typeof one.file_id === 'string' || typeof one.image_url === 'string')
  if (!named) return "Invalid 'images[0]': expected 'file_id' or 'image_url'."
  const files = Object.values(body).filter((one) => one instanceof File)
  const wrong = files.find(({ type }) => !/^image\/(png|jpeg|webp)$/.test(type))
  return wrong ? `Invalid file '${wrong.name}': unsupported mimetype ('${wrong.type}').` : undefined
}

/** By field: what it may be. */
function choicesOf(model: string): Readonly<Record<string, readonly string[]>> {
  const version = versionOf(model)
  if (!isGptImage(model)) {
    const quality = model === 'dall-e-3' ? ['standard', 'hd'] : ['standard']
    return { quality, response_format: ['url', 'b64_json'], style: ['vivid', 'natural'] }
  }
  return {
    quality: ['low', 'medium', 'high', 'auto', ...(version >= 2.5 ? ['xhigh', 'max'] : [])],
    ...{ background: ['transparent', 'opaque', 'auto'], moderation: ['low', 'auto'], input_fidelity: ['low', 'high'] },
    output_format: ['png', 'jpeg', 'webp', ...(version >= 2.6 ? ['gif', 'svg'] : [])],
  }
}

const bounds: Readonly<Record<string, readonly [number, number]>> = {
  ...{ n: [1, 10], partial_images: [0, 3], output_compression: [0, 100], frame_count: [2, 16] },
}

function valueComplaint(request: FakeRequest): string | undefined {
  const { body } = request
  const model = text(body.model)
  for (const [name, choices] of Object.entries(choicesOf(model)))
    if (body[name] !== undefined && !choices.includes(text(body[name]))) return `Invalid value: '${String(body[name])}' of '${name}'.`
  for (const [name, [least, most]] of Object.entries(bounds)) {
    const number = numberOf(request, name)
    if (number !== undefined && !(Number.isInteger(number) && number >= least && number <= most)) return `Invalid '${name}'.`
  }
  if (model === 'dall-e-3' && (numberOf(request, 'n') ?? 1) > 1) return "Invalid 'n': dall-e-3 makes one picture."
  return streamComplaint(request) ?? (isSize(model, body.size) ? undefined : `Invalid size '${String(body.size)}'.`)
}

function streamComplaint(request: FakeRequest): string | undefined {
  const { body } = request
  const streams: readonly unknown[] = isForm(request) ? [undefined, 'true', 'false'] : [undefined, true, false]
  if (!streams.includes(body.stream)) return "Invalid type for 'stream'."
  const isStream = body.stream === true || body.stream === 'true'
  if (body.partial_images !== undefined && !isStream) return "'partial_images' is only supported with 'stream'."
  return body.background === 'transparent' && body.output_format === 'jpeg'
    ? 'Transparent background is not supported for jpeg.'
    : undefined
}

const sizes = { newer: ['1024x1024', '1536x1024', '1024x1536'], second: ['256x256', '512x512', '1024x1024'] }

function isSize(model: string, given: Fields[string]): boolean {
  if (given === undefined) return true
  const size = text(given)
  if (model === 'dall-e-2') return sizes.second.includes(size)
  if (model === 'dall-e-3') return ['1024x1024', '1792x1024', '1024x1792'].includes(size)
  if (size === 'auto') return true
  if (versionOf(model) < 2) return sizes.newer.includes(size)
  const [width = 0, height = 0] = /^\d+x\d+$/.test(size) ? size.split('x').map(Number) : []
  const ratio = width / height
  return width % 16 === 0 && height % 16 === 0 && ratio >= 1 / 3 && ratio <= 3 && width * height <= 3840 * 2160
}
