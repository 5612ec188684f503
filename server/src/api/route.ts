// What a handler of a console call is given and what it may answer. One line per route joins a declaration of the contract with the
// service that does it.
import type { CallData, CallInput, EndpointSpec } from '@waystation/contract/endpoint'
import type { AppError, Language, Words } from '@waystation/contract/errors'
import type { Caller } from '../domain/session/caller.ts'

/** What the record of this call shall say beside who and when. Secrets are masked before it is written. */
export interface AuditFacts {
  readonly target?: string
  readonly before?: unknown
  readonly after?: unknown
  /** Who it was, where the session does not say: a login. */
  readonly actor?: { readonly id: number; readonly name: string }
}

export interface ApiCall<Spec extends EndpointSpec = EndpointSpec> extends CallInput<Spec> {
  /** Who calls; undefined where nobody needs to be logged in and nobody is. */
  readonly caller: Spec['access'] extends 'public' | 'setup' ? Caller | undefined : Caller
  /** The caller's address. */
  readonly ip: string
  readonly agent: string
  /** The header `Authorization` as it came, or empty: it holds a secret. */
  readonly authorization: string
  readonly language: Language
  readonly requestId: string
  /** The id in the session's cookie, or empty. */
  readonly sessionId: string
  /** What the browser is known by from earlier logins, or empty. */
  readonly device: string
  setDevice(value: string): void
  /** Puts a session into the browser's cookie; null takes it out. */
  setSession(id: string | null): void
  audit(facts: AuditFacts): void
}

const BESIDE = Symbol('beside')

/** An answer with keys beside `data`, or a refusal that still carries them. */
export interface Beside<Data = unknown> {
  readonly [BESIDE]: true
  readonly data: Data
  readonly extra: Readonly<Record<string, unknown>>
  readonly error?: AppError
  /** What the caller is told of a success; without it the message is empty. */
  readonly message?: Words
}

/** `data` with further keys at the top of the envelope. */
export function withExtra<Data>(data: Data, extra: Readonly<Record<string, unknown>>): Beside<Data> {
  return { [BESIDE]: true, data, extra }
}

/** `data` with a message: for the few calls after which clients show it. */
export function withMessage<Data>(data: Data, message: Words): Beside<Data> {
  return { [BESIDE]: true, data, extra: {}, message }
}

/** A refusal that tells more than its error: the time of a failed channel test. */
export function refused<Data>(error: AppError, data: Data, extra: Readonly<Record<string, unknown>>): Beside<Data> {
  return { [BESIDE]: true, data, extra, error }
}

export function isBeside(answer: unknown): answer is Beside {
  return typeof answer === 'object' && answer !== null && BESIDE in answer
}

export type Handler<Spec extends EndpointSpec> = (
  call: ApiCall<Spec>,
) => CallData<Spec> | Beside<CallData<Spec>> | Promise<CallData<Spec> | Beside<CallData<Spec>>>

/** A declared call with what answers it. */
export interface Route {
  readonly endpoint: EndpointSpec
  readonly handle: (call: ApiCall) => unknown
}

/** Joins a declaration with its handler. */
export function route<const Spec extends EndpointSpec>(endpoint: Spec, handle: Handler<Spec>): Route {
  // Sound: mount decodes with this endpoint's schemas before it calls.
  return { endpoint, handle: handle as unknown as Route['handle'] }
}
