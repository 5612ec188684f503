// The contents of a stream of Google's dialect, computed from JSON alone, without the code under test: texts of one kind that follow each
// other are one, unless one of them is signed; every other part stands for itself; the fields next to them are replaced by later frames.
import { isObject, type Json, type JsonObject } from '../src/encoding/json.ts'

interface Candidate {
  readonly parts: JsonObject[]
  readonly rest: JsonObject
  readonly content: JsonObject
}

/** The whole that the frames make. An index and a role are optional; an empty text means nothing. */
export function accumulateGemini(frames: readonly JsonObject[]): JsonObject {
  const whole: JsonObject = {}
  const candidates = new Map<number, Candidate>()
  for (const { candidates: list, ...rest } of frames) {
    Object.assign(whole, merged(whole, rest))
    for (const [position, item] of (Array.isArray(list) ? list : []).entries())
      if (isObject(item)) pushCandidate(candidates, item, position)
  }
  whole.candidates = [...candidates]
    .sort(([one], [other]) => one - other)
    .map(([index, { parts, rest, content }]) => ({ ...rest, index, content: { ...content, parts } }))
  return whole
}

function pushCandidate(candidates: Map<number, Candidate>, item: JsonObject, position: number): void {
  const { index, content, logprobsResult, ...rest } = item
  const number = typeof index === 'number' ? index : position
  const there = candidates.get(number) ?? { parts: [], rest: {}, content: {} }
  candidates.set(number, there)
  Object.assign(there.rest, rest)
  if (isObject(logprobsResult)) there.rest.logprobs = [...((there.rest.logprobs ?? []) as Json[]), logprobsResult]
  if (!isObject(content)) return
  const { parts, role: _, ...others } = content
  Object.assign(there.content, others)
  for (const part of Array.isArray(parts) ? parts : []) if (isObject(part)) pushPart(there.parts, part)
}

function pushPart(parts: JsonObject[], part: JsonObject): void {
  const last = parts.at(-1)
  const isPlain = (each: JsonObject) => typeof each.text === 'string' && each.thoughtSignature === undefined
  if (isPlain(part) && part.text === '' && Object.keys(part).length === 1) return
  if (last !== undefined && isPlain(part) && isPlain(last) && (part.thought === true) === (last.thought === true)) {
    Object.assign(last, part, { text: `${last.text}${part.text}` })
  } else parts.push({ ...part })
}

function merged(before: JsonObject, rest: JsonObject): JsonObject {
  const result: JsonObject = { ...rest }
  // Usage is cumulative; a frame with only the kind of traffic has none.
  if (isObject(before.usageMetadata) && isObject(rest.usageMetadata) && rest.usageMetadata.totalTokenCount === undefined)
    delete result.usageMetadata
  return result
}
