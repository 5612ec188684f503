// Media that a request names by an address and that its vendor does not fetch: they are fetched here, and sent as data; and pictures that a
// vendor names by an address, where the client wants data. Others name the addresses, so they are reached as webhooks are: public ones only
// (reliability.md 6.4). Source: server-behaviour 11, "WorkerUrl".

import { vendorDialects } from '@waystation/wire/chat/dialects'
import { typeOfData } from '@waystation/wire/chat/media/type-of-data'
import type { ChatRequest } from '@waystation/wire/chat/request/request'
import { type MediumData, type NeededMedium, neededMedia, withMediaData } from '@waystation/wire/rules/media-data'
import { errors as undiciErrors } from 'undici'
import { BodyTooLarge } from '../../lib/bodies/read-capped.ts'
import { type WholeResponse, wholeExchange } from '../../lib/bodies/whole-exchange.ts'
import { BlockedAddress } from '../../lib/net/address-guard.ts'
import type { Egress } from '../../lib/net/egress.ts'
import type { Attempt } from '../attempt.ts'
import type { BodyBudget } from '../read-call/body-budget.ts'
import type { BodyRoom, Call } from '../types.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { rulesOf } from './rules.ts'

export interface MediaParts {
  /** Reaches public addresses only. */
  readonly sites: Pick<Egress, 'send'>
  readonly bodies: Pick<BodyBudget, 'work'>
}

const MAX_MEGABYTES = 20
const LIMITS = { timeoutMs: 15_000, maxBytes: MAX_MEGABYTES * 1024 * 1024 }
/** Addresses of one request that are fetched, at most. */
const MAX_MEDIA = 16
const MAX_REDIRECTS = 3
/** Data take a third more room as base64. */
const IN_BASE64 = 4 / 3

/** What was fetched for a call. It is kept until the call is over: another channel that is tried needs the same. */
interface Fetched {
  readonly data: Map<string, MediumData>
  readonly rooms: BodyRoom[]
}

export class MediaFetcher {
  readonly #parts: MediaParts
  readonly #byCall = new WeakMap<Call, Fetched>()

  constructor(parts: MediaParts) {
    this.#parts = parts
  }

  /** The request with the data of the media that this vendor does not fetch. Throws UpstreamFailure, or AppError where memory is short. */
  async filled(request: ChatRequest, attempt: Attempt, call: Call, userId: number): Promise<ChatRequest> {
    const { dialect, upstreamModel: model } = attempt
    const needed = neededMedia(request, { dialect: vendorDialects[dialect], model, rule: rulesOf(attempt).media })
    if (needed.length === 0) return request
    if (needed.length > MAX_MEDIA) throw mediumFailure(needed[MAX_MEDIA], `more than ${MAX_MEDIA}`)
    const fetched = this.#fetchedFor(call)
    // One after another: each may take up as much memory as a large body.
    for (const medium of needed) if (!fetched.data.has(medium.url)) await this.#load(medium, fetched, userId)
    return withMediaData(request, fetched.data)
  }

  /** The data of media that a vendor's reply names, as far as they can be had: the reply is told in any case. */
  async dataOf(urls: readonly string[], call: Call, userId: number): Promise<ReadonlyMap<string, MediumData>> {
    const fetched = this.#fetchedFor(call)
    for (const url of urls.slice(0, MAX_MEDIA)) {
      if (fetched.data.has(url)) continue
      try {
        await this.#load({ url, kind: 'image', path: 'data' }, fetched, userId)
      } catch {
        // The address stays in the reply.
      }
    }
    return fetched.data
  }

  #fetchedFor(call: Call): Fetched {
    const fetched = this.#byCall.get(call) ?? { data: new Map(), rooms: [] }
    this.#byCall.set(call, fetched)
    return fetched
  }

  /** The call is over. */
  release(call: Call): void {
    for (const room of this.#byCall.get(call)?.rooms ?? []) room.release()
    this.#byCall.delete(call)
  }

  async #load(medium: NeededMedium, { data, rooms }: Fetched, userId: number): Promise<void> {
    const room = await this.#parts.bodies.work(userId, Math.ceil(LIMITS.maxBytes * IN_BASE64))
    rooms.push(room)
    const { status, headers, body } = await this.#read(medium)
    if (status !== 200) throw mediumFailure(medium, `HTTP ${status}`)
    const base64 = body.toString('base64')
    room.shrinkTo(base64.length)
    const declared = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
    const mediaType = typeOfData(base64) ?? (declared === '' ? 'application/octet-stream' : declared)
    if (medium.kind !== 'file' && !mediaType.startsWith(`${medium.kind}/`)) throw mediumFailure(medium, mediaType)
    data.set(medium.url, { data: base64, mediaType })
  }

  async #read(medium: NeededMedium): Promise<WholeResponse> {
    try {
      let url = new URL(medium.url)
      for (let hop = 0; ; hop += 1) {
        const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Waystation' }
        const response = await wholeExchange(this.#parts.sites, { method: 'GET', url, headers }, LIMITS)
        const { location } = response.headers
        if (response.status < 300 || response.status >= 400 || location === undefined || hop === MAX_REDIRECTS) return response
        url = new URL(location, url)
      }
    } catch (error) {
      throw mediumFailure(medium, reasonOf(error))
    }
  }
}

/** In terms that are the same in every language: users read them. */
function reasonOf(error: unknown): string {
  if (error instanceof BodyTooLarge) return `> ${MAX_MEGABYTES} MB`
  if (error instanceof BlockedAddress) return 'blocked address'
  const isLate = error instanceof undiciErrors.HeadersTimeoutError || error instanceof undiciErrors.BodyTimeoutError
  return isLate ? `timeout: ${LIMITS.timeoutMs / 1000} s` : 'unreachable'
}

/** A medium could not be fetched. Another channel may take its address as it is. */
function mediumFailure(medium: NeededMedium | undefined, reason: string): UpstreamFailure {
  const detail = `${medium?.path ?? ''} (${reason})`
  return new UpstreamFailure({ code: 'media_not_fetched', endReason: 'upstream_error', status: 400, kind: 'untranslatable', detail })
}
