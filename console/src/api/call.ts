// The only HTTP client of the console. It knows the envelope, what a 401, 405, 429 and 500 mean (specification section 8), and where we are
// hosted. It shows nothing: the caller decides whether a failure becomes a toast, a field error or a page. Only what the user must confirm is
// asked for here, so that no caller needs to know of it.
import type { CallData, CallPayload, EndpointSpec } from '@waystation/contract/channels/endpoint'
import type { Envelope } from '@waystation/contract/envelope'
import type { ErrorCode } from '@waystation/contract/errors'
import type { z } from 'zod'
import { currentLanguage } from '../i18n/language.ts'
import { storedUser } from '../session/user.ts'
import { basePath } from './base-path.ts'
import { CallError, type CallErrorCode } from './call-error.ts'
import { sessionLost } from './session-lost.ts'

/** A whole response: `data` and the other top-level fields of the envelope, such as `total` or `time`. */
export interface AnswerWith<Data> {
  readonly data: Data
  readonly message: string
  readonly extra: Readonly<Record<string, unknown>>
}

export type Answer<Spec extends EndpointSpec> = AnswerWith<CallData<Spec>>

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The key of a token, for calls that it lets in: the session has no part in them. */
  readonly key?: string
}

/**
 * Calls an endpoint of the contract and gives its `data`. Where the server wants the user to confirm who they are, a dialog asks for it,
 * and the call is then repeated.
 * @throws CallError for every failure, also when the server cannot be reached; Cancelled when the user did not confirm
 */
export async function call<const Spec extends EndpointSpec>(
  endpoint: Spec,
  payload: CallPayload<Spec> = {},
  options: CallOptions = {},
): Promise<CallData<Spec>> {
  return (await callWhole(endpoint, payload, options)).data
}

/** The same with the other top-level fields of the envelope. */
export function callWhole<const Spec extends EndpointSpec>(
  endpoint: Spec,
  payload: CallPayload<Spec> = {},
  options: CallOptions = {},
): Promise<Answer<Spec>> {
  return exchange(endpoint, payload, options)
}

/** What an endpoint sends with the brands of its ids and amounts: the record that its schema names, where that holds no codec. */
export type RecordOf<Spec extends EndpointSpec> = z.output<Spec['data']>

/**
 * Requests a record, with a payload that only the server checks: the values of a form, or the parameters of an endpoint that is known at
 * run time. Only for endpoints whose data hold no codec: what stands in the JSON is then what the schema gives.
 */
export function callRecord<const Spec extends EndpointSpec>(
  endpoint: Spec,
  payload: UncheckedPayload,
  options: CallOptions = {},
): Promise<AnswerWith<RecordOf<Spec>>> {
  return exchange(endpoint, payload, options)
}

export interface UncheckedPayload {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** A file, under the name that the server gave it. */
export interface SentFile {
  readonly name: string
  readonly blob: Blob
}

/** A file as an endpoint sends it; its parameters are checked by the server only. @throws CallError */
export function callFile(endpoint: EndpointSpec, payload: UncheckedPayload = {}): Promise<SentFile> {
  return confirmed(endpoint, async () => {
    const response = await send(endpoint, payload, {})
    const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    if (!response.ok || name === undefined) throw await failure(response, await readEnvelope(response))
    return { name, blob: await response.blob() }
  })
}

function exchange<Data>(endpoint: EndpointSpec, payload: UncheckedPayload, options: CallOptions): Promise<AnswerWith<Data>> {
  return confirmed(endpoint, () => exchangeOnce<Data>(endpoint, payload, options))
}

const confirming: readonly CallErrorCode[] = ['confirmation_needed', 'confirm_log_in_again']

/** Runs a call, and once more when the user has confirmed what the server wanted confirmed. */
async function confirmed<Result>(endpoint: EndpointSpec, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof CallError && confirming.includes(error.code))) throw error
    const { confirmAfter } = await import('./confirmation.ts')
    await confirmAfter(error, endpoint.confirms)
    return run()
  }
}

async function exchangeOnce<Data>(endpoint: EndpointSpec, payload: UncheckedPayload, options: CallOptions): Promise<AnswerWith<Data>> {
  const response = await send(endpoint, payload, options)
  const envelope = await readEnvelope(response)
  if (!response.ok || !envelope.success) throw await failure(response, envelope, options)
  const { success: _, message, data, ...extra } = envelope
  // Sound as far as the server keeps to the contract, which its own tests prove endpoint by endpoint.
  return { data: data as Data, message, extra }
}

/** The address of an endpoint: parameters filled in, empty query values left out. */
export function urlOf(
  endpoint: EndpointSpec,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return `${basePath}${path}${search.size > 0 ? `?${search}` : ''}`
}

async function send(endpoint: EndpointSpec, payload: UncheckedPayload, options: CallOptions): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage(), 'Cache-Control': 'no-store' })
  const user = options.key === undefined ? storedUser() : undefined
  if (options.key !== undefined) headers.set('Authorization', `Bearer ${options.key}`)
  if (user) headers.set('Waystation-User', String(user.id))
  if (payload.body !== undefined) headers.set('Content-Type', 'application/json')
  try {
    return await fetch(urlOf(endpoint, payload.params, payload.query), {
      method: endpoint.method,
      headers,
      credentials: options.key === undefined ? 'same-origin' : 'omit',
      body: payload.body === undefined ? null : JSON.stringify(payload.body),
      signal: options.signal ?? null,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new CallError({ message: error instanceof Error ? error.message : String(error), code: 'network', status: 0 })
  }
}

type AnyEnvelope = Envelope & Record<string, unknown>

async function readEnvelope(response: Response): Promise<AnyEnvelope> {
  const json: unknown = await response.json().catch(() => undefined)
  return isEnvelope(json) ? { ...json, message: json.message ?? '' } : { success: false, message: '' }
}

/** Words may be missing; what else stands in it is the server's. */
function isEnvelope(json: unknown): json is Omit<AnyEnvelope, 'message'> & { readonly success: boolean; readonly message?: string } {
  return typeof json === 'object' && json !== null && 'success' in json
}

/** The meaning of a status when the server sent no message. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'not_logged_in',
  405: 'demo_site',
  429: 'too_many_requests',
  500: 'internal_error',
}

async function failure(response: Response, envelope: AnyEnvelope, { key }: CallOptions = {}): Promise<CallError> {
  const code = codeOf(response, envelope)
  const error = new CallError({
    code,
    status: response.status,
    message: envelope.message || (await wordsOf(response)),
    requestId: envelope.request_id ?? response.headers.get('x-request-id') ?? undefined,
    fields: envelope.fields,
    data: envelope.data,
  })
  if (response.status === 401 && key === undefined) sessionLost()
  return error
}

function codeOf({ status, ok }: Response, { code }: AnyEnvelope): CallErrorCode {
  if (isNamed(code)) return code
  return codeOfStatus[status] ?? (ok ? 'unknown' : 'bad_answer')
}

/** The server knows no other codes than the contract's, whose table is too large to look them up here. */
function isNamed(code: unknown): code is ErrorCode {
  return typeof code === 'string' && code !== ''
}

/** For an answer without words of its own, such as a proxy's. The table of errors is large, and no page needs it to begin with. */
async function wordsOf({ status }: Response): Promise<string> {
  const language = currentLanguage()
  const code = codeOfStatus[status]
  const table = code && (await import('@waystation/contract/errors').catch(() => undefined))
  if (table) return table.errorMessage(code, {}, language)
  return language === 'zh' ? `错误：请求失败（${status}）` : `Error: request failed (${status})`
}
