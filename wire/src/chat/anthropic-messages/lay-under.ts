import { isObject, type JsonObject } from '../../json.ts'
import { put } from '../../reader.ts'

/** Lays unread fields, in the shape of the frame that they came from, under one that is about to be written: where it has a field, its own counts. */
export function layUnder(frame: JsonObject, rest: JsonObject): void {
  for (const key of Object.keys(rest)) {
    const there = frame[key]
    const value = rest[key]
    if (!Object.hasOwn(frame, key)) put(frame, key, value)
    else if (isObject(there) && isObject(value)) layUnder(there, value)
  }
}

/** Two records of unread fields as one; where both have a field, the later counts. */
export function joinRests(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  if (earlier === undefined) return later
  const joined: JsonObject = { ...earlier }
  for (const key of Object.keys(later)) {
    const before = joined[key]
    const value = later[key]
    put(joined, key, isObject(before) && isObject(value) ? joinRests(before, value) : value)
  }
  return joined
}
