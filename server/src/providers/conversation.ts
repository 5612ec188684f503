// What a vendor's code works with where one answer takes several requests: files that are uploaded first, say, or a run that is started and
// then asked for. The gateway hands it a `send`, behind which each request is signed, guarded, limited in time and cancelled like any other.
import { isObject, type Json, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import { joined, type SentBody } from '../lib/bodies/sent-body.ts'
import type { ChannelTarget } from './target.ts'

/** A request to a vendor, encoded. */
export interface VendorRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: SentBody
}

/** The answer to a call, whole. */
export interface WholeReply {
  readonly json: Json
}

/** A good answer to one of the requests. Read in one way, once. */
export interface VendorReply {
  /** The body as JSON; undefined where it is none. Throws where it reports a failure, whatever its status. */
  json(): Promise<Json | undefined>
  /** The body as the events of a stream, as they come. Throws where it is no such stream. */
  events(): Promise<AsyncIterable<Frame>>
}

/** Work that a vendor has taken, and makes by and by. */
export interface TakenWork {
  /** By which it is asked for. */
  readonly vendorId: string
  /** What is known of it. */
  readonly result: JsonObject
}

export interface Conversation {
  /** What would be sent if one request were enough: the address, the credentials and the body. */
  readonly request: VendorRequest
  readonly channel: ChannelTarget
  /** Stands for the caller at vendors that must be told of one: always the same for a user, and nothing that tells who that is. */
  readonly pseudonym: string
  /**
   * Sends a request. Throws where it is refused or not answered, and where nobody waits for the answer any more. Its errors are the
   * gateway's: they are not to be caught.
   */
  send(request: VendorRequest): Promise<VendorReply>
  /** How long the answer to the call may take to begin, in milliseconds. */
  readonly limitMs: number
  /** How long work that was taken may go on, whether anybody waits for it or not, in milliseconds. */
  readonly workMs: number
  /**
   * Waits for work that the vendor has taken, by `TaskVendor.polls`, and answers what is known of it in the end. From now on it is charged for when
   * it is made, even if its caller does not wait for it. Throws where it fails, and where its caller waits no longer.
   */
  finish(work: TakenWork): Promise<JsonObject>
}

/** The body that would be sent, to be changed. */
export function bodyOf({ body = '' }: VendorRequest): JsonObject {
  const whole = joined(body)
  const parsed = parseJson(typeof whole === 'string' ? whole : Buffer.from(whole).toString('utf8'))
  return isObject(parsed) ? parsed : {}
}

/** An answer of a vendor that is none of those it documents. */
export class UnreadableReply extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableReply'
  }
}
