// Pictures, sound and films that tasks made, as their vendors keep them. Their addresses come from vendors, so public ones are reached as those
// of users are, and a private one only at the host of the channel that named it (decision D77).
import { Readable } from 'node:stream'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import { readableOf } from '../../lib/bodies/byte-source.ts'
import type { EgressAnswer } from '../../lib/net/awaited-answer.ts'
import type { Egress } from '../../lib/net/egress.ts'
import { proxyOf } from '../../providers/target.ts'
import { type ByteRange, cutOut, partOf, rangeText } from './byte-range.ts'

export interface TaskFilesParts {
  /** Reaches public addresses only. */
  readonly sites: Pick<Egress, 'send'>
  /** Reaches what an admin has named. */
  readonly channels: Pick<Egress, 'send'>
}

/** How a file is asked for. */
export interface FileRequest {
  /** A part of it; absent: all. */
  readonly range?: ByteRange | undefined
  /** What shows the channel's key: sent to the channel's own host only, and not on from there. Absent: the file needs none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Content types that are passed on; absent: those of pictures, sound and films. */
  readonly types?: RegExp
  readonly maxBytes?: number
}

/** A file on its way. */
export interface TaskFile {
  /** 206 for a part, 416 where it has no such part. */
  readonly status: 200 | 206 | 416
  /** Which part it is, or how long the file is that has no such part; undefined: it is whole, or its length is not known. */
  readonly contentRange: string | undefined
  /** Can parts of it be asked for? */
  readonly hasParts: boolean
  readonly contentType: string
  readonly bytes: Readable
  /** Of what is sent, in bytes, as its host says; undefined: it does not. */
  readonly length: number | undefined
}

/** Largest file that is passed on. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024
const MAX_REDIRECTS = 3
const WAIT_MS = 30_000
/** What a browser shows or plays without running anything. */
const TYPES =
  /^(?:image\/(?:png|jpe?g|webp|gif|avif)|video\/(?:mp4|webm|quicktime)|audio\/(?:mpeg|mp3|wav|x-wav|ogg|aac|mp4|flac)|application\/octet-stream)\b/i

export class TaskFiles {
  readonly #parts: TaskFilesParts

  constructor(parts: TaskFilesParts) {
    this.#parts = parts
  }

  /** Opens a file; undefined: it cannot be had, is of another type or too large. @param channel of the task; absent: it is gone */
  async open(
    address: string,
    channel: Pick<RoutableChannel, 'baseUrl' | 'setting'> | undefined,
    asked: FileRequest = {},
  ): Promise<TaskFile | undefined> {
    let { headers } = asked
    let url = URL.canParse(address) ? new URL(address) : undefined
    for (let left = MAX_REDIRECTS; url && /^https?:$/.test(url.protocol) && left >= 0; left--) {
      const answer = await this.#send(url, channel, { ...asked, headers }).catch(() => undefined)
      headers = undefined
      if (!answer) return undefined
      const { location } = answer.headers
      if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string') return fileOf(answer, asked)
      answer.body.destroy()
      url = URL.canParse(location, url.href) ? new URL(location, url) : undefined
    }
    return undefined
  }

  #send(
    url: URL,
    channel: Pick<RoutableChannel, 'baseUrl' | 'setting'> | undefined,
    { range, headers: keyHeaders }: FileRequest,
  ): Promise<EgressAnswer> {
    const { sites, channels } = this.#parts
    const base = channel && URL.canParse(channel.baseUrl) ? new URL(channel.baseUrl) : undefined
    const isAtChannel = base !== undefined && base.host === url.host
    const limits = { headersTimeoutMs: WAIT_MS, bodyTimeoutMs: WAIT_MS }
    const part = range === undefined ? {} : { range: rangeText(range) }
    const headers = { accept: '*/*', 'accept-encoding': 'identity', ...part, ...(isAtChannel ? keyHeaders : {}) }
    const request = { method: 'GET', url, headers, ...limits } as const
    return isAtChannel && channel ? channels.send({ ...request, proxy: proxyOf(channel) }) : sites.send(request)
  }
}

/** The file that was answered; undefined: it is none, of another type or too large. */
export function fileOf(
  { statusCode, headers, body }: Pick<EgressAnswer, 'statusCode' | 'headers' | 'body'>,
  { range, types = TYPES, maxBytes = MAX_FILE_BYTES }: FileRequest,
): TaskFile | undefined {
  const contentType = String(headers['content-type'] ?? 'image/jpeg').toLowerCase()
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  const told = String(headers['content-range'] ?? '')
  if (statusCode === 416 && range !== undefined) {
    body.destroy()
    return withoutPart(/^bytes \*\/\d+$/.test(told) ? told : undefined)
  }
  const isPart = statusCode === 206 && range !== undefined && /^bytes \d+-\d+\/(?:\d+|\*)$/.test(told)
  if (!(isPart || statusCode === 200) || !types.test(contentType) || (length ?? 0) > maxBytes) {
    body.destroy()
    return undefined
  }
  if (isPart) return { status: 206, contentRange: told, hasParts: true, contentType, bytes: readableOf(body), length }
  if (range !== undefined && length !== undefined) return partOfWhole(readableOf(body), range, { contentType, length })
  return { status: 200, contentRange: undefined, hasParts: length !== undefined, contentType, bytes: readableOf(body), length }
}

/** Not every host gives out parts, and without them phones play nothing. */
function partOfWhole(whole: Readable, range: ByteRange, { contentType, length }: { contentType: string; length: number }): TaskFile {
  const part = partOf(range, length)
  if (!part) {
    whole.destroy()
    return withoutPart(`bytes */${length}`)
  }
  const { from, to } = part
  const contentRange = `bytes ${from}-${to}/${length}`
  return { status: 206, contentRange, hasParts: true, contentType, bytes: cutOut(whole, part), length: to - from + 1 }
}

const withoutPart = (contentRange: string | undefined): TaskFile => ({
  ...{ status: 416, contentRange, hasParts: true, contentType: 'application/octet-stream', bytes: Readable.from([]), length: 0 },
})
