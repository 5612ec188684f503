// The one way to the server. It knows the envelope, what a 401, 405, 429 and 500 mean (specification section 8), and where we are
// hosted. It shows nothing: whoever calls decides whether a failure becomes a toast, a field error or a page.
import type { CallData, CallPayload, EndpointSpec } from '@waystation/contract/endpoint'
import type { Envelope } from '@waystation/contract/envelope'
import type { ErrorCode } from '@waystation/contract/errors'
import { currentLanguage } from '../i18n/language.ts'
import { storedUser } from '../session/user.ts'
import { basePath } from './base-path.ts'
import { CallError, type CallErrorCode } from './call-error.ts'
import { sessionLost } from './session-lost.ts'

/** A whole answer: `data`, and what stands beside it at the top of the envelope, such as `total` or `time`. */
export interface Answer<Spec extends EndpointSpec> {
  readonly data: CallData<Spec>
  readonly message: string
  readonly extra: Readonly<Record<string, unknown>>
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

/**
 * Calls an endpoint of the contract and gives its `data`.
 * @throws CallError for every failure, also when the server cannot be reached
 */
export async function call<const Spec extends EndpointSpec>(
  endpoint: Spec,
  payload: CallPayload<Spec> = {},
  options: CallOptions = {},
): Promise<CallData<Spec>> {
  return (await callWhole(endpoint, payload, options)).data
}

/** The same with everything that stands beside `data`. */
export async function callWhole<const Spec extends EndpointSpec>(
  endpoint: Spec,
  payload: CallPayload<Spec> = {},
  options: CallOptions = {},
): Promise<Answer<Spec>> {
  const response = await send(endpoint, payload, options)
  const envelope = await readEnvelope(response)
  if (!response.ok || !envelope.success) throw await failure(response, envelope)
  const { success: _, message, data, ...extra } = envelope
  // Sound as far as the server keeps to the contract, which its own tests prove endpoint by endpoint.
  return { data: data as CallData<Spec>, message, extra }
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

async function send<Spec extends EndpointSpec>(endpoint: Spec, payload: CallPayload<Spec>, options: CallOptions): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage(), 'Cache-Control': 'no-store' })
  const user = storedUser()
  if (user) headers.set('Waystation-User', String(user.id))
  if (payload.body !== undefined) headers.set('Content-Type', 'application/json')
  try {
    return await fetch(urlOf(endpoint, payload.params, payload.query), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
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
  if (typeof json === 'object' && json !== null && 'success' in json) return { message: '', ...json } as AnyEnvelope
  return { success: false, message: '' }
}

/** What a status means when the server did not say more. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'not_logged_in',
  405: 'demo_site',
  429: 'too_many_requests',
  500: 'internal_error',
}

async function failure(response: Response, envelope: AnyEnvelope): Promise<CallError> {
  const code = codeOf(response, envelope)
  const error = new CallError({
    code,
    status: response.status,
    message: envelope.message || (await wordsOf(response)),
    requestId: envelope.request_id ?? response.headers.get('x-request-id') ?? undefined,
    fields: envelope.fields,
    data: envelope.data,
  })
  if (response.status === 401) sessionLost()
  return error
}

function codeOf({ status, ok }: Response, { code }: AnyEnvelope): CallErrorCode {
  // Sound: the server knows no other codes than the contract's.
  if (typeof code === 'string' && code !== '') return code as ErrorCode
  return codeOfStatus[status] ?? (ok ? 'unknown' : 'bad_answer')
}

/** For an answer without words of its own, such as a proxy's. The table of errors is large, and no page needs it to begin with. */
async function wordsOf({ status }: Response): Promise<string> {
  const language = currentLanguage()
  const code = codeOfStatus[status]
  const table = code && (await import('@waystation/contract/errors').catch(() => undefined))
  if (table) return table.errorMessage(code, {}, language)
  return language === 'zh' ? `错误：请求失败（${status}）` : `Error: request failed (${status})`
}
