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

/** A file on its way. */
export interface TaskFile {
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
  async open(address: string, channel: Pick<RoutableChannel, 'baseUrl' | 'setting'> | undefined): Promise<TaskFile | undefined> {
    let url = URL.canParse(address) ? new URL(address) : undefined
    for (let left = MAX_REDIRECTS; url && /^https?:$/.test(url.protocol) && left >= 0; left--) {
      const answer = await this.#send(url, channel).catch(() => undefined)
      if (!answer) return undefined
      const { location } = answer.headers
      if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string') return fileOf(answer)
      answer.body.destroy()
      url = URL.canParse(location, url.href) ? new URL(location, url) : undefined
    }
    return undefined
  }

  #send(url: URL, channel: Pick<RoutableChannel, 'baseUrl' | 'setting'> | undefined): Promise<EgressAnswer> {
    const { sites, channels } = this.#parts
    const base = channel && URL.canParse(channel.baseUrl) ? new URL(channel.baseUrl) : undefined
    const isAtChannel = base !== undefined && base.host === url.host
    const limits = { headersTimeoutMs: WAIT_MS, bodyTimeoutMs: WAIT_MS }
    const request = { method: 'GET', url, headers: { accept: '*/*', 'accept-encoding': 'identity' }, ...limits } as const
    return isAtChannel && channel ? channels.send({ ...request, proxy: proxyOf(channel) }) : sites.send(request)
  }
}

function fileOf({ statusCode, headers, body }: EgressAnswer): TaskFile | undefined {
  const contentType = String(headers['content-type'] ?? 'image/jpeg')
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  if (statusCode !== 200 || !TYPES.test(contentType) || (length ?? 0) > MAX_FILE_BYTES) {
    body.destroy()
    return undefined
  }
  return { contentType: contentType.toLowerCase(), bytes: readableOf(body), length }
}
