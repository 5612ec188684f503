// The messages between the main thread and the two SQLite threads.
import type { AppError } from '@waystation/contract/errors'
import type { SqlParameter } from './run-statement.ts'

export type ThreadRequest = { readonly id: number; readonly kind: 'open'; readonly file: ThreadFile } | FileRequest

/** What is asked of a thread that has opened its file. */
export type FileRequest =
  | {
      readonly id: number
      readonly kind: 'task'
      readonly name: string /** JSON: printing and parsing plain data is cheaper than a structured clone. */
      readonly input: string
    }
  | { readonly id: number; readonly kind: 'query'; readonly sql: string; readonly parameters: readonly SqlParameter[] }
  | { readonly id: number; readonly kind: 'close' }

export type ThreadReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ThreadError }

/** An error as it crosses the border between threads. */
export interface ThreadError {
  readonly name: string
  readonly message: string
  readonly stack: string
  /** The content of an AppError. */
  readonly refusal?: Pick<AppError, 'code' | 'facts' | 'fields'>
  /** Node's code of an error. */
  readonly code?: string
  /** SQLite's extended result code. */
  readonly errcode?: number
}

export type ThreadRole = 'writer' | 'reader'

/** What a thread opens, before anything else is asked of it. */
export interface ThreadFile {
  readonly role: ThreadRole
  /** Steps of migration, for a writer; absent: all. */
  readonly steps?: readonly string[] | undefined
  readonly path: string
  /** The version that runs, for the writer. */
  readonly version?: string | undefined
  /** Modules whose `writeTasks` the writer can run. */
  readonly taskModules: readonly string[]
}

/** What a thread does with a request; it throws what it cannot do. */
export type Perform = (request: FileRequest) => Promise<unknown>
