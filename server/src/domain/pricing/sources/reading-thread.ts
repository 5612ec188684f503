// Reads a list of prices apart from the main thread: a document of ten megabytes would stop every call for a tenth of a second.
import { parentPort } from 'node:worker_threads'
import { isRecord } from '../../../lib/fields.ts'
import type { QueryReply, ThreadQuery } from '../../../lib/query-thread.ts'
import type { PriceListing } from './price-listing.ts'
import { readModelsDev } from './read-models-dev.ts'
import { readRatioLists } from './read-ratio-lists.ts'

/** The files of a source as they came. */
export type ReadingInput =
  | { readonly kind: 'models-dev'; readonly bytes: Uint8Array; readonly firstHand: readonly string[] }
  | { readonly kind: 'ratios'; readonly prompt?: Uint8Array; readonly completion?: Uint8Array }

/** The list, or that it is none. */
export type ReadingAnswer = { readonly listing: PriceListing } | { readonly problem: 'not_an_object' | 'too_many' }

/** Models of a list; the largest of 2026 has 5,000. */
const MAX_MODELS = 50_000

parentPort?.on('message', ({ id, input }: ThreadQuery<ReadingInput>) => {
  const reply: QueryReply<ReadingAnswer> = { id, answer: answerTo(input) }
  parentPort?.postMessage(reply)
})

function answerTo(input: ReadingInput): ReadingAnswer {
  const listing = listingOf(input)
  if (!listing) return { problem: 'not_an_object' }
  return listing.models.length > MAX_MODELS ? { problem: 'too_many' } : { listing }
}

function listingOf(input: ReadingInput): PriceListing | undefined {
  if (input.kind === 'models-dev') {
    const document = objectIn(input.bytes)
    return document && readModelsDev(document, input.firstHand)
  }
  const files = { prompt: input.prompt, completion: input.completion }
  const read = Object.entries(files).flatMap(([name, bytes]) => (bytes ? [[name, objectIn(bytes)] as const] : []))
  return read.some(([, file]) => file === undefined) ? undefined : readRatioLists(Object.fromEntries(read))
}

function objectIn(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
