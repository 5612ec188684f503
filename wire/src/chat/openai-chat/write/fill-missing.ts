import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { added, put } from '../../../encoding/reader.ts'
import { joinRests as join } from '../../reply/join-rests.ts'

/**
 * Lays unread fields, kept in the shape of the frame that they came from, under a frame that is about to be written: where the frame has
 * a field, the frame's counts. Choices and tool calls meet by their `index`.
 *
 * @returns what found no place yet, because its choice or call is not in this frame; undefined when all did
 */
export function fillMissing(frame: JsonObject, rest: JsonObject): JsonObject | undefined {
  let left: JsonObject | undefined
  for (const key of Object.keys(rest)) {
    const value = rest[key]
    const there = frame[key]
    let waiting: Json | undefined
    if (!Object.hasOwn(frame, key)) {
      // A call's unread fields alone would look like a call of their own.
      if (key === 'tool_calls') waiting = value
      else put(frame, key, value)
    } else if ((key === 'choices' || key === 'tool_calls') && Array.isArray(there) && Array.isArray(value)) waiting = layList(there, value)
    else if (isObject(there) && isObject(value)) waiting = fillMissing(there, value)
    if (waiting !== undefined) left = added(left, key, waiting)
  }
  return left
}

function layList(list: Json[], rest: readonly Json[]): Json[] | undefined {
  const left: Json[] = []
  for (const item of rest) {
    if (!isObject(item)) {
      list.push(item)
      continue
    }
    const there = list.find((each) => isObject(each) && each.index === item.index)
    if (!isObject(there)) {
      left.push(item)
      continue
    }
    const waiting = fillMissing(there, item)
    if (waiting !== undefined) left.push({ ...(item.index !== undefined && { index: item.index }), ...waiting })
  }
  return left.length === 0 ? undefined : left
}

/** Two records of unread fields as one; where both have a field, the later counts. */
export function joinRests(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  return join(earlier, later, (key, before, value) => (key === 'choices' || key === 'tool_calls' ? joinLists(before, value) : undefined))
}

function joinLists(earlier: readonly Json[], later: readonly Json[]): Json[] {
  const joined = [...earlier]
  for (const item of later) {
    const at = joined.findIndex((each) => isObject(each) && isObject(item) && each.index === item.index && item.index !== undefined)
    const before = joined[at]
    if (isObject(before) && isObject(item)) joined[at] = joinRests(before, item)
    else joined.push(item)
  }
  return joined
}
