// The contents of a stream, computed from its JSON alone, without the code under test: chunks are merged as a client's library merges them.
import { isObject, type Json, type JsonObject } from '../src/encoding/json.ts'

/** Fields of chunks that grow by appending. All other fields are replaced by later ones. */
const growing = new Set(['content', 'reasoning_content', 'reasoning', 'refusal', 'arguments', 'input', 'data', 'transcript'])
/** Fields whose first value is the reply's. */
const firstCounts = new Set(['id', 'created', 'model', 'type', 'name', 'role'])
/** Lists that grow by appending. */
const appended = new Set(['reasoning_details', 'images', 'annotations'])

/** The whole that the chunks make: nulls and empty values left out, since they mean nothing; `object` too, since it names a chunk. */
export function accumulate(chunks: readonly JsonObject[]): JsonObject {
  const whole: JsonObject = {}
  for (const chunk of chunks) merge(whole, chunk)
  delete whole.object
  return whole
}

function merge(target: JsonObject, source: JsonObject): void {
  for (const [key, value] of Object.entries(source)) {
    if (value === null || value === undefined || value === '') continue
    const before = target[key]
    if (key === 'logprobs' && isObject(value)) {
      const all = isObject(before) ? before : {}
      for (const [name, list] of Object.entries(value)) {
        if (Array.isArray(list)) all[name] = [...((all[name] as Json[]) ?? []), ...list]
        else if (list !== null && list !== undefined) all[name] = list
      }
      target[key] = all
    } else if (key === 'content' && Array.isArray(value)) {
      for (const item of value) mergePart(target, item)
    } else if (key === 'choices' || key === 'tool_calls') {
      if (!Array.isArray(value)) throw new Error(`${key} is no list`)
      target[key] = mergeList((before ?? []) as Json[], value)
    } else if (appended.has(key) && Array.isArray(value)) target[key] = [...((before ?? []) as Json[]), ...value]
    else if (isObject(value) && (key === 'delta' || key === 'message')) {
      const message = isObject(target.message) ? target.message : {}
      target.message = message
      merge(message, value)
    } else if (isObject(value)) {
      const inner = isObject(before) ? before : {}
      target[key] = inner
      // Usage is cumulative, so a later report replaces an earlier one.
      if (key === 'usage' || key === 'x_groq') target[key] = key === 'usage' ? value : { ...inner, ...value }
      else merge(inner, value)
    } else if (growing.has(key) && typeof value === 'string') target[key] = ((before as string | undefined) ?? '') + value
    else if (!firstCounts.has(key) || before === undefined || before === 0) target[key] = value
  }
}

function mergePart(target: JsonObject, item: Json): void {
  if (isObject(item) && item.type === 'text' && typeof item.text === 'string' && Object.keys(item).length === 2) {
    target.content = ((target.content as string | undefined) ?? '') + item.text
    return
  }
  target.parts = [...((target.parts ?? []) as Json[]), item]
}

function mergeList(before: Json[], items: readonly Json[]): Json[] {
  for (const [position, item] of items.entries()) {
    if (!isObject(item)) throw new Error('a list of something else than objects')
    const index = typeof item.index === 'number' ? item.index : position
    let there = before.find((each) => isObject(each) && each.index === index)
    if (!isObject(there)) {
      there = { index }
      before.push(there)
    }
    merge(there, item)
  }
  return before
}
