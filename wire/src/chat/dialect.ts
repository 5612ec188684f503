// What a dialect is: the side that clients see, the side that vendors speak, or both. Each dialect is one folder; `dialects.ts` lists them.
import type { FramingName } from '../encoding/framing.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import type { Frame } from '../encoding/sse.ts'
import type { LossLog } from './losses/loss.ts'
import type { ChatEvent } from './reply/event.ts'
import type { WireUsage } from './reply/usage.ts'
import type { TextsFor } from './request/prompt-text.ts'
import type { ChatRequest, MediaPart, Turn } from './request/request.ts'
import type { RequestFacts } from './request/request-facts.ts'
import type { RequestTerms } from './request/terms.ts'

/** A failure in the terms of any vendor. */
export interface UpstreamError {
  readonly status: number
  readonly message: string
  readonly type?: string
  readonly code?: string
  readonly param?: string
  /** Which of a vendor's filters refused the request, in its own shape, where it says so beside its words. */
  readonly innerError?: JsonObject
  /** Seconds to wait before the next try, where the body names them. */
  readonly retryAfterSeconds?: number
  /** Ours, for a body that has a place for it. */
  readonly requestId?: string
}

/** Reads one reply, frame by frame. `end` gives what follows from the stream being over: the ends of parts that were never closed, no more. */
export interface ReplyReader {
  /** Never throws: what it does not understand is carried as an unknown event. */
  push(frame: Frame): ChatEvent[]
  end(): ChatEvent[]
  /** If the upstream closed now, would the reply be whole (decision D23)? False after a failure inside the reply. */
  readonly isComplete: boolean
  /** The data of the frame that was read last as its dialect has it, where the vendor breaks that; absent: it is right, or nobody looks. */
  readonly mended?: string | undefined
}

/** How the client gets a reply. */
export interface WriterOptions {
  readonly stream: boolean
  /** Did the client request usage in the stream? */
  readonly streamUsage: boolean
  /**
   * Stands in for what a dialect demands and the reply that is being written does not have. `createdAt` in Unix seconds; `inputTokens` is our
   * estimate, for a dialect that reports the prompt's size before anybody knows it.
   */
  readonly fallback?: { readonly id?: string; readonly model?: string; readonly createdAt?: number; readonly inputTokens?: number }
  /** The body of the client's request, for a dialect that repeats parts of it in its replies. */
  readonly request?: JsonObject
}

/** How the vendor sends a reply. */
export interface ReaderOptions {
  readonly stream: boolean
  /** Stands in ids that the vendor leaves out and a reader makes, so that no two replies share one: the request's id. Letters and digits. */
  readonly idPrefix?: string
}

/** `push` gives frames for the client; `end` gives the terminal frames, which the gateway withholds until the settlement is durable. */
export interface ReplyWriter {
  push(event: ChatEvent): Frame[]
  end(): Frame[]
}

/**
 * The side of a dialect that clients see: their requests are read, their replies and errors are written. Pure: text in, values out.
 */
export interface ClientDialect {
  readonly name: string

  /**
   * Throws WireError, with the path, where the body is not of this dialect. How deep it is nested was looked at before it was parsed
   * (decision D25).
   */
  readRequest(body: Json): ChatRequest
  /** Set where the facts of a request can be had without reading it whole, which calls that are passed through need not be. */
  readonly factsOnly?: FactsReading
  replyWriter(options: WriterOptions, losses: LossLog): ReplyWriter
  writeError(error: UpstreamError): { status: number; body: JsonObject }
  /** The frames by which a stream reports to its client that it failed. Never a terminal mark. */
  writeStreamError(error: UpstreamError): Frame[]
  /**
   * Set where a stream that failed ends with a mark of its own: what is missing of that after these frames, in which the vendor reported it.
   * @param first the first frame of the stream
   */
  failureRest?(sent: readonly Frame[], first: Frame | undefined): Frame[]
  /** Set where clients know their vendor's words for ends that are failures, and are not told again. */
  readonly knowsFailedEnds?: true
  /** Set where clients look for a failure inside a stream as bare JSON between the frames, not in one. */
  readonly failsBare?: true

  /** How the dialect lists models. */
  readonly models: ModelShape
  /** Set where the dialect has a call that counts the tokens of a prompt. */
  readonly count?: ClientCount
  /** The header in which clients of the dialect look for the request's id, in addition to `x-request-id`. */
  readonly requestIdHeader?: string
}

/** The fields that are read from a body when it is not parsed as a whole request. */
export interface FactsReading {
  /** Throws WireError, with the path, where one of the facts has the wrong type. */
  facts(body: JsonObject): RequestFacts
  /** The texts of the prompt. Never throws. */
  promptTexts(body: JsonObject, purpose: TextsFor): Iterable<string>
}

/** Models as a list and one by one. */
export interface ModelShape {
  one(model: ListedModel): JsonObject
  list(models: readonly ListedModel[]): JsonObject
}

/** What lists tell of a model. */
export interface ListedModel {
  readonly id: string
  /** Who serves it, in lower case without spaces. */
  readonly owner: string
  /** The most tokens that it reads, and that it answers with; undefined: not known. */
  readonly contextTokens?: number | undefined
  readonly longestAnswerTokens?: number | undefined
  /** The last day on which its maker serves it, `YYYY-MM-DD`. */
  readonly endsOn?: string | undefined
}

/** The client's side of a token count. */
export interface ClientCount {
  /** The request that is to be counted, where the body wraps it. Throws WireError. */
  readonly unwrap?: (body: JsonObject) => JsonObject
  readonly write: (tokens: number) => JsonObject
}

/** The side of a dialect that vendors speak: requests are written, replies and errors are read. Pure: text in, values out. */
export interface VendorDialect {
  readonly name: string
  /** How the frames of a stream stand in its bytes. */
  readonly framing: FramingName

  writeRequest(request: ChatRequest, losses: LossLog): JsonObject
  /** A whole reply is one frame whose `data` is the whole body. */
  replyReader(options: ReaderOptions): ReplyReader
  readError(status: number, body: Json | undefined): UpstreamError

  /** What of a request decides its price. */
  readonly terms: RequestTerms
  /** Does the vendor take this medium, which the request names by an address of the web, as data only? Absent: no medium. */
  readonly needsData?: (medium: MediaPart, model: string) => boolean
  /** Which models' vendor takes the billing line of Claude Code out of the instructions again; absent: none's. */
  readonly takesBillingLine?: (model: string) => boolean
  /** Set where the vendor shows all thinking that it charges for, so that its cost can be counted from what came. */
  readonly showsThinkingWhole?: true
  /** Set where the vendor counts the tokens of a prompt. */
  readonly count?: VendorCount
  /** Set where many vendors speak the dialect, some with fields of their own that they want back with a turn that calls tools. */
  readonly keptFields?: KeptFields
  /** The header of a client in which it names the version of the dialect that its body is in, where there are versions. */
  readonly versionHeader?: string
  /** Where servers that only speak the dialect take its calls, and how they take a key; absent: only its own vendor speaks it. */
  readonly usual?: UsualAddress
}

/** Fields of a turn that only its vendor knows. */
export interface KeptFields {
  /** Collects them from the events of a reply. */
  reader(): KeptFieldsReader
  /** The turn with the fields that a reader found. */
  restored(turn: Turn, fields: JsonObject): Turn
}

export interface KeptFieldsReader {
  push(event: ChatEvent): void
  /** Undefined where there are none. */
  readonly fields: JsonObject | undefined
}

/** The vendor's side of a token count. */
export interface VendorCount {
  readonly ask: (body: JsonObject, model: string) => JsonObject
  /** The vendor's number in its answer; undefined where there is none. */
  readonly read: (body: JsonObject) => number | undefined
}

/** The address below a base, and the headers that show a key. */
export interface UsualAddress {
  readonly chatPath: (call: { readonly model: string; readonly isStream: boolean }) => string
  readonly countPath?: (call: { readonly model: string }) => string
  readonly keyHeaders: (key: string) => Readonly<Record<string, string>>
}

/** A dialect for both clients and vendors: a vendor's response can go to a client unchanged (passthrough). */
export interface Dialect extends Omit<ClientDialect, 'count'>, Omit<VendorDialect, 'count'> {
  readonly count?: ClientCount & VendorCount
  /**
   * Is this frame the dialect's terminal mark, to be withheld until the settlement is durable (decision D22)? A dialect without such a
   * mark answers true for every frame that may be the last one.
   */
  isTerminal(frame: Frame): boolean
  /** Set where there is no terminal mark: what may be the last is withheld until the vendor has closed. */
  readonly endsAtClose?: true
  /** Does the frame hold usage and nothing of the answer? Such a frame is withheld from a client that did not request it (decision D24). */
  isUsageOnly(frame: Frame): boolean
  /** Set where a stream reports its usage in a frame of its own: that frame, with the head of `last`, a frame of the same stream. */
  usageFrame?(last: Frame | undefined, usage: WireUsage): Frame

  /** The smallest request that a reader accepts: it completes a request whose long parts were taken out. */
  readonly emptyRequest: JsonObject
  /** The few edits that passthrough needs, on a body that stays in this dialect. Each gives a new object and shares the rest. */
  readonly edit: {
    model(body: JsonObject, model: string): JsonObject
    system(body: JsonObject, text: string): JsonObject
    askForUsage(body: JsonObject): JsonObject
    /** Without the billing line of Claude Code; absent: its requests do not come in this dialect. */
    withoutBillingLine?(body: JsonObject, losses: LossLog): JsonObject
    /** With instructions of the role `developer` as `system`, for vendors that know no other; absent: the dialect has no such role. */
    withoutDeveloper?(body: JsonObject): JsonObject
  }
}
