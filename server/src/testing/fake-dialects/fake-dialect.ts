// What the fake provider needs to know of a dialect. Each is written by hand after the vendor's own reference and recorded answers, and
// shares no code with ours, so that it cannot repeat our mistakes.
import type { IncomingHttpHeaders } from 'node:http'
import { firstOf } from '@waystation/wire/testing/first-of'
import type { FakeAsk, PlainRequest } from '../fakes/fake-provider-ask.ts'

export { firstOf }

/** A request as far as the fake looks at it. */
export interface FakeRequest {
  /** Without the query and the version. */
  readonly path: string
  readonly method: string
  /** The address as it came, with the query. */
  readonly target: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Fields
  readonly rawBody: string
}

/** The response to a request that fails authentication. */
export interface Refused {
  readonly status: number
  readonly body: object
  readonly headers: Readonly<Record<string, string>>
}

/** An object of a body; nothing is known about its fields. */
export type Fields = Readonly<Record<string, unknown>>

/** One write of a stream. Pieces are what a pace and a cut count. */
export interface Piece {
  readonly text: string | Uint8Array
  readonly isPiece: boolean
}

/** An answer in bytes. */
export interface Media {
  readonly type: string
  readonly pieces: readonly Buffer[]
}

export interface FakeDialect {
  read(request: FakeRequest): PlainRequest
  /** Refuses unauthenticated requests. Absent: all are accepted. */
  refuses?(request: FakeRequest): Refused | undefined
  /**
   * What the vendor would refuse about the request, in its words, and no strict vendor does: proofs that only this fake can check, what it
   * has stored, and all rules of dialects without a strict vendor. Undefined: nothing.
   */
  complaint(request: FakeRequest): string | undefined
  whole(ask: FakeAsk, request: FakeRequest, id: string): object
  stream(ask: FakeAsk, request: FakeRequest, id: string): Piece[]
  /** A whole answer that is not JSON, in its pieces; undefined where this one is. */
  media?(ask: FakeAsk, request: FakeRequest): Media | undefined
  /** The content type of a stream; `text/event-stream` when absent. */
  streamType?(request: FakeRequest): string
  /** An error of the dialect's own inside its stream. */
  broken(message: string): string | Uint8Array
  error(status: number, message: string): object
  /** Headers of an error. */
  errorHeaders?(status: number): Readonly<Record<string, string>>
}

/** A server-sent event with a name, as vendors write them. */
export const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
/** One without. */
export const bare = (data: object): string => `data: ${JSON.stringify(data)}\n\n`

/** The objects of a list; nothing where it is no list. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((one): one is Fields => typeof one === 'object' && one !== null) : []
}

/** The fields of an object; none where it is no object. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The first field that is not of the list. */
export function unknownField(object: Fields, known: ReadonlySet<string>): string | undefined {
  return Object.keys(object).find((name) => !known.has(name))
}
