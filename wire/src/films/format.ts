// What vendors of films take and tell. Each makes them by tasks: one is submitted, and asked for until it ends.
import type { DialectName } from '../chat/dialects.ts'
import type { LossLog } from '../chat/losses/loss.ts'
import type { JsonObject } from '../encoding/json.ts'
import type { TaskReading } from '../tasks/task-reading.ts'
import type { FilmRequest, FilmSource } from './request.ts'

/** A request as its vendor gets it: length and resolution are always named, so that what is made is what is held for. */
export interface SizedFilm extends FilmRequest {
  readonly seconds: number
  readonly resolution: string
}

/** How a vendor is asked for a film that it is making. */
export interface FilmPoll {
  readonly method: 'GET' | 'POST'
  /** From the root of the vendor's host. */
  readonly path: string
  readonly body?: JsonObject
  /** The answer may hold the film itself, as a long text. */
  readonly holdsFilm?: true
}

export type FilmReading = Omit<TaskReading, 'id'>

/** What of a channel a request for its vendor depends on. */
export interface FilmChannel {
  /** Where the vendor shall put films, as `gs://bucket/folder`; absent: it keeps them itself. */
  readonly bucket?: string | undefined
}

/** What some vendors make of their films. */
export interface FilmFollowUps {
  /** How long an extension is whose caller does not say it. */
  readonly extensionSeconds: number
  /** Where it is submitted, from the root of the vendor's host. */
  path(source: FilmSource): string
  writeRequest(request: SizedFilm, source: FilmSource, model: string): JsonObject
}

export interface FilmFormat {
  /** The dialect that decides how its key is sent. */
  readonly dialect: DialectName
  /** Sent with a submission. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where a film is submitted, from the root of the vendor's host. @param model its name at the vendor */
  path(request: FilmRequest, model: string): string
  /** The body for the vendor. What it cannot express is recorded as a loss. */
  writeRequest(request: SizedFilm, model: string, losses: LossLog, channel: FilmChannel): JsonObject
  /** By what the vendor is asked for the film, out of its answer; undefined: it took none. */
  readId(reply: JsonObject, request: FilmRequest, model: string): string | undefined
  /** @param result what the vendor last said of it */
  poll(id: string, result: JsonObject): FilmPoll
  /** Does it tell of a film that failed with the status of an error? */
  readonly tellsInErrors?: true
  /** What the answer says; undefined: it is no answer. */
  readPoll(reply: JsonObject, id: string, result: JsonObject): FilmReading | undefined
  /** Where the film is, if the vendor does not say it, from the root of its host. */
  contentPath?(id: string): string
  /** What the vendor makes of films that it has made; absent: nothing. */
  readonly followUps?: FilmFollowUps
}

/** Fields that would change what a film costs; their values are read into the request, or are not for callers to choose. */
const PRICED =
  /dur|second|frames?$|framesper|fps|resol|size|sampl|count|^n$|num_|mode$|tier|draft|audio|sound|^bgm$|peak|multi_|shot_|^content$|^input|^param|^instances$|callback|webhook|topic|storage|^model|^prompt$|^response_format$|^user$/i

/** The vendor's own fields of a request; those that would change its price, and that nothing here reads, are lost. */
export function vendorsOwn({ extras }: FilmRequest, losses: LossLog): JsonObject {
  const own: JsonObject = {}
  for (const [name, value] of Object.entries(extras)) {
    if (PRICED.test(name)) losses.add(name, 'not-expressible')
    else own[name] = value
  }
  return own
}

/** The request for a vendor of this format: fields that are those of another format are lost. */
export function inFormat(request: SizedFilm, format: string | undefined, losses: LossLog): SizedFilm {
  const { extrasOf, extras } = request
  if (extrasOf === undefined || extrasOf === format) return request
  for (const name of Object.keys(extras)) losses.add(name, 'not-expressible')
  return { ...request, extras: {} }
}

/** What of a request a vendor has. Pictures and films that it cannot take change what is made; the rest is only named. */
export interface FilmAbilities {
  readonly firstFrame?: boolean
  readonly lastFrame?: boolean
  readonly references?: boolean
  readonly video?: boolean
  readonly negativePrompt?: boolean
  readonly seed?: boolean
  readonly sound?: boolean
  readonly watermark?: boolean
  /** Those that it has; absent: the shape of the film is not for the caller to choose. */
  readonly ratios?: readonly string[]
}

/** Names what the vendor cannot do of a request. */
export function noteLosses(request: FilmRequest, can: FilmAbilities, losses: LossLog): void {
  if (request.firstFrame !== undefined && !can.firstFrame) losses.add('image', 'needed')
  if (request.lastFrame !== undefined && !can.lastFrame) losses.add('last_frame', 'needed')
  if (request.references.length > 0 && !can.references) losses.add('reference_images', 'needed')
  if (request.video !== undefined && !can.video) losses.add('video', 'needed')
  if (request.negativePrompt !== undefined && !can.negativePrompt) losses.add('negative_prompt', 'not-expressible')
  if (request.seed !== undefined && !can.seed) losses.add('seed', 'not-expressible')
  if (request.hasSound !== undefined && !can.sound) losses.add('sound', 'not-expressible')
  if (request.watermark !== undefined && !can.watermark) losses.add('watermark', 'not-expressible')
  if (request.ratio !== undefined && !can.ratios?.includes(request.ratio)) losses.add('ratio', 'not-expressible')
}
