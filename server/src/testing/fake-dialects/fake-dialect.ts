// What the fake provider needs to know of a dialect. Each is written by hand after the vendor's own reference and recorded answers, and
// shares no code with ours: it is a witness, not an accomplice.
import type { IncomingHttpHeaders } from 'node:http'
import type { Asked, FakeAsk } from '../fake-provider-ask.ts'

/** A request as far as the fake looks at it. */
export interface FakeRequest {
  /** Without the query and the version. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Fields
}

/** An object of a body; nothing is known about its fields. */
export type Fields = Readonly<Record<string, unknown>>

/** One write of a stream. Pieces are what a pace and a cut count. */
export interface Piece {
  readonly text: string
  readonly isPiece: boolean
}

export interface FakeDialect {
  read(request: FakeRequest): Asked
  /** What the vendor would refuse about the request, in its words. Undefined: nothing. */
  complaint(request: FakeRequest): string | undefined
  whole(ask: FakeAsk, request: FakeRequest, id: string): object
  stream(ask: FakeAsk, request: FakeRequest, id: string): Piece[]
  /** The content type of a stream; `text/event-stream` when absent. */
  streamType?(request: FakeRequest): string
  /** An error of the dialect's own inside its stream. */
  broken(message: string): string
  error(status: number, message: string): object
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

/** The first complaint that there is. */
export function firstOf<T>(list: readonly T[], complain: (one: T, at: number) => string | undefined): string | undefined {
  for (const [at, one] of list.entries()) {
    const found = complain(one, at)
    if (found !== undefined) return found
  }
  return undefined
}
