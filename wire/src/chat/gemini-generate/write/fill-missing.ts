import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { put } from '../../../encoding/reader.ts'
import { joinRests as join } from '../../reply/join-rests.ts'

/**
 * Lays unread fields, in the shape of the frame that they came from, under a frame that is about to be written: where the frame has a
 * field, the frame's counts. Candidates meet by their `index`.
 *
 * @returns what found no place yet, because its candidate is not in this frame; undefined when all did
 */
export function fillMissing(frame: JsonObject, rest: JsonObject): JsonObject | undefined {
  let left: JsonObject | undefined
  for (const key of Object.keys(rest)) {
    const value = rest[key]
    const there = frame[key]
    if (key === 'candidates' && Array.isArray(value)) {
      const waiting = layCandidates(Array.isArray(there) ? there : [], value)
      if (waiting !== undefined) left = { ...left, candidates: waiting }
    } else if (!Object.hasOwn(frame, key)) put(frame, key, value)
    else if (isObject(there) && isObject(value)) fillMissing(there, value)
  }
  return left
}

function layCandidates(list: readonly Json[], rest: readonly Json[]): Json[] | undefined {
  const left = rest.filter((item) => {
    const there = isObject(item) ? sameCandidate(list, item) : undefined
    if (!isObject(item) || there === undefined) return true
    const { index: _, ...fields } = item
    fillMissing(there, fields)
    return false
  })
  return left.length === 0 ? undefined : left
}

function sameCandidate(list: readonly Json[], item: JsonObject): JsonObject | undefined {
  return list.filter(isObject).find((each) => (each.index ?? 0) === (item.index ?? 0))
}

/** Two records of unread fields as one; where both have a field, the later counts. */
export function joinRests(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  return join(earlier, later, (key, before, value) => (key === 'candidates' ? joinCandidates(before, value) : undefined))
}

function joinCandidates(earlier: readonly Json[], later: readonly Json[]): Json[] {
  const joined = [...earlier]
  for (const item of later) {
    const before = isObject(item) ? sameCandidate(joined, item) : undefined
    if (isObject(item) && before !== undefined) joined[joined.indexOf(before)] = joinRests(before, item)
    else joined.push(item)
  }
  return joined
}
