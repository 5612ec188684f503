// Reads what vendors answer of batches as it comes, of any length, with little memory: one answer at a time, and of that no more than tells what it
// used. Long texts are media, long lists are vectors or probabilities.
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { type CutLimits, JsonSieve } from '../../lib/bodies/json-sieve.ts'
import type { KeptJson } from '../../lib/bodies/kept-json.ts'
import { LF, linesOf } from '../../lib/bodies/lines-of.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { garbageFailure } from '../upstream/failures.ts'

/** What is kept of one answer, and of a batch without its answers. The longest answers of models have 128,000 tokens. */
const LIMITS: CutLimits = { valueBytes: 4 * 1024 * 1024, textBytes: 768 * 1024, members: 64, depth: 64 }
/** All of the answers are read for so long at most. */
const READ_MS = 900_000

/** A line or an element of the results; undefined: it is too large, whatever is cut. */
export type ResultLine = { readonly value: JsonObject; readonly isCut: boolean } | undefined

/** Goes through the lines of a file of answers. Throws UpstreamFailure where it breaks off, or is none. */
export async function eachResult(answer: VendorAnswer, visit: (line: ResultLine, index: number) => Promise<void>): Promise<void> {
  const sieve = new JsonSieve({ limits: LIMITS })
  let index = 0
  const end = async () => {
    const kept = sieve.end()
    if (kept.text?.trim() !== '') await visit(lineOf(kept), index++)
  }
  await eachPiece(answer, async (bytes) => {
    for (const piece of linesOf(bytes)) {
      sieve.push(piece)
      if (piece.at(-1) === LF) await end()
    }
  })
  await end()
}

/**
 * A batch without the answers that stand in it.
 * @param lists where they stand
 * @param visit told each of them, with its list and its place there
 * @throws UpstreamFailure where it breaks off, is too large without them, or is none
 */
export async function readBatchObject(
  answer: VendorAnswer,
  lists: readonly string[],
  visit: (line: ResultLine, list: string, index: number) => Promise<void>,
): Promise<JsonObject> {
  const sieve = new JsonSieve({ limits: LIMITS, lists: new Set(lists) })
  await eachPiece(answer, async (bytes) => {
    sieve.push(bytes)
    for (const { list, index, ...kept } of sieve.elements()) await visit(lineOf(kept), list, index)
  })
  const batch = parseJson(sieve.end().text ?? '')
  if (!isObject(batch)) throw garbageFailure('the upstream did not answer with a batch')
  return batch
}

async function eachPiece(answer: VendorAnswer, take: (bytes: Buffer) => Promise<void>): Promise<void> {
  const untilMs = performance.now() + READ_MS
  for await (const chunk of answer.stream()) {
    if (performance.now() > untilMs) throw garbageFailure('the answers of a batch did not come to an end')
    await take(chunk as Buffer) // as the stream has no encoding
  }
}

function lineOf({ text, isCut }: KeptJson): ResultLine {
  if (text === undefined) return undefined
  const value = parseJson(text.trim())
  if (!isObject(value)) throw garbageFailure('the upstream did not answer with the answers of a batch')
  return { value, isCut }
}
