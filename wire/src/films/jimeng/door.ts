// The door in Jimeng's shape. Source: Volcengine, Jimeng AI, "Video generation 3.0 Pro", and "Common response fields and error codes", 2026.
import { defined } from '../../defined.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { WireError } from '../../wire-error.ts'
import type { ActionDoor, DoorError } from '../doors/door.ts'
import { EXTRAS_OF } from '../request.ts'
import { type KnownFilm, statusIn } from '../view.ts'
import { actions, codes, DONE, FRAMES_PER_SECOND, states, VERSION } from './words.ts'

export const jimengDoor: ActionDoor = {
  root: '/jimeng',
  actions: `Action: ${actions.submit} or ${actions.ask}, Version: ${VERSION}`,
  actionIn({ Action: action, Version: version = VERSION }) {
    if (version !== VERSION) return undefined
    return action === actions.submit ? 'submit' : action === actions.ask ? 'ask' : undefined
  },
  read: readRequest,
  readId({ task_id }) {
    if (typeof task_id !== 'string' || task_id === '') throw new WireError('task_id', 'the id of a film')
    return task_id
  },
  writeSubmitted: ({ id }, requestId) => answer(DONE, 'Success', { task_id: id }, requestId),
  writeMissing: (requestId) => answer(DONE, 'Success', { status: states.missing }, requestId),
  writeFilm(film, requestId) {
    if (film.status === 'FAILURE') return answer(codes.internal, film.failReason, { status: states.done }, requestId)
    return answer(DONE, 'Success', stateOf(film), requestId)
  },
  writeError: (error) => answer(codeOf(error), error.message, null, error.requestId),
}

const answer = (code: number, message: string, data: JsonObject | null, requestId: string): JsonObject => ({
  ...{ code, data, message, request_id: requestId, status: code },
})

function stateOf(film: KnownFilm): JsonObject {
  const status = statusIn(film, [states.waits, states.runs, states.done, states.done])
  return { status, ...(film.url === '' ? {} : { video_url: film.url }) }
}

/** The fields that are not named here are the same in both shapes. */
function readRequest({ req_key, frames, seed, image_urls, binary_data_base64, ...rest }: JsonObject): JsonObject {
  if (typeof req_key !== 'string' || req_key === '') throw new WireError('req_key', 'the name of a model')
  const [addresses, data] = [picturesIn('image_urls', image_urls), picturesIn('binary_data_base64', binary_data_base64)]
  if (addresses.length > 0 && data.length > 0) throw new WireError('image_urls', 'pictures by address or as data, not both')
  const images = [...addresses, ...data]
  return {
    ...rest,
    ...{ model: req_key, [EXTRAS_OF]: 'jimeng' },
    ...defined({ duration: secondsOf(frames), seed: seed === ANY_SEED ? undefined : seed, images: images.length > 0 ? images : undefined }),
  }
}

const ANY_SEED = -1
const MAX_PICTURES = 2

function picturesIn(name: string, value: Json | undefined): string[] {
  if (value === undefined || value === null) return []
  const pictures = Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : []
  if (!Array.isArray(value) || pictures.length !== value.length || pictures.length > MAX_PICTURES)
    throw new WireError(name, `a list of at most ${MAX_PICTURES} texts, the first picture and the last`)
  return pictures.map(String)
}

function secondsOf(frames: Json | undefined): number | undefined {
  if (frames === undefined || frames === null) return undefined
  const seconds = typeof frames === 'number' ? (frames - 1) / FRAMES_PER_SECOND : Number.NaN
  if (Number.isInteger(seconds) && seconds > 0) return seconds
  throw new WireError('frames', `${FRAMES_PER_SECOND} for each second and one more, such as 121 or 241`)
}

/** Jimeng's codes about requests, which come with the status 400. */
const ABOUT_REQUESTS = /^(50204|50215|5041[1-9]|505[12]\d)$/
/** Of our codes, those that Jimeng has one for. */
const codeOfOurs: ReadonlyMap<string, number> = new Map([
  ['model_not_found', codes.unknownModel],
  ['sensitive_words_detected', codes.textKeptBack],
  ['calls_at_once_exceeded', codes.tooManyAtOnce],
])
const codeOfStatus: ReadonlyMap<number, number> = new Map([
  [401, codes.accessDenied],
  [403, codes.accessDenied],
  [429, codes.tooFast],
])

/** Jimeng's own code goes on where it fits the status: other vendors' numbers mean other things. */
function codeOf({ code, status }: DoorError): number {
  if (status === 400 && ABOUT_REQUESTS.test(code)) return Number(code)
  return codeOfOurs.get(code) ?? codeOfStatus.get(status) ?? (status >= 500 ? codes.internal : codes.badInput)
}
