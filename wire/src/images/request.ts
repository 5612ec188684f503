// Pictures (`/v1/images/generations`, `/edits`, `/variations`): what the gateway must know of their requests, which come as JSON or, with
// pictures to change, as a form. Source: OpenAI's API reference, "Images", 2026.
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { type Reader, reader } from '../encoding/reader.ts'
import { WireError } from '../wire-error.ts'

/** What is done: a picture of a text, a change of pictures by a text, pictures like one. */
export type ImageWork = 'images' | 'image-edits' | 'image-variations'

/** A request, of JSON or of the texts of a form. */
export interface ImageRequest {
  readonly model: string
  /** Empty for variations. */
  readonly prompt: string
  /** How many are requested, 1 to MAX_IMAGES. */
  readonly count: number
  /** As the caller wrote it, such as `1024x1536`, `2K` or `auto`; absent: the usual one. */
  readonly size?: string
  readonly quality?: string
  readonly isStream: boolean
  /** Pictures that are shown while each one is made. */
  readonly partials: number
  /** Pictures in one animation; absent: it is none. */
  readonly frames?: number
  /** The pictures to change, as addresses or data URIs; those of a form are not among its texts. */
  readonly pictures: readonly string[]
  readonly mask?: string
  /** `url` or `b64_json`, as the caller wrote it. */
  readonly responseFormat?: string
  readonly outputFormat?: string
  readonly background?: string
  /** Fields that not all vendors have. */
  readonly extras: JsonObject
}

/** No vendor makes more in one call. */
export const MAX_IMAGES = 128
/** OpenAI's limit of a prompt, in characters. */
const MAX_PROMPT_CHARACTERS = 32_000
const MAX_PARTIALS = 3
const MAX_FRAMES = 16

/**
 * Reads a request.
 * @param isForm are all of its values texts?
 * @throws WireError with the field that is not what it should be
 */
export function readImages(body: Json, work: ImageWork, isForm = false): ImageRequest {
  const r = reader(body, '')
  const model = r.needText('model')
  const prompt = work === 'image-variations' ? '' : promptOf(r)
  const numberOf = (key: string, least: number, most: number) => wholeNumber(r, key, { least, most, isForm })
  const frames = numberOf('frame_count', 1, MAX_FRAMES)
  const [size, quality, mask] = [r.text('size'), r.text('quality'), addressOf(r.peek('mask'))]
  r.take('mask')
  const [responseFormat, outputFormat, background] = [r.text('response_format'), r.text('output_format'), r.text('background')]
  return {
    model,
    prompt,
    count: requestedCount(r, isForm),
    ...(size === undefined ? {} : { size }),
    ...(quality === undefined ? {} : { quality }),
    isStream: isForm ? r.text('stream')?.toLowerCase() === 'true' : r.boolean('stream') === true,
    partials: numberOf('partial_images', 0, MAX_PARTIALS) ?? 0,
    ...(frames === undefined ? {} : { frames }),
    pictures: picturesOf(r),
    ...(mask === undefined ? {} : { mask }),
    ...(responseFormat === undefined ? {} : { responseFormat }),
    ...(outputFormat === undefined ? {} : { outputFormat }),
    ...(background === undefined ? {} : { background }),
    extras: r.rest() ?? {},
  }
}

function promptOf(r: Reader): string {
  const prompt = r.needText('prompt')
  if (prompt.trim() === '') throw new WireError('prompt', 'a text that is not empty')
  if (prompt.length > MAX_PROMPT_CHARACTERS) throw new WireError('prompt', `at most ${MAX_PROMPT_CHARACTERS} characters`)
  return prompt
}

/** OpenAI's `n`, or the number that a series has at Ark: `sequential_image_generation_options.max_images`. */
function requestedCount(r: Reader, isForm: boolean): number {
  const asked = wholeNumber(r, 'n', { least: 1, most: MAX_IMAGES, isForm }) ?? 1
  const series = r.peek('sequential_image_generation_options')
  const isSeries = r.peek('sequential_image_generation') === 'auto'
  const most = isSeries ? ((isObject(series) ? series.max_images : undefined) ?? MAX_OF_SERIES) : undefined
  if (most === undefined) return asked
  if (typeof most !== 'number' || !Number.isSafeInteger(most) || most < 1 || most > MAX_IMAGES)
    throw new WireError('sequential_image_generation_options.max_images', `a whole number from 1 to ${MAX_IMAGES}`)
  return Math.max(asked, most)
}

/** Ark's limit, which holds where none is named. */
const MAX_OF_SERIES = 15

/** A whole number within bounds; of a form, its text. */
function wholeNumber(
  r: Reader,
  key: string,
  { least, most, isForm }: { least: number; most: number; isForm: boolean },
): number | undefined {
  const found = r.peek(key)
  if (found === undefined || found === null || (isForm && found === '')) return undefined
  r.take(key)
  const number = isForm && typeof found === 'string' && /^\d{1,9}$/.test(found) ? Number(found) : found
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < least || number > most)
    throw new WireError(key, `a whole number from ${least} to ${most}`)
  return number
}

/** `images` of OpenAI's JSON, `image` of others: one, or several. */
function picturesOf(r: Reader): readonly string[] {
  const found = [r.peek('images'), r.peek('image')].flatMap((one) =>
    Array.isArray(one) ? one : one === undefined || one === null ? [] : [one],
  )
  r.take('images')
  r.take('image')
  return found.flatMap((one) => addressOf(one) ?? [])
}

/** The address or data URI of a picture: bare, or in the objects that OpenAI and xAI have; an id of a file as `file:ID`. */
function addressOf(picture: Json | undefined): string | undefined {
  if (typeof picture === 'string') return picture
  if (!isObject(picture)) return undefined
  const { url, image_url: address, file_id: file } = picture
  if (typeof file === 'string') return `file:${file}`
  if (isObject(address)) return addressOf(address)
  return [address, url].find((one) => typeof one === 'string')
}
