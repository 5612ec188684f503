// The contents of a stream of responses, computed from JSON alone, without the code under test: its items as they are when they are done,
// and the head of the response at its end, as OpenAI's libraries keep them.
import { isObject, type Json, type JsonObject } from '../src/encoding/json.ts'

/** Fields of events that only locate them or mean nothing; the others are gathered by event type. */
const placed = 'type sequence_number item_id output_index content_index summary_index annotation_index obfuscation'.split(' ')
/** Fields of events that their finished items repeat. */
const repeated = 'response item part delta text refusal arguments input annotation logprobs name'.split(' ')
/** Items whose events are read; those of all others are passed on as they come. */
const read = ['message', 'reasoning', 'function_call', 'custom_tool_call']

/** The whole that the events make, up to ids that a vendor changes on the way, empty lists that it leaves out, and numbers of events. */
export function accumulateResponse(events: readonly JsonObject[]): JsonObject {
  const items = new Map<number, JsonObject>()
  const ids = new Map<number, Json | undefined>()
  const types = new Map<number, Json | undefined>()
  const passed: Json[] = []
  const deltas = new Map<string, string>()
  const citations = new Map<string, Json[]>()
  const tokens = new Map<string, Json[]>()
  const fields: Record<string, JsonObject> = {}
  const failures: Json[] = []
  let id: Json | undefined
  let head: JsonObject = {}
  let created: JsonObject = {}

  for (const event of events) {
    const { type, response, item, output_index: at } = event
    if (typeof type !== 'string' || type === 'keepalive') continue
    const index = Number(at ?? -1)
    if (type === 'response.created' && isObject(response)) {
      id = response.id
      created = withoutOutput(response)
    }
    if (type === 'response.output_item.added' && isObject(item)) {
      ids.set(index, item.id)
      types.set(index, item.type)
    }
    if (type === 'error') failures.push(numberless(event))
    const isPassed = typeof at === 'number' && types.has(index) && !read.includes(String(types.get(index)))
    gatherText(event, `${index} ${event.content_index}`, { deltas, citations, tokens })
    if (type === 'response.output_item.done' && isObject(item)) {
      items.set(
        index,
        asStreamed(normalItem({ ...item, ...(ids.has(index) && { id: ids.get(index) }) }), index, { deltas, citations, tokens }),
      )
    }
    if ((isPassed && type !== 'response.output_item.done') || type === 'response.queued') passed.push(numberless(event))
    else if (type !== 'error') {
      const others = Object.entries(event).filter(([key, value]) => !placed.includes(key) && !repeated.includes(key) && value !== undefined)
      if (others.length > 0) fields[type] = { ...fields[type], ...Object.fromEntries(others) }
    }
    if (isObject(response) && /completed|incomplete|failed|cancelled/.test(type)) {
      head = withoutOutput(response)
      const list = Array.isArray(response.output) ? response.output : []
      for (const [position, each] of list.entries()) if (!items.has(position) && isObject(each)) items.set(position, normalItem(each))
      if (type !== 'response.failed') break
    }
  }
  const output = [...items].sort(([one], [other]) => one - other).map(([, item]) => item)
  return { created: { ...created, id }, head: { ...head, id }, output, passed, fields, failures }
}

/** A response or request up to empty lists that may be left out, in every item of an assistant's. */
export function normalResponse(body: JsonObject): JsonObject {
  return Array.isArray(body.output) ? { ...body, output: body.output.map((item) => (isObject(item) ? normalItem(item) : item)) } : body
}

function normalItem(item: JsonObject): JsonObject {
  if (item.type !== 'message' || !Array.isArray(item.content)) return item
  return {
    ...item,
    content: item.content.map((part) =>
      isObject(part) && part.type === 'output_text' ? { annotations: [], logprobs: [], ...part } : part,
    ),
  }
}

/** What the deltas bring, by the indexes of their item and content. */
interface Streamed {
  readonly deltas: Map<string, string>
  readonly citations: Map<string, Json[]>
  readonly tokens: Map<string, Json[]>
}

function gatherText({ type, delta, logprobs, annotation }: JsonObject, key: string, { deltas, citations, tokens }: Streamed): void {
  if (type === 'response.output_text.delta') {
    deltas.set(key, (deltas.get(key) ?? '') + String(delta))
    if (Array.isArray(logprobs)) tokens.set(key, [...(tokens.get(key) ?? []), ...logprobs])
  }
  if (type === 'response.output_text.annotation.added' && annotation !== undefined) {
    citations.set(key, [...(citations.get(key) ?? []), annotation])
  }
}

/** The deltas count: one recording was shortened by hand, and its deltas differ from its end. */
function asStreamed(item: JsonObject, index: number, { deltas, citations, tokens }: Streamed): JsonObject {
  if (item.type !== 'message' || !Array.isArray(item.content)) return item
  const content = item.content.map((part, position) => {
    if (!isObject(part)) return part
    const key = `${index} ${position}`
    const text = deltas.get(key)
    const same = (list: Json | undefined, other: Json[] | undefined) => Array.isArray(list) && list.length === other?.length
    return {
      ...part,
      ...(text !== undefined && !String(part.text).startsWith(text) && { text }),
      ...(same(part.annotations, citations.get(key)) && { annotations: citations.get(key) }),
      ...(same(part.logprobs, tokens.get(key)) && { logprobs: tokens.get(key) }),
    }
  })
  return { ...item, content }
}

function withoutOutput({ output: _, ...head }: JsonObject): JsonObject {
  return head
}

function numberless({ sequence_number: _, obfuscation: __, ...event }: JsonObject): JsonObject {
  return event
}
