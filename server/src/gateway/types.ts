// The values that the steps of a call hand to each other: the call and its operation. Its caller, its facts and its reply are in files of their
// own; attempts are in attempt.ts, what is held for them in held.ts.

import type { ReaderOptions, ReplyWriter, WriterOptions } from '@waystation/wire/chat/dialect'
import type { ClientDialectName, DialectName } from '@waystation/wire/chat/dialects'
import type { LossLog } from '@waystation/wire/chat/losses/loss'
import type { TextsFor } from '@waystation/wire/chat/request/prompt-text'
import type { ChatRequest } from '@waystation/wire/chat/request/request'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { LiveSessionParts } from '@waystation/wire/realtime/live-session'
import type { SessionReader, SoundRate } from '@waystation/wire/realtime/session-format'
import type { ChannelKey, RoutableChannel } from '../domain/catalog/routable-channel.ts'
import type { ExpectedSize, HeldShares, HoldNeed } from '../domain/pricing/hold-policy.ts'
import type { Price } from '../domain/pricing/price.ts'
import type { CompiledPrice } from '../domain/pricing/price-call.ts'
import type { TaskKind } from '../domain/task/task.ts'
import type { VendorPlace } from '../domain/vendor-file/vendor-files.ts'
import type { Operation, Provider } from '../providers/provider.ts'
import type { Attempt, UpstreamFormat } from './attempt.ts'
import type { AddressFacts, CallFacts } from './call-facts.ts'
import type { Caller } from './caller.ts'
import type { ClientConnection, ResponseSink, StreamingConnection } from './client-connection.ts'
import type { FileMeter, Form } from './form.ts'
import type { ReplyListener, WholeReply } from './reply.ts'
import type { TakenTask, TaskExtension } from './tasks/taken-task.ts'

/** A door of the data plane: what can be requested there, and in which dialect. Every one of them is billed. */
export interface RelayEndpoint {
  readonly method: 'POST' | 'GET'
  readonly path: string
  readonly operation: OperationKind
  /** What is done with a request of JSON where `operation` is for forms; absent: it has no such requests. */
  readonly operationOfJson?: OperationKind
  readonly dialect: ClientDialectName
  /** The model of a request that names none. */
  readonly defaultModel?: string
  /** Does the model in the address count before that in the body? */
  readonly isModelInAddress?: true
  /** Do its clients read the words of an error beside the object `error`, and not in it? */
  readonly hasPlainMessages?: true
  /** May its calls become tasks, so that one with an `Idempotency-Key` is served once? */
  readonly isServedOnce?: true
  /** What the API of this door adds to a call; throws AppError where it refuses the call. */
  readonly extend?: (call: Call, caller: Caller) => Promise<Call>
}

/** One call of a client. */
export interface Call {
  /** The request id: a ULID of ours. */
  readonly id: string
  readonly endpoint: RelayEndpoint
  readonly facts: CallFacts
  /** Of a form: its texts. */
  readonly body: JsonObject
  /** Set where the request is a form and no JSON. */
  readonly form?: Form
  /** Is its body so large that each step with it takes a turn of its own? */
  readonly isHeavy?: boolean
  /** What a large body takes up in memory; released when the call is over. */
  readonly room?: BodyRoom
  readonly clientHeaders: Readonly<Record<string, string>>
  /** A header of the client's request, by its name in small letters; absent: there is no request. */
  readonly headerOf?: (name: string) => string | undefined
  /** The id that the client gave it; absent: none that could be kept. */
  readonly clientRequestId?: string
  /** The version of the vendor's API that the address names; absent: none. */
  readonly apiVersion?: string
  /** The name that the client used, where the token has it stand for another model; absent: the model's own. */
  readonly alias?: string
  /** Did it come as a message on a socket? */
  readonly isOnSocket?: true
  /** Did the caller demand a translation without losses? */
  readonly isStrict: boolean
  readonly extension?: CallExtension
  /** The ids of what vendors keep that this body of the call names: it is searched once. */
  readonly named?: { readonly body: JsonObject; readonly ids: readonly string[] }
  /** Answers what tells conversations of one caller apart, or undefined for a call that is none; absent: it is none. */
  readonly conversation?: () => string | undefined
  /** Monotonic milliseconds. */
  readonly startedMs: number
}

/** The room that the body of one call takes up in memory. */
export interface BodyRoom {
  /** The body turned out to be of this size. */
  shrinkTo(bytes: number): void
  /** The vendor has answered: nothing more is made of the body, but it is still there. */
  answered(): void
  /** The call is over. A second time changes nothing. */
  release(): void
}

/** What an API adds to its calls beyond one request and one reply. The steps of a call know no more of it than this. */
export interface CallExtension {
  /** The request with the whole conversation before it, for vendors that have not stored that. */
  readonly wholeBody?: JsonObject
  /** The channel whose vendor has stored the conversation: it should serve the call where it can, and gets `body` as it is. */
  readonly preferredChannelId?: number
  /** Ids in the request that name what is this caller's: items of replies, and files. */
  readonly knownIds?: ReadonlySet<string>
  /** Where the files that the request names are kept: no other channel, and no other key, can serve it. */
  readonly boundTo?: VendorPlace
  /** Set where the call submits a task. */
  readonly task?: TaskExtension
  /** Sees each frame of a stream that goes to the client as it came. */
  see?(frame: Frame): void
  /** Stores the reply, once it is settled and before its end goes out. Never rejects. */
  store?(reply: string, attempt: Attempt, place: VendorPlace): Promise<void>
  /** Set where the same request was served before: answers with what came of it. Throws AppError. */
  answerAgain?(reply: StreamingConnection): Promise<void>
  /** Set for background calls: answers the client, and runs the call apart from the connection. */
  readonly serveApart?: (parts: ApartParts) => Promise<void>
}

/** What a call that runs apart from its client's connection needs. */
export interface ApartParts {
  readonly client: ClientConnection
  /** To be closed when all that came of the call is stored. */
  readonly live: { close(): void }
  /** Runs the call into another sink; resolves with the failure, if there was one, and never rejects. */
  readonly run: (sink: ResponseSink) => Promise<unknown>
}

/**
 * What the corridor must know of an operation; the steps of a call are the same for all. A closed set: which variant it is says how its
 * request and its reply are encoded.
 */
export type OperationKind =
  | ConversationOperation
  | CompactionOperation
  | CompletionOperation
  | ForwardedOperation
  | TranslatedOperation
  | FormOperation
  | MediaOperation
  | SessionOperation
  | TaskOperation

/** What every operation has. */
interface OperationSteps {
  readonly name: Operation
  /** Validates and sizes. Throws WireError with the path of what is wrong. */
  read(body: JsonObject, dialect: ClientDialectName, address?: AddressFacts): CallFacts
  /**
   * The format of the vendor's request: the client's own where the vendor serves that, else another. Undefined: the vendor has none.
   * @param spoken the dialects of chat that are spoken there, best first
   */
  formatFor(
    provider: Pick<Provider, 'operations' | 'formats'>,
    spoken: readonly DialectName[],
    asked: ClientDialectName,
  ): UpstreamFormat | undefined
  /**
   * What of the request the vendor of this format cannot do though the reply hangs on it, in words of the request; empty: nothing. Asked before
   * money is held. Absent: it can do all.
   */
  unsupported?(body: JsonObject, format: UpstreamFormat, channel: Pick<RoutableChannel, 'setting'>): readonly string[]
  /** Reads the reply that comes in this format, for the bill. */
  replyListener(format: UpstreamFormat, options: ReaderOptions, call: Call): ReplyListener
  /** Texts of the prompt: for counting tokens where the vendor reports none, or for reading what was written. */
  promptTexts(call: Call, purpose: TextsFor): Iterable<string>
}

/** A conversation in any dialect: edited where the vendor speaks the client's, translated where it does not. */
export interface ConversationOperation extends OperationSteps {
  readonly kind: 'conversation'
  /** The request in the canonical model. Throws WireError. */
  conversation(call: Call): ChatRequest
}

/** A conversation that is made short, with a reply of its own shape where a summary is requested from the vendor. */
export interface CompactionOperation extends OperationSteps {
  readonly kind: 'compaction'
  conversation(call: Call): ChatRequest
  /** The reply to the client, from what came in the other format. Throws UpstreamFailure. */
  buildReply(call: Call, reply: WholeReply): JsonObject
}

/** A text that is gone on with: as it is to vendors that do so, and as a conversation of one message to those that only chat. */
export interface CompletionOperation extends OperationSteps {
  readonly kind: 'completion'
  conversation(call: Call): ChatRequest
  /** Writes the reply of a conversation as the client's. */
  replyWriter(options: WriterOptions, losses: LossLog): ReplyWriter
}

/** Goes only to vendors that take it as it is. */
export interface ForwardedOperation extends OperationSteps {
  readonly kind: 'forwarded'
  /** The size as it is for this price; absent: the same for all. */
  sizeFor?(price: SoldModel, size: ExpectedSize, body: JsonObject): ExpectedSize
}

/** Has several formats, and is no conversation. */
export interface TranslatedOperation extends OperationSteps {
  readonly kind: 'translated'
  /** Set where some vendors have the format of its clients: there, requests and replies go on as they are. */
  readonly own?: OwnFormat
  /** The body in the vendor's format. */
  translateBody(body: JsonObject, attempt: Pick<Attempt, 'upstreamModel' | 'format'>, losses: LossLog): JsonObject
  buildReply(call: Call, reply: WholeReply, format: UpstreamFormat): JsonObject
  /** A whole reply as the stream that the client requested; absent: no stream can be requested. Throws UpstreamFailure. */
  streamReply?(call: Call, reply: WholeReply, format: UpstreamFormat): readonly Frame[]
  /** Addresses in a reply whose data the client wants in their place. Throws UpstreamFailure where it is none. */
  wantedAsData?(call: Call, reply: WholeReply, format: UpstreamFormat): readonly string[]
  /** The size as it is for this price; absent: the same for all. */
  sizeFor?(price: SoldModel, size: ExpectedSize, body: JsonObject): ExpectedSize
}

/** The format of the clients of an operation, as a vendor's too. */
export interface OwnFormat {
  isSpoken(format: UpstreamFormat): boolean
  /** The body with the name that the model has at the vendor. */
  withModel(body: JsonObject, model: string): JsonObject
}

/** The model whose price it is, and whether that is per call. */
export type SoldModel = Pick<Price, 'model' | 'kind'>

/**
 * Its request is a form with a file. To most vendors it goes as the form that it came as, and the reply is passed on as it is; to those of
 * another format both are written anew.
 */
export interface FormOperation extends OperationSteps {
  readonly kind: 'form'
  /** The form in the vendor's format, where that is not the client's. */
  translateForm(form: Form, attempt: Pick<Attempt, 'upstreamModel' | 'format'>, losses: LossLog): Form
  /** The body of JSON for a vendor of that format which takes no form. Undefined: it takes one. Absent: all do. */
  bodyOfForm?(form: Form, attempt: Pick<Attempt, 'upstreamModel' | 'format'>, losses: LossLog): JsonObject | undefined
  /** The reply for the client, from one in that format. Throws UpstreamFailure where it is none. */
  printReply(call: Call, reply: WholeReply, format: UpstreamFormat): { readonly contentType: string; readonly text: string }
  /** As that of translated operations. */
  streamReply?: TranslatedOperation['streamReply']
  wantedAsData?: TranslatedOperation['wantedAsData']
  /** Measures the file, for the price. Throws WireError where the form has none. */
  measure(form: Form, model: string, files: FileMeter): Promise<Partial<Pick<ExpectedSize, 'measured' | 'media'>>>
  /** The size as it is for this price. */
  sizeFor(price: SoldModel, size: ExpectedSize, body: JsonObject): ExpectedSize
}

/** Its reply is media, or events with pieces of media; passed on as it comes. */
export interface MediaOperation extends OperationSteps {
  readonly kind: 'media'
  /** The body in the vendor's format, where that is not the client's. */
  translateBody(body: JsonObject, attempt: Pick<Attempt, 'upstreamModel' | 'format' | 'channel'>, losses: LossLog): JsonObject
  /** The content type of what the client gets; undefined: the vendor's. */
  mediaType(body: JsonObject, format: UpstreamFormat): string | undefined
  sizeFor: FormOperation['sizeFor']
}

/** A conversation over a socket, whose messages pass through both ways; each response in it is a part of one bill. */
export interface SessionOperation extends OperationSteps {
  readonly kind: 'session'
  /** What sound is counted with, where the vendor does not report it. */
  readonly soundRate: SoundRate
  /** @param attempt where the session takes place */
  sessionReader(
    attempt: Pick<Attempt, 'upstreamModel' | 'format'>,
    handles: Pick<LiveSessionParts, 'callerHandle' | 'vendorHandle'>,
  ): SessionReader
}

/** Work that goes on after its answer: a vendor takes it, and is asked for it later. */
export interface TaskOperation extends OperationSteps {
  readonly kind: 'task'
  readonly taskKind: TaskKind
  /** The body that a form stands for; absent: it takes no forms. */
  bodyOfForm?(form: Form): JsonObject
  /** The size as it is for this price; absent: the same for all. */
  sizeFor?(price: SoldModel, size: ExpectedSize, body: JsonObject): ExpectedSize
  /** The body in the vendor's format. */
  translateBody(body: JsonObject, attempt: Pick<Attempt, 'upstreamModel' | 'format' | 'price' | 'channel'>, losses: LossLog): JsonObject
  /** What the vendor's answer to the submission says. */
  taken(call: Call, reply: string, attempt: Attempt): TakenTask
  /** Set where many requests are submitted as one. */
  readonly batch?: BatchSteps
}

/** What many requests at once are encoded with. */
export interface BatchEncodeParts {
  readonly key: ChannelKey
  readonly shares: HeldShares | undefined
  /** Collects what was removed from requests. */
  readonly losses: LossLog
}

/** How many requests at once are priced, held for and sent. The steps of a call know no more of batches than this. */
export interface BatchSteps {
  /** The price that its requests have. */
  priced(price: CompiledPrice): CompiledPrice
  /** What is held for all of its requests. */
  need(attempt: Attempt, assumedTokens: number): Promise<HoldNeed>
  /** Tokens that all of its requests may use, for limits of tokens. */
  expectedTokens(assumedTokens: number): number
  /** The body as it will be sent. Throws UpstreamFailure. */
  encode(attempt: Attempt, parts: BatchEncodeParts): Promise<string>
}
