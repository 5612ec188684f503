// What a handler of a console call receives and may return. One line per route joins a declaration of the contract with the service that
// implements it.
import type { CallData, CallInput, EndpointSpec } from '@waystation/contract/channels/endpoint'
import type { AppError, Words } from '@waystation/contract/errors'
import type { Caller } from '../../domain/session/caller.ts'
import type { AuditFacts } from '../hooks/audit.ts'
import type { OwnCookies } from './cookie.ts'
import type { RequestContext } from './request-context.ts'

interface CallFacts extends Pick<RequestContext, 'address' | 'ip' | 'language' | 'requestId' | 'sessionId' | 'tokenScopes'>, OwnCookies {
  readonly agent: string
  /** The header `Authorization` as it came, or empty: it holds a secret. */
  readonly authorization: string
  /** The header `Stripe-Signature`, or empty. */
  readonly signature: string
  audit(facts: AuditFacts): void
  /** Has the client closed the connection? Long work that nobody waits for any more may stop. */
  hasLeft(): boolean
}

export interface ApiCall<Spec extends EndpointSpec> extends CallInput<Spec>, CallFacts {
  /** The caller; undefined where no login is required and there is none. */
  readonly caller: Spec['access'] extends 'public' | 'setup' ? Caller | undefined : Caller
}

/** A call of any endpoint: the types from its schemas are known where it is joined with its handler. */
interface AnyCall extends CallFacts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller | undefined
}

const EXTRAS = Symbol('extras')

/** An answer with keys next to `data`, or a refusal that still carries them. */
export interface EnvelopeExtras<Data = unknown> {
  readonly [EXTRAS]: true
  readonly data: Data
  readonly extra: Readonly<Record<string, unknown>>
  readonly error?: AppError
  /** The message of a success; without it the message is empty. */
  readonly message?: Words
}

/** `data` with further keys at the top of the envelope. */
export function withExtra<Data>(data: Data, extra: Readonly<Record<string, unknown>>, message?: Words): EnvelopeExtras<Data> {
  return { [EXTRAS]: true, data, extra, ...(message ? { message } : {}) }
}

/** `data` with a message: for the few calls after which clients show it. */
export function withMessage<Data>(data: Data, message: Words): EnvelopeExtras<Data> {
  return { [EXTRAS]: true, data, extra: {}, message }
}

/** A refusal with more facts than its error: the time of a failed channel test. */
export function refused<Data>(error: AppError, data: Data, extra: Readonly<Record<string, unknown>>): EnvelopeExtras<Data> {
  return { [EXTRAS]: true, data, extra, error }
}

const REDIRECT = Symbol('redirect')

/** An answer that sends the browser on to a page of the console. */
export interface ConsoleRedirect {
  readonly [REDIRECT]: true
  readonly path: string
}

/** @param path of a page, from the console's root */
export function redirectTo(path: string): ConsoleRedirect {
  return { [REDIRECT]: true, path }
}

export function isRedirect(answer: unknown): answer is ConsoleRedirect {
  return typeof answer === 'object' && answer !== null && REDIRECT in answer
}

const FILE = Symbol('file')

/** A file in place of an envelope: its text is sent part by part, as it is read. */
export interface FileAnswer {
  readonly [FILE]: true
  readonly name: string
  readonly type: string
  readonly parts: AsyncIterable<string>
}

/** Answers with a file that the browser saves under `name`. */
export function asFile(file: Omit<FileAnswer, typeof FILE>): FileAnswer {
  return { [FILE]: true, ...file }
}

export function isFile(answer: unknown): answer is FileAnswer {
  return typeof answer === 'object' && answer !== null && FILE in answer
}

const TEXT = Symbol('text')

/** A plain text in place of an envelope. */
export interface TextAnswer {
  readonly [TEXT]: true
  readonly text: string
}

/** Answers with a plain text, for callers that know no envelope. */
export function asText(text: string): TextAnswer {
  return { [TEXT]: true, text }
}

export function isText(answer: unknown): answer is TextAnswer {
  return typeof answer === 'object' && answer !== null && TEXT in answer
}

export function hasExtras(answer: unknown): answer is EnvelopeExtras {
  return typeof answer === 'object' && answer !== null && EXTRAS in answer
}

export type Handler<Spec extends EndpointSpec> = (call: ApiCall<Spec>) => HandlerAnswer<Spec> | Promise<HandlerAnswer<Spec>>

/** Only calls that declare a file may answer with one. */
type HandlerAnswer<Spec extends EndpointSpec> =
  | CallData<Spec>
  | EnvelopeExtras<CallData<Spec>>
  | ConsoleRedirect
  | (Spec extends { readonly file: string } ? FileAnswer : never)
  | (Spec extends { readonly isText: true } ? TextAnswer : never)

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
