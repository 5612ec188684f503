// What vendors of this dialect want back with a turn that calls tools, in fields of their own: signatures on calls
// (`extra_content.google.thought_signature`, Google's guide "Thought signatures") and `reasoning_details`, the whole list in its order
// (OpenRouter's guide "Preserving reasoning"). Read 2026-09.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { put } from '../../encoding/reader.ts'
import type { KeptFields, KeptFieldsReader } from '../dialect.ts'
import type { ChatEvent } from '../reply/event.ts'
import { ownExtras } from '../request/extras.ts'
import type { Part, Turn } from '../request/request.ts'
import { NAME } from './name.ts'

export const keptFields: KeptFields = { reader: () => new FieldsReader(), restored }

/** Collects the fields from the events of the first choice of a reply. */
class FieldsReader implements KeptFieldsReader {
  readonly #details: Json[] = []
  readonly #ids: string[] = []
  /** By the number of the call, which may not have begun yet. */
  readonly #content = new Map<number, Json>()

  push(event: ChatEvent): void {
    if (event.kind === 'part-started' && event.choice === 0 && event.initial.kind === 'tool-call')
      this.#start(event.initial.id, event.initial)
    else if (event.kind === 'unknown') this.#readChunk(ownExtras(NAME, event)?.fields)
    else if (event.kind === 'choice-ended' && event.choice === 0) this.#readDetails(ownExtras(NAME, event)?.nested?.message)
  }

  /** `details`, and `calls`: the `extra_content` of calls, by their ids. */
  get fields(): JsonObject | undefined {
    if (this.#details.length === 0 && this.#content.size === 0) return undefined
    const calls: JsonObject = {}
    for (const [at, id] of this.#ids.entries()) {
      const content = this.#content.get(at)
      if (content !== undefined) put(calls, id, content)
    }
    return { calls, ...(this.#details.length > 0 && { details: joinedDetails(this.#details) }) }
  }

  #start(id: string, part: Part): void {
    const content = ownExtras(NAME, part)?.fields?.extra_content
    if (content !== undefined) this.#content.set(this.#ids.length, content)
    this.#ids.push(id)
  }

  #readChunk(fields: JsonObject | undefined): void {
    if (!Array.isArray(fields?.choices)) return
    for (const choice of fields.choices) {
      if (!isObject(choice) || choice.index !== 0 || !isObject(choice.delta)) continue
      this.#readDetails(choice.delta)
      const calls = Array.isArray(choice.delta.tool_calls) ? choice.delta.tool_calls : []
      for (const call of calls) {
        if (isObject(call) && typeof call.index === 'number' && call.extra_content !== undefined)
          this.#content.set(call.index, call.extra_content)
      }
    }
  }

  #readDetails(message: JsonObject | undefined): void {
    if (Array.isArray(message?.reasoning_details)) this.#details.push(...message.reasoning_details)
  }
}

/** The turn with its fields, as this dialect's own writer takes them. */
function restored(turn: Turn, { details, calls }: JsonObject): Turn {
  const parts = turn.parts.flatMap((part): Part[] => {
    // The details hold the thinking.
    if (part.kind === 'reasoning' && details !== undefined) return []
    const content = part.kind === 'tool-call' && isObject(calls) ? calls[part.id] : undefined
    return [content === undefined ? part : { ...part, extras: { dialect: NAME, fields: { extra_content: content } } }]
  })
  return { ...turn, parts, ...(details !== undefined && { extras: { dialect: NAME, fields: { reasoning_details: details } } }) }
}

/** The pieces of a stream as whole details: those of one index and type belong together. */
function joinedDetails(pieces: readonly Json[]): Json[] {
  const joined: Json[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (isObject(piece) && isObject(last) && piece.index !== undefined && last.index === piece.index && last.type === piece.type) {
      joined[joined.length - 1] = grown(last, piece)
    } else joined.push(piece)
  }
  return joined
}

function grown(before: JsonObject, piece: JsonObject): JsonObject {
  const result: JsonObject = { ...before }
  for (const [key, value] of Object.entries(piece)) {
    const old = before[key]
    const isText = key === 'text' || key === 'summary' || key === 'data'
    if (value === undefined || (value === null && old !== undefined)) continue
    result[key] = isText && typeof old === 'string' && typeof value === 'string' ? old + value : value
  }
  return result
}
