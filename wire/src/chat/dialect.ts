import type { Json, JsonObject } from '../json.ts'
import type { Frame } from '../sse.ts'
import type { ChatEvent } from './event.ts'
import type { LossLog } from './loss.ts'
import type { ChatRequest } from './request.ts'
import type { RequestTerms } from './terms.ts'
import type { WireUsage } from './usage.ts'

export type DialectName = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini-generate'

/** A failure as any vendor may word it. */
export interface UpstreamError {
  readonly status: number
  readonly message: string
  readonly type?: string
  readonly code?: string
  readonly param?: string
  /** Seconds to wait before the next try, where the body says so. */
  readonly retryAfterSeconds?: number
  /** Ours, for a body that has a place for it. */
  readonly requestId?: string
}

/** A machine fed one frame at a time. `end` says what follows from the stream being over: parts that were never closed, and no more. */
export interface ReplyReader {
  /** Never throws: what it does not understand is carried as an unknown event. */
  push(frame: Frame): ChatEvent[]
  end(): ChatEvent[]
  /** If the upstream closed now, would the reply be whole (decision D23)? False after a failure inside the reply. */
  readonly isComplete: boolean
}

export interface WriterOptions {
  readonly stream: boolean
  /** Did the client ask for usage in the stream? */
  readonly streamUsage: boolean
  /**
   * Said where the reply that is being written does not tell: what a dialect demands and another has not. `createdAt` in Unix seconds;
   * `inputTokens` is our estimate, for a dialect that tells the prompt's size before anybody knows it.
   */
  readonly fallback?: { readonly id?: string; readonly model?: string; readonly createdAt?: number; readonly inputTokens?: number }
  /** The body of the client's request, for a dialect that repeats parts of it in its replies. */
  readonly request?: JsonObject
}

export interface ReaderOptions {
  readonly stream: boolean
  /** Makes ids unique that the vendor leaves out, such as those of Gemini's calls: the request's id. Letters and digits. */
  readonly seed?: string
}

/** `push` gives frames for the client; `end` gives the terminal frames, which the gateway withholds until the settlement is durable. */
export interface ReplyWriter {
  push(event: ChatEvent): Frame[]
  end(): Frame[]
}

/** One way of speaking to a chat model. Pure: text in, values out. */
export interface Dialect {
  readonly name: DialectName

  /** Throws WireError, with the path, where the body is not of this dialect. */
  readRequest(body: Json): ChatRequest
  writeRequest(request: ChatRequest, losses: LossLog): JsonObject

  /** A whole reply is one frame whose `data` is the whole body. */
  replyReader(options: ReaderOptions): ReplyReader
  replyWriter(options: WriterOptions, losses: LossLog): ReplyWriter

  readError(status: number, body: Json | undefined): UpstreamError
  writeError(error: UpstreamError): { status: number; body: JsonObject }
  /** The frames that tell a client, inside a stream, that it failed. Never a terminal mark. */
  writeStreamError(error: UpstreamError): Frame[]
  /**
   * Is this frame the dialect's terminal mark, to be withheld until the settlement is durable (decision D22)? A dialect without such a
   * mark answers true for every frame that may be the last one.
   */
  isTerminal(frame: Frame): boolean
  /** Set where there is no terminal mark: what may be the last is withheld until the vendor has closed. */
  readonly endsAtClose?: true
  /** Set where clients look for a failure inside a stream as bare JSON between the frames, not in one. */
  readonly failsBare?: true
  /** Does the frame hold usage and nothing of the answer? Such a frame is kept from a client that did not ask for it (decision D24). */
  isUsageOnly(frame: Frame): boolean
  /** Set where a stream tells its usage in a frame of its own: that frame, with the head of `last`, a frame of the same stream. */
  usageFrame?(last: Frame | undefined, usage: WireUsage): Frame

  /** What of a request decides its price. */
  readonly terms: RequestTerms

  /** The few edits that passthrough needs, on a body that stays in this dialect. Each gives a new object and shares the rest. */
  readonly edit: {
    model(body: JsonObject, model: string): JsonObject
    system(body: JsonObject, text: string): JsonObject
    askForUsage(body: JsonObject): JsonObject
  }
}
