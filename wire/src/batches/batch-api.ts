// Batches: many requests that a vendor takes together, answers within a day, and sells for less. In the shapes of OpenAI, Anthropic and Google,
// each of which goes only to vendors that have the same shape.
import type { ClientDialectName } from '../chat/dialects.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import type { ToldStatus } from '../tasks/task-reading.ts'

export type BatchApiName = 'openai' | 'messages' | 'gemini'

/** A request of a batch, as its caller wrote it. */
export interface BatchLine {
  /** By which its caller knows its answer; empty: by its place. */
  readonly id: string
  /** Where it would be sent by itself; absent: where all requests of this API go. */
  readonly path?: string
  readonly body: JsonObject
  /** What comes back with its answer, as it was; absent: nothing. */
  readonly metadata?: Json
}

/** What a caller submits. */
export interface BatchOrder {
  /** The requests, or the file that they stand in, one on each line. */
  readonly input: { readonly lines: readonly BatchLine[] } | { readonly fileId: string }
  /** Where each of its requests would be sent by itself; absent: it is not said. */
  readonly path?: string
  /** What goes on to the vendor beside the requests. */
  readonly rest: JsonObject
}

/** A request as it will be sent. */
export interface EncodedLine {
  readonly line: BatchLine
  /** Its body, as JSON. */
  readonly text: string
}

/** How far a batch is. */
export interface BatchReading {
  readonly status: ToldStatus
  /** Per cent. */
  readonly progress: number
  readonly failReason?: string
}

/** What an ended batch says where its answers are: in files, at an address of its own, or in itself. */
export type BatchResults = { readonly in: 'files'; readonly ids: readonly string[] } | { readonly in: 'results' } | { readonly in: 'batch' }

/** Under which names a caller knows a batch. */
export interface ToldBatch {
  /** The part of the id behind `idPrefix`. */
  readonly key: string
  /** The file that the caller named; absent: none. */
  readonly inputFileId?: string | undefined
  /** Where its answers are read here. */
  readonly resultsUrl: string
  /** Has it been given back, since it had not ended in time? Whatever its vendor told last, it is over for its caller. */
  readonly isGivenBack: boolean
}

export interface BatchApi {
  readonly name: BatchApiName
  readonly dialect: ClientDialectName
  /** What ids begin with, for its callers and at its vendor. */
  readonly idPrefix: string
  /** Throws WireError. */
  readOrder(body: JsonObject): BatchOrder
  /** A line of an input file; absent: requests come in no file. Throws WireError. */
  readLine?(line: JsonObject): BatchLine
  /** The input file that the vendor gets; absent: it gets the requests in the body. */
  printFile?(lines: readonly EncodedLine[]): string
  /** The body of the submission, as JSON. @param fileId of the input file at the vendor, where there is one */
  printOrder(order: BatchOrder, lines: readonly EncodedLine[], fileId: string): string
  /** The vendor's id in its answer; undefined: it is no batch. */
  readId(batch: JsonObject): string | undefined
  /** How far a batch is, as its vendor tells; undefined: it does not tell. */
  readState(batch: JsonObject): BatchReading | undefined
  /** @param batch without the answers that stand in it */
  results(batch: JsonObject): BatchResults
  /** Where answers may stand in a batch itself: lists, by the names of the fields down to them, with dots between, best first. Absent: nowhere. */
  readonly answerLists?: readonly string[]
  /** Where a batch tells its vendor's id for it, in the same way. Absent: it is told from `kept`. */
  readonly names?: readonly string[]
  /** The body of a good answer in a line of the results, in the shape of an answer to the request by itself; undefined: the request failed. */
  answerIn(result: JsonObject): JsonObject | undefined
  /** The id of the request that a line of the results is about; undefined: its place tells. */
  requestOf(result: JsonObject): string | undefined
  /** What is kept of what the vendor said: without answers. */
  kept(batch: JsonObject): JsonObject
  /** The batch as its caller sees it. */
  told(batch: JsonObject, names: ToldBatch): JsonObject
  list(batches: readonly JsonObject[], hasMore: boolean): JsonObject
  /** Which part of the list a caller wants; ids as callers have them. */
  page(query: Readonly<Record<string, string | undefined>>): BatchPage
  deleted(id: string): JsonObject
}

/** Which part of a list is wanted. */
export interface BatchPage {
  readonly limit: number
  /** The id behind which it begins. */
  readonly after?: string | undefined
  /** The id before which it ends. */
  readonly before?: string | undefined
}
