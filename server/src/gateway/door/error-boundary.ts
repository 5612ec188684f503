// Failures in the caller's dialect and language, with the request id. An unexpected error is logged and shown as internal_error.
import { AppError, type ErrorCode, errorMessage, errors, type Facts, type Language, languageOf } from '@waystation/contract/errors'
import { hideUpstreamErrorEnabled } from '@waystation/contract/options/global'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import { type ClientDialectName, clientDialects } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { DoorError } from '@waystation/wire/films/doors/door'
import { type FilmDoorName, filmShapes } from '@waystation/wire/films/doors/doors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { quotaDisplay } from '../../domain/option/quota-display.ts'
import { headersOf } from '../admit/limit-headers.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'
import { ClientGone, type FailureFacts, isAboutOurKey, UpstreamFailure, wordsForCaller } from '../upstream/failure.ts'
import { readableHeaders } from './readable-headers.ts'

/** What telling a failure takes. */
export type FailureServices = Pick<Gateway, 'options' | 'log'>

/** A refusal with its caller's language, which may become known only during the call. */
export class RelayRefusal extends Error {
  readonly code: ErrorCode
  readonly facts: Facts
  readonly language: Language
  /** The vendor's own failure, where there was one. */
  readonly failure: UpstreamFailure | undefined

  constructor(code: ErrorCode, facts: Facts, language: Language, failure?: UpstreamFailure) {
    super(code, failure ? { cause: failure } : undefined)
    this.name = 'RelayRefusal'
    this.code = code
    this.facts = facts
    this.language = language
    this.failure = failure
  }
}

/** A step's failure as a refusal that the boundary can show. Unexpected errors are returned unchanged. */
export function toError(error: unknown, language: Language): unknown {
  if (error instanceof AppError) return new RelayRefusal(error.code, error.facts, language)
  if (error instanceof UpstreamFailure)
    return new RelayRefusal(error.facts.code, { detail: error.facts.upstream?.message ?? '', fields: error.facts.detail }, language, error)
  return error
}

/** A year: who is told to wait longer is told nothing by it. */
const MAX_RETRY_AFTER_SECONDS = 365 * 86_400

/** Answers a failure of a model call. */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  dialect: ClientDialectName,
  gateway: FailureServices,
): void {
  if (reply.sent || error instanceof ClientGone) return
  const { headers, ...told } = failureAnswer(error, request, dialect, gateway)
  const { hasPlainMessages, errorForm } = request.routeOptions.config
  const { status, body } = errorForm ? inForm(errorForm, { ...told, requestId: request.id }) : told
  const given = hasPlainMessages ? { message: told.message, ...body } : body
  void reply
    .code(status)
    .headers({ ...readableHeaders(dialect, request), ...headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(given))
}

/** Forms of errors that no dialect of chat has. */
export type ErrorForm = keyof typeof proxyForms | FilmDoorName

/** Codes of midjourney-proxy: an invalid request, and one too many. Source: server-behaviour 9, `/mj` errors. */
const INVALID_DRAWING = 4
const TOO_MANY_DRAWINGS = 30

const proxyForms = {
  drawing: (description: string, code: string, status: number) => ({
    description,
    type: status >= 500 ? 'upstream_error' : 'invalid_request_error',
    // A proxy's own code goes on.
    code: /^\d+$/.test(code) ? Number(code) : status === 429 ? TOO_MANY_DRAWINGS : INVALID_DRAWING,
  }),
  music: (message: string, code: string) => ({ code, message, data: null }),
}

interface Told extends DoorError {
  /** As the dialect has it. */
  readonly body: JsonObject
}

function inForm(form: ErrorForm, { body, ...error }: Told): { readonly status: number; readonly body: JsonObject } {
  const { message, code, status: usual } = error
  if (form !== 'drawing' && form !== 'music') return { status: usual, body: filmShapes[form].writeError(error) }
  // The proxies know no 404 for a task.
  const status = code === 'task_not_found' ? 400 : usual
  // Refused keys are told in OpenAI's form there too, so both stand in the answer.
  return { status, body: { ...body, ...proxyForms[form](message, code, status) } }
}

/** The request that failed: its id, and the language that it asks for. */
type Failed = Pick<FastifyRequest, 'id' | 'headers'>

/** What a failure is answered with: headers that say when to try again, the body in the dialect, and its message. */
export function failureAnswer(error: unknown, { id, headers: asked }: Failed, dialect: ClientDialectName, gateway: FailureServices) {
  const refusal = asRefusal(error, id, languageOf(asked['accept-language'], 'en'), gateway)
  const shown = shownError(refusal, dialect, gateway)
  const message = `${shown.message} (request id: ${id})`
  return {
    ...clientDialects[dialect].writeError({ ...shown, message, requestId: id }),
    headers: { ...waitHeaders(refusal), ...reachedHeaders(refusal), ...repeatHeaders(refusal, asked) },
    message,
    type: shown.type,
    code: String(refusal.failure?.facts.upstream?.code ?? shown.code ?? refusal.code),
  }
}

/** OpenAI's libraries repeat a call that took too long by themselves. Without a key that tells it is the same, it would make another picture. */
function repeatHeaders({ code }: RelayRefusal, { 'idempotency-key': key }: Failed['headers']): Readonly<Record<string, string>> {
  return code === 'picture_not_ready' && key === undefined ? { 'x-should-retry': 'false' } : {}
}

/** Of the limit that refuses a call. */
function reachedHeaders({ code, facts }: RelayRefusal): Readonly<Record<string, string>> {
  const unit = code === 'rate_limit_exceeded' ? 'requests' : code === 'tokens_per_minute_exceeded' ? 'tokens' : undefined
  return unit ? headersOf(unit, { limit: { limit: Number(facts.limit) }, remaining: 0, resetMs: Number(facts.retry_after) * 1000 }) : {}
}

function waitHeaders(refusal: RelayRefusal): Readonly<Record<string, string>> {
  const wait = waitSeconds(refusal)
  if (wait === undefined) return {}
  const seconds = { 'retry-after': String(Math.max(1, Math.ceil(wait))) }
  // A header of seconds alone would round up what the vendor names to the millisecond.
  return Number.isInteger(wait) ? seconds : { ...seconds, 'retry-after-ms': String(Math.ceil(wait * 1000)) }
}

/** What the caller of this call is told of its failure where the answer has begun: in a stream, or in a stored response. */
export function failureInBand(error: unknown, { id, endpoint }: Call, { language }: Caller, gateway: FailureServices): UpstreamError {
  const refusal = asRefusal(toError(error, language), id, language, gateway)
  const shown = shownError(refusal, endpoint.dialect, gateway)
  return { ...shown, message: `${shown.message} (request id: ${id})` }
}

function asRefusal(error: unknown, id: string, language: Language, gateway: FailureServices): RelayRefusal {
  if (error instanceof RelayRefusal) return error
  if (error instanceof AppError) return new RelayRefusal(error.code, error.facts, language)
  gateway.log.error({ err: error, request_id: id }, 'unexpected failure in a model call')
  return new RelayRefusal('internal_error', {}, language)
}

function shownError({ code, facts, language, failure }: RelayRefusal, dialect: ClientDialectName, gateway: FailureServices): UpstreamError {
  const entry = errors[code]
  const own = {
    status: entry.status,
    message: errorMessage(code, facts, language, quotaDisplay(gateway.options)),
    type: 'type' in entry ? entry.type : 'server_error',
    code,
  }
  const upstream = failure?.facts.upstream
  if (!failure || !upstream) return own

  const { status } = failure.facts
  const shownStatus = isAboutOurKey(status) ? 502 : status
  const words = wordsForCaller(failure.facts, gateway.options.get(hideUpstreamErrorEnabled))
  // The caller's own mistakes are shown with the vendor's message and code; everything else with ours.
  if (words.key !== code) {
    const known = errors[words.key]
    const shownCode = words.key === 'upstream_hidden' ? 'upstream_error' : words.key
    return {
      status: shownStatus,
      message: errorMessage(words.key, words.facts, language),
      type: 'type' in known ? known.type : 'upstream_error',
      code: shownCode,
    }
  }
  return {
    status: shownStatus,
    message: upstream.message,
    ...kindOf(failure, dialect),
    code: upstream.code ?? 'bad_response_status_code',
    ...(upstream.param === undefined ? {} : { param: upstream.param }),
    ...(upstream.innerError === undefined ? {} : { innerError: upstream.innerError }),
  }
}

/** Error types belong to a dialect: those of another mean nothing to the client, so its error writer picks one by the status. */
function kindOf({ facts }: UpstreamFailure, dialect: ClientDialectName): { readonly type?: string } {
  const type = facts.dialect === dialect ? facts.upstream?.type : undefined
  return type === undefined ? {} : { type }
}

/** Failures that pass by themselves within moments. */
const SOON: ReadonlySet<ErrorCode> = new Set([
  'too_many_drains',
  'billing_busy',
  'overloaded',
  'too_many_large_bodies',
  'shutting_down',
  'gateway_shutdown',
])

/** Limits and rests, which know when they end. */
const WAITS: ReadonlySet<ErrorCode> = new Set([
  'rate_limit_exceeded',
  'tokens_per_minute_exceeded',
  'calls_at_once_exceeded',
  'upstream_saturated',
  'channels_resting',
])

/** As the vendor says (decision D68), also where it is overloaded and not limited. */
function vendorsWait({ status, retryAfterSeconds }: FailureFacts): number | undefined {
  if (status !== 429 && (status < 500 || retryAfterSeconds === undefined)) return undefined
  return Math.min(retryAfterSeconds ?? 1, MAX_RETRY_AFTER_SECONDS)
}

function waitSeconds({ code, facts, failure }: RelayRefusal): number | undefined {
  if (failure) return vendorsWait(failure.facts)
  if (WAITS.has(code)) return Number(facts.retry_after ?? 1)
  return SOON.has(code) ? 1 : undefined
}
