import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { put } from '../../encoding/reader.ts'

/** Two lists of a dialect as one, where its items meet by a number of theirs; undefined for a list that is replaced as a whole. */
export type JoinList = (key: string, earlier: readonly Json[], later: readonly Json[]) => Json[] | undefined

/** Two records of unread fields as one; where both have a field, the later counts. */
export function joinRests(earlier: JsonObject | undefined, later: JsonObject, joinList?: JoinList): JsonObject {
  if (earlier === undefined) return later
  const joined: JsonObject = { ...earlier }
  for (const key of Object.keys(later)) {
    const before = joined[key]
    const value = later[key]
    const list = Array.isArray(before) && Array.isArray(value) ? joinList?.(key, before, value) : undefined
    if (list !== undefined) joined[key] = list
    else put(joined, key, isObject(before) && isObject(value) ? joinRests(before, value, joinList) : value)
  }
  return joined
}
