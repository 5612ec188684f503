// Streams of OpenAI Responses, by the type `ResponseStreamEvent` of the library `openai` and the order that its reference describes: items and
// their parts are added, grow and are done, and the last event holds what they became.
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { outputComplaint, shapes } from './openai-responses.ts'
import { misfit, objectAt, objectsIn, type StreamEvent, type Verdict } from './verdict.ts'

const event = shapes('ResponseStreamEvent')
const terminal: Readonly<Record<string, string>> = {
  'response.completed': 'completed',
  'response.incomplete': 'incomplete',
  'response.failed': 'failed',
}
/** Which field of a `done` event has what the deltas brought. */
const doneFields: Readonly<Record<string, string>> = {
  'response.output_text.done': 'text',
  'response.refusal.done': 'refusal',
  'response.reasoning_text.done': 'text',
  'response.reasoning_summary_text.done': 'text',
  'response.function_call_arguments.done': 'arguments',
  'response.custom_tool_call_input.done': 'input',
}

/** A stream. */
export function judgeResponseStream(list: readonly StreamEvent[]): Verdict {
  const order = new ItemOrder()
  for (const [at, { name, data = {} }] of list.entries()) {
    const type = String(data.type)
    if (name !== type) return { complaint: `${at}: the event ${name} holds ${type}` }
    if (data.sequence_number !== at) return { complaint: `${at}: the sequence number ${data.sequence_number}` }
    const complaint = misfit(event, data, String(at)) ?? order.take(type, data)
    if (complaint !== undefined) return { complaint: `${at} ${type}: ${complaint}` }
  }
  if (!order.isOver) return { complaint: 'the stream does not end' }
  return order.failure === undefined ? {} : { failure: order.failure }
}

interface OpenItem {
  readonly id: unknown
  readonly type: unknown
  /** By the kind of part, how many were added. */
  readonly added: Map<string, number>
  /** The parts that are open, and what their deltas brought. */
  readonly open: Map<string, string>
  /** What the item's own deltas brought. */
  text: string | undefined
  isDone: boolean
}

class ItemOrder {
  readonly #items: OpenItem[] = []
  readonly #output: JsonObject[] = []
  #id: unknown
  failure: string | undefined
  isOver = false

  take(type: string, data: JsonObject): string | undefined {
    if (this.isOver) return 'after the end'
    if ((type === 'response.created') !== (this.#id === undefined)) return 'at the wrong place'
    if (type === 'error') {
      this.failure = String(data.message)
      return undefined
    }
    if (this.failure !== undefined && type !== 'response.failed') return 'after an error'
    if (data.response !== undefined) return this.#response(type, objectAt(data, 'response'))
    if (type === 'response.output_item.added') return this.#add(data)
    const place = this.#items[Number(data.output_index)]
    if (place === undefined || place.isDone) return `the item ${data.output_index} is not open`
    if (type === 'response.output_item.done') return this.#done(place, Number(data.output_index), objectAt(data, 'item'))
    if (data.item_id !== undefined && data.item_id !== place.id) return `the id ${data.item_id} of the item ${place.id}`
    return partComplaint(place, type, data)
  }

  #response(type: string, body: JsonObject): string | undefined {
    this.#id ??= body.id
    if (body.id !== this.#id) return `another id: ${body.id}`
    const status = terminal[type]
    if (status === undefined) return objectsIn(body.output).length > 0 ? 'it has an output before its end' : undefined
    this.isOver = true
    if (status === 'failed') this.failure = String(objectAt(body, 'error').message)
    if (body.status !== status) return `the status ${body.status}`
    const unfinished = this.#items.find((each) => !each.isDone)
    if (unfinished && status !== 'failed') return `the item ${unfinished.id} is not done`
    if (status !== 'failed' && !isDeepStrictEqual(body.output, this.#output))
      return 'its output is not what the items were when they were done'
    return outputComplaint(body)
  }

  #add(data: JsonObject): string | undefined {
    const { id, type } = objectAt(data, 'item')
    if (data.output_index !== this.#items.length) return `item ${data.output_index} comes as number ${this.#items.length}`
    this.#items.push({ id, type, added: new Map(), open: new Map(), text: undefined, isDone: false })
    return undefined
  }

  #done(place: OpenItem, index: number, done: JsonObject): string | undefined {
    place.isDone = true
    this.#output[index] = done
    if (done.id !== place.id || done.type !== place.type) return `it was ${place.type} ${place.id}`
    if (place.open.size > 0) return `its part ${[...place.open.keys()]} is open`
    const held = done.arguments ?? done.input
    if (place.text !== undefined && held !== place.text) return `its deltas brought ${place.text}`
    const counts = { content: objectsIn(done.content).length, summary: objectsIn(done.summary).length }
    const wrong = Object.entries(counts).find(([kind, many]) => (place.added.get(kind) ?? 0) !== many)
    return wrong && `it has ${wrong[1]} parts of ${wrong[0]}, and ${place.added.get(wrong[0]) ?? 0} were added`
  }
}

/** What is wrong with an event of a part, or of an item's own text. */
function partComplaint(place: OpenItem, type: string, data: JsonObject): string | undefined {
  const kind = data.summary_index === undefined ? 'content' : 'summary'
  const index = Number(data.summary_index ?? data.content_index)
  if (Number.isNaN(index)) return itemTextComplaint(place, type, data)
  const key = `${kind} ${index}`
  if (type.endsWith('part.added')) {
    if (index !== (place.added.get(kind) ?? 0)) return `${key} comes as number ${place.added.get(kind) ?? 0}`
    place.added.set(kind, index + 1)
    place.open.set(key, '')
    return undefined
  }
  const grown = place.open.get(key)
  if (grown === undefined) return `${key} is not open`
  if (type.endsWith('part.done')) {
    place.open.delete(key)
    const part = objectAt(data, 'part')
    return (part.text ?? part.refusal) === grown ? undefined : `its deltas brought ${grown}`
  }
  if (type.endsWith('.delta')) place.open.set(key, `${grown}${data.delta}`)
  const field = doneFields[type]
  return field !== undefined && data[field] !== grown ? `its deltas brought ${grown}` : undefined
}

function itemTextComplaint(place: OpenItem, type: string, data: JsonObject): string | undefined {
  const field = doneFields[type]
  if (field !== undefined) return data[field] === (place.text ?? '') ? undefined : `its deltas brought ${place.text}`
  if (/arguments\.delta$|input\.delta$/.test(type)) place.text = `${place.text ?? ''}${data.delta}`
  return undefined
}
