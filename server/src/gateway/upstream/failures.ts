// Makes UpstreamFailures of every kind of upstream error (reliability.md 3.2). What a client may read never names hosts, channels or keys.

import type { IncomingHttpHeaders } from 'node:http'
import type { EndReason } from '@waystation/contract/calls/log'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import { vendorDialects } from '@waystation/wire/chat/dialects'
import type { Loss } from '@waystation/wire/chat/losses/loss'
import { defined } from '@waystation/wire/defined'
import { isObject, type Json, parseJson } from '@waystation/wire/encoding/json'
import { type ReportedError, reportedError } from '@waystation/wire/openai/error'
import { errors as undiciErrors } from 'undici'
import { BodyTooLarge, type ReadLimits } from '../../lib/bodies/read-capped.ts'
import { errorCode } from '../../lib/fields.ts'
import { BlockedAddress } from '../../lib/net/address-guard.ts'
import { UnreadableReply } from '../../providers/conversation.ts'
import type { Attempt } from '../attempt.ts'
import { UpstreamFailure } from './failure.ts'

/** An error's body beyond this is not read. */
export const ERROR_LIMITS = { maxBytes: 64 * 1024, deadlineMs: 10_000 }
/** Characters of a foreign text before secrets are removed: cut shorter first, a key cut in two would not be recognised. */
const MAX_EXCERPT = 16 * 1024
/** Fields that a refusal names at most. */
const MAX_NAMED = 10

/** Any error of an exchange as a failure of the far end. */
export function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error
  if (error instanceof UnreadableReply) return garbageFailure(error.message)
  if (error instanceof RangeError || error instanceof BodyTooLarge) return tooLargeFailure()
  return isDecompressionError(error)
    ? garbageFailure('the upstream compressed its answer otherwise than it says')
    : connectionFailure(error)
}

/** Is this what decompressing makes of bytes that were not compressed so, or not to their end? */
function isDecompressionError(error: unknown): boolean {
  return /^(Z_|ERR__|ERR_BROTLI_|ZSTD_)/.test(errorCode(error))
}

/** How a stream ended that its vendor broke off with this error. */
export function brokenEnd(error: Error): EndReason {
  const { kind, code } = failureOf(error).facts
  if (kind === 'silence') return 'upstream_timeout'
  // One of the requests of a conversation was refused.
  if (kind === 'answer') return 'upstream_error'
  return code === 'response_too_large' ? 'event_too_large' : 'upstream_truncated'
}

/** A request that got no answer: not reached, broken off, or silent. */
function connectionFailure(error: unknown): UpstreamFailure {
  const code = errorCode(error)
  const detail = `${code} ${error instanceof Error ? error.message : String(error)}`.trim()
  if (error instanceof undiciErrors.HeadersTimeoutError || error instanceof undiciErrors.BodyTimeoutError) {
    return silenceFailure(detail, error)
  }
  const blocked = { kind: 'blocked', detail: 'the address of this channel may not be reached' } as const
  return new UpstreamFailure(
    {
      ...{ code: 'do_request_failed', endReason: 'upstream_error', status: 502 },
      ...(error instanceof BlockedAddress ? blocked : { kind: 'connection', detail }),
    },
    { cause: error },
  )
}

/** The upstream said nothing in its time. */
export function silenceFailure(detail: string, cause?: unknown): UpstreamFailure {
  return new UpstreamFailure({ code: 'upstream_timeout', endReason: 'upstream_timeout', status: 504, kind: 'silence', detail }, { cause })
}

/** An unusable answer: garbage, an error reported with status 200, or an empty body. */
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

/**
 * The vendor gives no token for a key (RFC 6749, 5.2), or no request for one can be made of it: as if a call with the key had been refused
 * with 401.
 */
export function refusedKeyFailure(status: number, body: Json | undefined): UpstreamFailure {
  const { error, error_code: ownCode, error_description: description, error_message: ownWords } = isObject(body) ? body : {}
  const reported = reportedError(body)
  const code = textIn(error) ?? textIn(ownCode) ?? reported?.code
  const message = textIn(description) ?? textIn(ownWords) ?? reported?.message ?? 'no token is given for this key'
  return new UpstreamFailure({
    ...{ code: 'upstream_error', endReason: 'upstream_error', status: 401, kind: 'answer' },
    upstream: defined({ status: 401, message, code }),
    detail: `no token for the key: ${[status, code, message].filter((word) => word !== undefined).join(' ')}`,
  })
}

const textIn = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/** No token came, for reasons that are not the key's. Nothing of the call was sent, so any other channel may be tried. */
export function noTokenFailure(error: unknown): UpstreamFailure {
  const why = typeof error === 'string' ? undefined : failureOf(error)
  if (why && (why.facts.kind === 'blocked' || why.facts.kind === 'answer')) return why
  const detail = why ? `no token for the key: ${why.facts.detail}` : String(error)
  const facts = { code: 'do_request_failed', endReason: 'upstream_error', status: 502, kind: 'connection', detail } as const
  return new UpstreamFailure(facts, { cause: why?.cause })
}

/** An answer beyond what may be taken. */
function tooLargeFailure(): UpstreamFailure {
  const facts = { endReason: 'upstream_error', status: 502, kind: 'garbage', detail: 'the answer is too large' } as const
  return new UpstreamFailure({ code: 'response_too_large', ...facts })
}

/** Every key of the planned channels has started to cool since this call was planned. */
export function keysCooling(retryAfterSeconds: number | undefined): UpstreamFailure {
  const detail = 'all keys of the planned channels are waiting after a rate limit'
  const facts = { code: 'upstream_saturated', endReason: 'upstream_error', status: 429, kind: 'answer', detail } as const
  return new UpstreamFailure(defined({ ...facts, retryAfterSeconds }))
}

/** Every planned channel has been left alone since this call was planned. */
export function channelsResting(retryAfterSeconds = 1): UpstreamFailure {
  const detail = 'all planned channels are left alone after failures'
  const facts = { code: 'channels_resting', endReason: 'upstream_error', status: 503, kind: 'answer', detail } as const
  return new UpstreamFailure({ ...facts, retryAfterSeconds })
}

/**
 * The vendor's dialect cannot express a field that the answer depends on, or any field that a strict caller sent; or the request names what
 * was not given to its caller.
 */
export function untranslatable(losses: readonly Loss[]): UpstreamFailure {
  const detail = losses
    .slice(0, MAX_NAMED)
    .map((loss) => loss.path)
    .join(', ')
  const code = losses.every((loss) => loss.reason === 'not-given') ? 'vendor_id_not_given' : 'untranslatable'
  return new UpstreamFailure({ code, endReason: 'upstream_error', status: 400, kind: 'untranslatable', detail })
}

/** What of an attempt its refusal is read by. */
type RefusedAttempt = Pick<Attempt, 'dialect' | 'channel' | 'provider'>

/** A response with an error status. */
interface RefusingResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  beginning(limits: ReadLimits): Promise<string>
}

/** The failure of a response with an error status. Reads at most ERROR_LIMITS of its body. */
export async function failureOfResponse(answer: RefusingResponse, attempt: RefusedAttempt): Promise<UpstreamFailure> {
  const text = await answer.beginning(ERROR_LIMITS)
  const body: Json | undefined = parseJson(text) ?? plainWords(text, answer.headers)
  const upstream = vendorDialects[attempt.dialect].readError(answer.status, body)
  return refusal(upstream, attempt, waitIn(answer.headers))
}

/** Characters of a plain text that a refusal quotes: what is longer is no sentence. */
const MAX_PLAIN_WORDS = 1000

/** The words of a vendor that refuses in plain text, as SiliconFlow does at times; undefined for pages. */
function plainWords(text: string, { 'content-type': type = '' }: IncomingHttpHeaders): string | undefined {
  const words = text.trim()
  return /^text\/plain\b/i.test(type) && words.length <= MAX_PLAIN_WORDS ? words : undefined
}

/** The status of a failure that is reported with a good status and says of no other. */
const REPORTED_STATUS = 502

/** A failure that is reported inside a good answer, as if it had come with the status that it stands for (decision D67). */
export function reportedFailure(error: ReportedError, attempt: Attempt): UpstreamFailure {
  const { message, type, code, param, retryAfterSeconds } = error
  const words = defined({ message, type, code, param, retryAfterSeconds })
  return refusal({ ...words, status: error.status ?? REPORTED_STATUS }, attempt)
}

/** The failure of a body that is no answer: as what it reports, where it reports something, else as garbage. */
export function notAnswerFailure(detail: string, text: string, attempt: Attempt): UpstreamFailure {
  const error = reportedError(parseJson(text))
  return error ? reportedFailure(error, attempt) : garbageFailure(detail, text)
}

function refusal(upstream: UpstreamError, attempt: RefusedAttempt, waitSeconds = upstream.retryAfterSeconds): UpstreamFailure {
  return new UpstreamFailure({
    code: 'upstream_error',
    endReason: 'upstream_error',
    upstream,
    dialect: attempt.dialect,
    status: mappedStatus(attempt.provider.normalizeStatus?.(upstream) ?? upstream.status, attempt),
    kind: 'answer',
    detail: `${upstream.status} ${upstream.message}`,
    ...(waitSeconds === undefined ? {} : { retryAfterSeconds: waitSeconds }),
  })
}

/** The channel's own table of statuses: it decides about retry and auto-disable, and is what the client sees (server-behaviour 3.4). */
function mappedStatus(status: number, { channel }: RefusedAttempt): number {
  const mapped = Number(channel.statusCodeMapping[String(status)] ?? status)
  return Number.isInteger(mapped) && mapped >= 400 && mapped <= 599 ? mapped : status
}

/** Seconds that the headers of a refusal name: to the millisecond, where they do so, as clients read them. */
function waitIn(headers: IncomingHttpHeaders): number | undefined {
  const ms = headers['retry-after-ms']
  return typeof ms === 'string' && /^\d{1,12}(\.\d+)?$/.test(ms.trim()) ? Number(ms) / 1000 : retryAfter(headers['retry-after'])
}

/** Seconds of a Retry-After header, a number or a date; undefined when it is neither. */
export function retryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
