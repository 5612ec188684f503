import { isObject, type JsonObject } from '../../../encoding/json.ts'
import { put } from '../../../encoding/reader.ts'

/** Lays unread fields, in the shape of the frame that they came from, under one that is about to be written: where it has a field, its own counts. */
export function fillMissing(frame: JsonObject, rest: JsonObject): void {
  for (const key of Object.keys(rest)) {
    const there = frame[key]
    const value = rest[key]
    if (!Object.hasOwn(frame, key)) put(frame, key, value)
    else if (isObject(there) && isObject(value)) fillMissing(there, value)
  }
}
