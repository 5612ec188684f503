// Pictures, sound and films that tasks made, as their vendors keep them. Their addresses come from vendors, so public ones are reached as those
// of users are, and a private one only at the host of the channel that named it (decision D77).
import type { Readable } from 'node:stream'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import { readableOf } from '../../lib/bodies/byte-source.ts'
import type { Egress, EgressAnswer } from '../../lib/net/egress.ts'
import { proxyOf } from '../../providers/target.ts'

export interface TaskFilesParts {
  /** Reaches public addresses only. */
  readonly sites: Pick<Egress, 'send'>
  /** Reaches what an admin has named. */
  readonly channels: Pick<Egress, 'send'>
}

/** How a file is asked for. */
export interface FileRequest {
  /** A part of it, as the header has it; absent: all. */
  readonly range?: string | undefined
  /** What shows the channel's key: sent to the channel's own host only, and not on from there. Absent: the file needs none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Content types that are passed on; absent: those of pictures, sound and films. */
  readonly types?: RegExp
  readonly maxBytes?: number
}

/** A file on its way. */
export interface TaskFile {
  /** 200, or 206 for a part. */
  readonly status: number
  /** Which part it is; undefined: it is whole. */
  readonly contentRange: string | undefined
  readonly contentType: string
  readonly bytes: Readable
  /** As its host says; undefined: it does not. */
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
    const part = range === undefined ? {} : { range }
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
  const contentType = String(headers['content-type'] ?? 'image/jpeg')
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  const contentRange = typeof headers['content-range'] === 'string' ? headers['content-range'] : undefined
  const isPart = statusCode === 206 && range !== undefined
  if (!(isPart || statusCode === 200) || !types.test(contentType) || (length ?? 0) > maxBytes) {
    body.destroy()
    return undefined
  }
  return {
    status: statusCode,
    contentRange: isPart ? contentRange : undefined,
    contentType: contentType.toLowerCase(),
    bytes: readableOf(body),
    length,
  }
}
