// What is made of a film that there is already: another one by a changed prompt, or a longer one. Sources: OpenAI, API reference, "Videos": "Remix
// video", "Edit video", "Extend video", 2026; xAI, "Video Editing" and "Video Extension", 2026.
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { WireError } from '../wire-error.ts'
import type { SizedFilm } from './format.ts'
import { MAX_PROMPT_CHARACTERS, wholeNumber } from './request.ts'

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

/** What some vendors make of their films. */
export interface FilmFollowUps {
  /** How long an extension is whose caller does not say it. */
  readonly extensionSeconds: number
  /** Where it is submitted, from the root of the vendor's host. */
  path(source: FilmSource): string
  writeRequest(request: SizedFilm, source: FilmSource, model: string): JsonObject
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
