// Failures of the far end in our words (reliability.md 3.2). What a client may read never names hosts, channels or keys.

import { vendorDialects } from '@waystation/wire/chat/dialects'
import type { Loss } from '@waystation/wire/chat/loss'
import { type Json, parseJson } from '@waystation/wire/json'
import { errors as undiciErrors } from 'undici'
import { BlockedAddress } from '../../lib/egress.ts'
import { readBeginning } from '../../lib/read-capped.ts'
import type { Attempt } from '../types.ts'
import type { UpstreamResponse } from './decompress.ts'
import { type FailureFacts, UpstreamFailure } from './failure.ts'

/** An error's body beyond this is not read. */
const ERROR_LIMITS = { maxBytes: 64 * 1024, deadlineMs: 10_000 }
/** Kept of a foreign text until it is clear of secrets, which cuts it shorter: a key that was cut in two would not be found. */
const MAX_EXCERPT = 16 * 1024
/** Fields that a refusal names at most. */
const MAX_NAMED = 10

/** A request that got no answer: not reached, broken off, or silent. */
export function connectionFailure(error: unknown): UpstreamFailure {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  const detail = `${code} ${error instanceof Error ? error.message : String(error)}`.trim()
  if (error instanceof undiciErrors.HeadersTimeoutError || error instanceof undiciErrors.BodyTimeoutError) {
    return new UpstreamFailure(
      { code: 'upstream_timeout', endReason: 'upstream_timeout', status: 504, kind: 'silence', detail },
      { cause: error },
    )
  }
  const blocked = error instanceof BlockedAddress ? { detail: 'the address of this channel may not be reached' } : { detail }
  return new UpstreamFailure(
    { code: 'do_request_failed', endReason: 'upstream_error', status: 502, kind: 'connection', ...blocked },
    { cause: error },
  )
}

/** An answer that was none: garbage, an error told with a good status, nothing at all. */
export function garbageFailure(detail: string, excerpt = ''): UpstreamFailure {
  const words = excerpt === '' ? detail : `${detail}: ${excerpt.slice(0, MAX_EXCERPT)}`
  return new UpstreamFailure({
    code: 'read_response_body_failed',
    endReason: 'upstream_error',
    status: 502,
    kind: 'garbage',
    detail: words,
  })
}

/** An answer beyond what may be taken. */
export function tooLargeFailure(): UpstreamFailure {
  const facts = { endReason: 'upstream_error', status: 502, kind: 'garbage', detail: 'the answer is too large' } as const
  return new UpstreamFailure({ code: 'response_too_large', ...facts })
}

/** Other calls have had every key of the planned channels told to wait, after this one was planned. */
export function keysCooling(): UpstreamFailure {
  const detail = 'all keys of the planned channels are waiting after a rate limit'
  return new UpstreamFailure({ code: 'upstream_saturated', endReason: 'upstream_error', status: 429, kind: 'answer', detail })
}

/** The vendor's dialect cannot say what the answer hangs on, or what a strict caller will not lose. */
export function untranslatable(losses: readonly Loss[]): UpstreamFailure {
  const detail = losses
    .slice(0, MAX_NAMED)
    .map((loss) => loss.path)
    .join(', ')
  return new UpstreamFailure({ code: 'untranslatable', endReason: 'upstream_error', status: 400, kind: 'untranslatable', detail })
}

/** An answer with a status that says no. Reads the words, at most so many bytes of them. */
export async function answeredFailure(response: UpstreamResponse, attempt: Attempt): Promise<UpstreamFailure> {
  const text = await readBeginning(response.body, ERROR_LIMITS)
  const body: Json | undefined = parseJson(text)
  const upstream = vendorDialects[attempt.dialect].readError(response.statusCode, body)
  const status = mappedStatus(attempt.provider.meantStatus?.(upstream) ?? response.statusCode, attempt)
  const retryAfterSeconds = retryAfter(response.headers['retry-after']) ?? upstream.retryAfterSeconds
  const facts: FailureFacts = {
    code: 'upstream_error',
    endReason: 'upstream_error',
    upstream,
    dialect: attempt.dialect,
    status,
    kind: 'answer',
    detail: `${response.statusCode} ${upstream.message}`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
  return new UpstreamFailure(facts)
}

/** The channel's own table of statuses: it decides about retry and auto-disable, and is what the client sees (server-behaviour 3.4). */
function mappedStatus(status: number, { channel }: Attempt): number {
  const mapped = Number(channel.statusCodeMapping[String(status)] ?? status)
  return Number.isInteger(mapped) && mapped >= 400 && mapped <= 599 ? mapped : status
}

/** Seconds of a Retry-After header, a number or a date; undefined when it is neither. */
export function retryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
