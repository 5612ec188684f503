// What a handler of a console call is given and what it may answer. One line per route joins a declaration of the contract with the
// service that does it.
import type { CallData, CallInput, EndpointSpec } from '@waystation/contract/endpoint'
import type { AppError, Words } from '@waystation/contract/errors'
import type { Caller } from '../domain/session/caller.ts'
import type { OwnCookies } from './cookie.ts'
import type { AuditFacts } from './hooks/audit.ts'
import type { RequestContext } from './request-context.ts'

interface CallFacts extends Pick<RequestContext, 'ip' | 'language' | 'requestId' | 'sessionId'>, OwnCookies {
  readonly agent: string
  /** The header `Authorization` as it came, or empty: it holds a secret. */
  readonly authorization: string
  audit(facts: AuditFacts): void
}

export interface ApiCall<Spec extends EndpointSpec> extends CallInput<Spec>, CallFacts {
  /** Who calls; undefined where nobody needs to be logged in and nobody is. */
  readonly caller: Spec['access'] extends 'public' | 'setup' ? Caller | undefined : Caller
}

/** A call of any endpoint: what its schemas gave is known where it meets its handler. */
interface AnyCall extends CallFacts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller | undefined
}

const EXTRAS = Symbol('extras')

/** An answer with keys beside `data`, or a refusal that still carries them. */
export interface EnvelopeExtras<Data = unknown> {
  readonly [EXTRAS]: true
  readonly data: Data
  readonly extra: Readonly<Record<string, unknown>>
  readonly error?: AppError
  /** What the caller is told of a success; without it the message is empty. */
  readonly message?: Words
}

/** `data` with further keys at the top of the envelope. */
export function withExtra<Data>(data: Data, extra: Readonly<Record<string, unknown>>): EnvelopeExtras<Data> {
  return { [EXTRAS]: true, data, extra }
}

/** `data` with a message: for the few calls after which clients show it. */
export function withMessage<Data>(data: Data, message: Words): EnvelopeExtras<Data> {
  return { [EXTRAS]: true, data, extra: {}, message }
}

/** A refusal that tells more than its error: the time of a failed channel test. */
export function refused<Data>(error: AppError, data: Data, extra: Readonly<Record<string, unknown>>): EnvelopeExtras<Data> {
  return { [EXTRAS]: true, data, extra, error }
}

export function hasExtras(answer: unknown): answer is EnvelopeExtras {
  return typeof answer === 'object' && answer !== null && EXTRAS in answer
}

export type Handler<Spec extends EndpointSpec> = (
  call: ApiCall<Spec>,
) => CallData<Spec> | EnvelopeExtras<CallData<Spec>> | Promise<CallData<Spec> | EnvelopeExtras<CallData<Spec>>>

/** A declared call with what answers it. */
export interface Route {
  readonly endpoint: EndpointSpec
  readonly handle: (call: AnyCall) => unknown
}

/** Joins a declaration with its handler. */
export function route<const Spec extends EndpointSpec>(endpoint: Spec, handle: Handler<Spec>): Route {
  // Sound: the call was decoded with this endpoint's schemas, and the hook `rank` demands the caller that its access needs.
  return { endpoint, handle: (call) => handle(call as ApiCall<Spec>) }
}
