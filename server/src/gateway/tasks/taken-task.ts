// What the steps hand to each other of a submission.
import type { BatchApiName } from '@waystation/wire/batches/batch-api'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { KnownFilm } from '@waystation/wire/films/view'
import type { FilmOrder } from '../../domain/pricing/film-price.ts'
import type { TaskRecord, TaskStatus } from '../../domain/task/task.ts'

/** A submission, answered. */
export interface TakenTask {
  readonly platform: string
  /** False: it costs nothing and has failed. */
  readonly isTaken: boolean
  /** By which the vendor is asked for it; empty: there is nothing to ask for. */
  readonly vendorId: string
  readonly action: string
  /** In the family's codes. */
  readonly code: number
  readonly status: TaskStatus
  readonly progress: number
  readonly prompt: string
  readonly failReason: string
  readonly result: JsonObject
  /** Does it cost nothing, though it was taken? */
  readonly isFree: boolean
  /** Of a film, which is charged when it is made: what was asked for. Absent: it is charged now. */
  readonly order?: FilmOrder
  /** Of a batch, which is charged at its end by what its requests came to. Absent: it is none. */
  readonly batch?: BatchOrder
  /** Of a batch: our own count of the prompts of its requests, as text. Absent: it is none. */
  readonly prompts?: string
  /** What the client is answered. @param taskId by which it asks for the task */
  answer(taskId: string): JsonObject
}

/** What is kept of a batch for its end. */
export interface BatchOrder {
  readonly api: BatchApiName
  /** What its user's id for it begins with. */
  readonly idPrefix: string
  /** Of its requests. */
  readonly operation: 'chat' | 'embeddings'
  readonly dialect: ClientDialectName
  readonly requests: number
  /** The fewest tokens that one of them may answer, where the balance did not cover all of it; absent: as its caller has it. */
  readonly loweredTo?: number
}

/** What a submission is besides a call. */
export interface TaskExtension {
  /** The task that it goes on from; absent: none. */
  readonly parent?: TaskRecord
  /** Where its end is told; absent: nowhere. */
  readonly hook?: string
  /** Repeated, it makes no second task; absent: a repetition is another task. */
  readonly idempotencyKey?: string
  /** Of a film: what its client is answered. Absent: in OpenAI's shape. */
  writeFilm?(film: KnownFilm): JsonObject
  /** Milliseconds until it fails, wherever it is. */
  readonly limitMs: number
}
