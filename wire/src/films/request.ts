// Films (`/v1/videos`, `/v1/video/generations`): what is asked for, in one form, whichever of the two shapes it came in. Fields that vendors have
// beyond them stand in `metadata`. Sources: OpenAI's API reference, "Videos", 2026; the video API of the gateways of this family.
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { type Pixels, pixelsOf } from '../images/shape.ts'
import { WireError } from '../wire-error.ts'

export interface FilmRequest {
  readonly model: string
  /** Empty where a picture says it all. */
  readonly prompt: string
  /** Whole seconds; absent: as many as the model usually makes. */
  readonly seconds?: number
  readonly size?: Pixels
  /** Such as `720p` or `4k`, in small letters; absent: the usual one. */
  readonly resolution?: string
  /** Such as `16:9`. */
  readonly ratio?: string
  /** Absent: as the model does it. */
  readonly hasSound?: boolean
  /** Pictures and a film that are given, as addresses or data URIs. */
  readonly firstFrame?: string
  readonly lastFrame?: string
  readonly references: readonly string[]
  readonly video?: string
  readonly negativePrompt?: string
  readonly seed?: number
  readonly watermark?: boolean
  /** What the caller calls the film. It stays here: an account at a vendor serves many callers, and takes each name once. */
  readonly ownId?: string
  /** Fields that only some vendors have. */
  readonly extras: JsonObject
  /** The format that those fields are of; absent: whoever makes the film may know them. */
  readonly extrasOf?: string
}

const LONGEST_SECONDS = 60
const MAX_PROMPT_CHARACTERS = 32_000
const MAX_PICTURES = 16
const LONGEST_OWN_ID = 255
/** Set by doors in the shape of a vendor: the format whose fields the rest are. */
export const EXTRAS_OF = 'extras_of'

/**
 * Reads a request of either shape.
 * @throws WireError with the field that is not what it should be
 */
export function readFilm(body: JsonObject): FilmRequest {
  const fields = new Fields(body)
  const model = fields.take('model')
  if (typeof model !== 'string' || model === '') throw new WireError('model', 'a text that is not empty')
  const prompt = fields.take('prompt') ?? ''
  if (typeof prompt !== 'string' || prompt.length > MAX_PROMPT_CHARACTERS)
    throw new WireError('prompt', `a text of at most ${MAX_PROMPT_CHARACTERS} characters`)
  const count = wholeNumber(fields.take('n'), 'n')
  if (count !== undefined && count !== 1) throw new WireError('n', '1: each film has a request of its own')
  const given = givenMedia(fields)
  if (prompt.trim() === '' && !given.firstFrame && !given.lastFrame && given.references.length === 0 && !given.video)
    throw new WireError('prompt', 'a text that is not empty')
  return {
    model,
    prompt,
    ...shapeOf(fields),
    ...given,
    ...defined({
      hasSound: flag(fields.take('sound', 'audio', 'generate_audio', 'generateAudio', 'with_audio')),
      negativePrompt: text(fields.take('negative_prompt', 'negativePrompt')),
      seed: wholeNumber(fields.take('seed'), 'seed'),
      watermark: flag(fields.take('watermark', 'watermark_enabled')),
      ownId: ownIdIn(fields.take('external_task_id')),
      extrasOf: text(fields.take(EXTRAS_OF)),
    }),
    extras: fields.rest(),
  }
}

/** The fields of the body and of its metadata, which is for what the shape has no field for. */
class Fields {
  readonly #fields: { [name: string]: Json | undefined }

  constructor({ metadata, ...body }: JsonObject) {
    this.#fields = { ...(isObject(metadata) ? metadata : {}), ...body }
  }

  /** The first of these fields that is there. All of them are taken off. */
  take(...names: readonly string[]): Json | undefined {
    const values = names.map((name) => this.#fields[name])
    for (const name of names) delete this.#fields[name]
    return values.find((value) => value !== undefined && value !== null && value !== '')
  }

  rest(): JsonObject {
    return defined(this.#fields)
  }
}

function shapeOf(fields: Fields): Pick<FilmRequest, 'seconds' | 'size' | 'resolution' | 'ratio'> {
  const seconds = wholeNumber(fields.take('seconds', 'duration', 'durationSeconds', 'duration_seconds'), 'seconds')
  if (seconds !== undefined && (seconds < 1 || seconds > LONGEST_SECONDS))
    throw new WireError('seconds', `a whole number from 1 to ${LONGEST_SECONDS}`)
  const [width, height] = [fields.take('width'), fields.take('height')]
  const named = text(fields.take('size', 'image_size')) ?? (width && height ? `${width}x${height}` : undefined)
  const size = pixelsOf(named)
  const mode = text(fields.take('mode'))
  const word = text(fields.take('resolution')) ?? (size ? undefined : named)
  const resolution = word?.toLowerCase() ?? modes[mode ?? ''] ?? (size && resolutionOf(size))
  if (resolution !== undefined && !/^(\d{3,4}p|[1248]k)$/.test(resolution)) throw new WireError('size', 'such as 1280x720 or 720p')
  const ratio = text(fields.take('ratio', 'aspect_ratio', 'aspectRatio'))
  return defined({ seconds, size, resolution, ratio })
}

/** What Kling calls its two resolutions. */
const modes: Readonly<Record<string, string>> = { std: '720p', pro: '1080p' }
/** By the shorter side, in pixels at most. */
const steps = [
  [360, '360p'],
  [500, '480p'],
  [640, '540p'],
  [720, '720p'],
  [768, '768p'],
  [1100, '1080p'],
  [1440, '2k'],
] as const

function resolutionOf({ width, height }: Pixels): string {
  const side = Math.min(width, height)
  return steps.find(([most]) => side <= most)?.[1] ?? '4k'
}

function givenMedia(fields: Fields): Pick<FilmRequest, 'firstFrame' | 'lastFrame' | 'references' | 'video'> {
  const first = fields.take('input_reference', 'image', 'first_frame', 'first_frame_image', 'first_frame_url', 'image_url', 'img_url')
  const last = fields.take('last_frame', 'last_frame_image', 'last_frame_url', 'lastFrame', 'image_tail')
  const listed = [first, fields.take('images')].flatMap((one) => (one === undefined ? [] : Array.isArray(one) ? one : [one])).map(address)
  const references = [fields.take('reference_images', 'referenceImages')].flat().flatMap((one) => (one ? [address(one)] : []))
  const video = fields.take('video', 'video_url')
  if (listed.length + references.length > MAX_PICTURES) throw new WireError('images', `at most ${MAX_PICTURES} pictures`)
  // Two pictures are the first and the last; more show what shall be in the film.
  const isSeries = listed.length > 2
  const [firstFrame, second] = isSeries ? [] : listed
  return {
    ...defined({
      firstFrame,
      lastFrame: last === undefined ? second : address(last),
      video: video === undefined ? undefined : address(video),
    }),
    references: isSeries ? [...listed, ...references] : references,
  }
}

/** Where a medium is: an address, a data URI, or data in base64 as some clients send it. Throws WireError. */
function address(value: Json): string {
  if (isObject(value)) return address(value.url ?? value.image_url ?? null)
  if (typeof value !== 'string' || value === '') throw new WireError('images', 'an address or data')
  if (/^(https?:\/\/|data:)/i.test(value)) return value
  if (/^[\w+/=\s-]+$/.test(value)) return `data:image/png;base64,${value}`
  throw new WireError('images', 'an address or data')
}

function ownIdIn(value: Json | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && value.length <= LONGEST_OWN_ID)) return value
  throw new WireError('external_task_id', `a text of at most ${LONGEST_OWN_ID} characters`)
}

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/** Texts of a form and the words of Kling count too. */
function flag(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 'on' || value === 'true') return true
  return value === 'off' || value === 'false' ? false : undefined
}

function wholeNumber(value: Json | undefined, name: string): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new WireError(name, 'a whole number')
  return number
}

// What is made of a film that there is already: another one by a changed prompt, or a longer one. Sources: OpenAI, API reference, "Videos": "Remix
// video", "Edit video", "Extend video", 2026; xAI, "Video Editing" and "Video Extension", 2026.

export type FollowUpKind = 'remix' | 'edit' | 'extension'

/** The film that it goes out from. */
export interface FilmSource {
  readonly kind: FollowUpKind
  /** By which its vendor knows it. */
  readonly vendorId: string
  readonly seconds: number
  /** Where it is; empty: its vendor names no address. */
  readonly url: string
}

/** What the caller asks for. */
export interface AskedFollowUp {
  readonly prompt: string
  /** The film's id here; absent where the address has it. */
  readonly filmId?: string
  /** Of an extension: how much longer the film shall be. Absent: the usual length. */
  readonly seconds?: number
  /** Fields that have no meaning here. */
  readonly unread: readonly string[]
}

const LONGEST_EXTENSION_SECONDS = 60

/**
 * Reads a request, in OpenAI's shape or in xAI's. The model is that of the film, whatever is named.
 * @throws WireError with the field that is not what it should be
 */
export function readFollowUp(body: JsonObject, kind: FollowUpKind): AskedFollowUp {
  const { prompt, video, seconds, duration, model: _, ...others } = body
  if (typeof prompt !== 'string' || prompt.trim() === '' || prompt.length > MAX_PROMPT_CHARACTERS)
    throw new WireError('prompt', `a text that is not empty, of at most ${MAX_PROMPT_CHARACTERS} characters`)
  const filmId = kind === 'remix' ? undefined : idIn(video)
  const asked = kind === 'extension' ? wholeNumber(seconds ?? duration, 'seconds') : undefined
  if (asked !== undefined && (asked < 1 || asked > LONGEST_EXTENSION_SECONDS))
    throw new WireError('seconds', `a whole number from 1 to ${LONGEST_EXTENSION_SECONDS}`)
  const lengths = kind === 'extension' ? {} : defined({ seconds, duration })
  return { prompt, ...defined({ filmId, seconds: asked }), unread: Object.keys({ ...others, ...lengths }) }
}

/** The id of a film that was made here. A film by its address is edited where films are made. */
function idIn(video: Json | undefined): string {
  const id = isObject(video) ? video.id : video
  if (typeof id !== 'string' || id === '' || /^(?:https?:|data:)/i.test(id))
    throw new WireError('video', 'an object with the id of a film that was made here')
  return id
}

/** A film that is gone on from, as far as it is known here. */
export interface KnownSource extends Omit<FilmSource, 'kind'> {
  readonly model: string
  /** As it was asked for, such as `1280x720` or `720p`. */
  readonly size: string
}

/** The request as the steps of a call read it: `readFilm` what shall be made, `sourceIn` what it goes out from. */
export function printFollowUp(kind: FollowUpKind, asked: AskedFollowUp, film: KnownSource, usualSeconds: number): JsonObject {
  const { model, size, vendorId, seconds, url } = film
  const length = kind === 'extension' ? (asked.seconds ?? usualSeconds) : seconds
  const source = { kind, vendorId, seconds, url, unread: [...asked.unread] }
  return { model, prompt: asked.prompt, seconds: length, ...(size === '' ? {} : { size }), source }
}

/** Out of what `printFollowUp` printed. Throws TypeError on anything else. */
export function sourceIn({ source }: JsonObject): FilmSource & { readonly unread: readonly string[] } {
  const { kind, vendorId, seconds, url, unread } = isObject(source) ? source : {}
  const isKind = kind === 'remix' || kind === 'edit' || kind === 'extension'
  if (!isKind || typeof vendorId !== 'string' || typeof seconds !== 'number' || typeof url !== 'string' || !Array.isArray(unread))
    throw new TypeError('a request names no film that it goes out from')
  return { kind, vendorId, seconds, url, unread: unread.filter((name) => typeof name === 'string') }
}
