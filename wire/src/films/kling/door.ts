// The door in Kling's shape. Source: Kling AI, API reference, "General" (error codes), "Text to video" and "Image to video", 2026.
import type { Json, JsonObject } from '../../encoding/json.ts'
import { WireError } from '../../wire-error.ts'
import type { AddressDoor, DoorError } from '../doors/door.ts'
import { EXTRAS_OF } from '../request.ts'
import { type KnownFilm, statusIn } from '../view.ts'

const ROOT = '/kling'
const TEXT = `${ROOT}/v1/videos/text2video`
const IMAGE = `${ROOT}/v1/videos/image2video`
/** The model of a request that names none. */
const USUAL_MODEL = 'kling-v1'

export const klingDoor: AddressDoor = {
  root: ROOT,
  submissions: [
    { path: TEXT, read: readText },
    { path: IMAGE, read: readImage },
  ],
  films: [`${TEXT}/:id`, `${IMAGE}/:id`],
  writeFilm: (film, requestId) => ({ code: 0, message: 'SUCCEED', request_id: requestId, data: taskOf(film) }),
  writeError: (error) => ({ code: codeOf(error), message: error.message, request_id: error.requestId }),
}

/** A picture would be passed over at this address, and another film come of it than its caller wants. */
function readText(body: JsonObject): JsonObject {
  for (const name of ['image', 'image_tail', 'image_list'])
    if (isThere(body[name])) throw new WireError(name, `none at ${TEXT}: films of pictures are made at ${IMAGE}`)
  if (!isThere(body.prompt)) throw new WireError('prompt', 'a text that is not empty')
  return inOurWords(body)
}

function readImage(body: JsonObject): JsonObject {
  if (!isThere(body.image) && !isThere(body.image_tail)) throw new WireError('image', 'a picture, as image or image_tail')
  return inOurWords(body)
}

/** Its other fields have the same names in both shapes. Older clients name the model `model`. */
function inOurWords({ model_name, model, ...rest }: JsonObject): JsonObject {
  const named = isThere(model_name) ? model_name : model
  if (isThere(rest.mode) && rest.mode !== 'std' && rest.mode !== 'pro') throw new WireError('mode', 'std or pro')
  return { ...rest, model: isThere(named) ? named : USUAL_MODEL, [EXTRAS_OF]: 'kling' }
}

const isThere = (value: Json | undefined): value is Json => value !== undefined && value !== null && value !== ''

const statuses = ['submitted', 'processing', 'succeed', 'failed'] as const

function taskOf(film: KnownFilm): JsonObject {
  const { id, ownId: external, submitMs, updatedMs, url, seconds } = film
  return {
    ...{ task_id: id, task_status: statusIn(film, statuses), task_status_msg: film.failReason },
    task_info: external === undefined ? {} : { external_task_id: external },
    ...{ created_at: submitMs, updated_at: updatedMs },
    ...(url === '' ? {} : { task_result: { videos: [{ id, url, duration: String(seconds) }] } }),
  }
}

/** The statuses that Kling's codes about requests come with. */
const statusOfCode: ReadonlyMap<string, number> = new Map([
  ['1200', 400],
  ['1201', 400],
  ['1202', 404],
  ['1203', 404],
  ['1300', 400],
  ['1301', 400],
])
/** Kling's codes for failures that have a code here, for kinds of failures, and for statuses: what is first in this order counts. */
const codeOfOurs: ReadonlyMap<string, number> = new Map([
  ['token_missing', 1001],
  ['token_expired', 1004],
  ['unknown_path', 1202],
  ['sensitive_words_detected', 1301],
  ['calls_at_once_exceeded', 1303],
])
const codeOfType: ReadonlyMap<string, number> = new Map([
  ['authentication_error', 1000],
  ['insufficient_quota', 1102],
  ['permission_error', 1103],
])
const codeOfStatus: ReadonlyMap<number, number> = new Map([
  [401, 1000],
  [403, 1103],
  [404, 1203],
  [429, 1302],
  [503, 5001],
  [504, 5002],
])

/** Kling's own code goes on where it fits the status: other vendors' numbers mean other things. */
function codeOf({ code, type = '', status }: DoorError): number {
  if (statusOfCode.get(code) === status) return Number(code)
  return codeOfOurs.get(code) ?? codeOfType.get(type) ?? codeOfStatus.get(status) ?? (status >= 500 ? 5000 : 1201)
}
