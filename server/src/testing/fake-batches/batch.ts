// What the batches of all vendors have in common: lines that are answered one by one, and a plan of what reads of a batch find.
import { parseJson } from '@waystation/wire/encoding/json'
import type { AskedVendor, FileAccount, FileAnswer } from '../fake-files/account.ts'
import { answerCall, callOf } from '../fake-files/calls-with-files.ts'
import { refusalOf } from '../fakes/strict-vendors.ts'

/** How a batch stands. The vendors have words of their own for these. */
export type BatchState = 'validating' | 'running' | 'finalizing' | 'completed' | 'failed' | 'expired' | 'cancelling' | 'cancelled'

/** A request of a batch. */
export interface BatchLine {
  readonly id: string
  /** Where the request would be sent by itself. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** What came with it and goes back with its answer. */
  readonly metadata?: unknown
}

/** What became of a line. `left`: the batch ended before it. */
export type LineEnd = { readonly is: 'answered'; readonly status: number; readonly body: object } | { readonly is: 'left' }

export interface Batch {
  readonly id: string
  readonly account: FileAccount
  readonly createdMs: number
  /** Of the request that made it. */
  readonly body: Readonly<Record<string, unknown>>
  readonly lines: readonly BatchLine[]
  steps: BatchState[]
  state: BatchState
  /** By state: when it was told first, in Unix milliseconds. */
  readonly times: Map<BatchState, number>
  /** By the vendor's names; made once, at the end. */
  readonly files: Map<string, string>
}

/**
 * What a test wants of lines, by their ids. `errored`: the vendor fails at them. `left`: they are not done when the batch ends early. `unreported`:
 * their answers do not say what they used.
 */
export type LineScript = Readonly<Record<string, 'errored' | 'left' | 'unreported'>>

/** A request as the rules of batches see it. */
export interface AskedBatch extends AskedVendor {
  readonly body: Readonly<Record<string, unknown>>
}

/** What the records of the vendors may do. */
export interface BatchDesk {
  readonly nowMs: number
  /** Where this server is. */
  readonly url: string
  readonly account: FileAccount
  open(body: Batch['body'], lines: readonly BatchLine[], plan?: readonly BatchState[]): Batch
  find(id: string): Batch | undefined
  /** Newest first. */
  all(): readonly Batch[]
  move(batch: Batch): void
  cancel(batch: Batch): void
  remove(batch: Batch): void
  endOf(batch: Batch, line: BatchLine): LineEnd
  /** Are answers given in files, where there is a choice? */
  readonly givesFiles: boolean
  /** Keeps a file that the vendor made. */
  keep(batch: Batch, name: string, file: { readonly id: string; readonly purpose?: string }, lines: readonly object[]): string
}

export const isOver = ({ state }: Batch) => ['completed', 'failed', 'expired', 'cancelled'].includes(state)

/** JSON, a value on each line; undefined where a line is none. */
export const jsonLines = (bytes: Buffer): (ReturnType<typeof parseJson> | undefined)[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parseJson(line))

const HEADERS = {
  ...{ 'content-type': 'application/json', authorization: 'Bearer key', 'x-api-key': 'key', 'x-goog-api-key': 'key' },
  'anthropic-version': '2023-06-01',
}
const EMBEDDED = {
  ...{ object: 'list', model: 'm', data: [{ object: 'embedding', index: 0, embedding: [0.1, 0.2] }] },
  usage: { prompt_tokens: 20, total_tokens: 20 },
}

/** Tests may name models as they like. */
const UNKNOWN_MODEL = 404

/** The answer to a line's request as if it had been sent by itself: judged by the vendor's rules, and by the files that it names. */
export function answerLine({ path, body }: BatchLine, account: FileAccount, nowMs: number): FileAnswer & { readonly body: object } {
  const refusal = refusalOf({ url: path, headers: HEADERS }, body, true)
  if (refusal && refusal.status !== UNKNOWN_MODEL) return { status: refusal.status, body: Object(refusal.body) }
  if (!callOf(path)) return { status: 200, body: EMBEDDED }
  const raw = Buffer.from(JSON.stringify(body))
  const answer = answerCall({ method: 'POST', path, query: new URLSearchParams(), headers: HEADERS, raw, nowMs }, account)
  return { ...answer, body: answer.body }
}
