// What vendors break of this dialect, put right in what they sent, so that clients of the dialect can read it. What is right stays as it is.
import { isObject, type Json, type JsonArray, type JsonObject } from '../../../encoding/json.ts'

/** The changes to one frame or body. */
export class Mends {
  /** Was there anything to put right? */
  isNeeded = false
  readonly #idPrefix: string

  /** @param idPrefix stands in ids that are made */
  constructor(idPrefix = '') {
    this.#idPrefix = idPrefix
  }

  set(object: JsonObject, key: string, value: Json): void {
    object[key] = value
    this.isNeeded = true
  }

  drop(object: JsonObject, key: string): void {
    delete object[key]
    this.isNeeded = true
  }

  /** An id for a call that came without. */
  callId(choice: number, ordinal: number): string {
    return `call_${this.#idPrefix}${choice === 0 ? '' : `${choice}_`}${ordinal}`
  }

  /** Clients go through the choices of every chunk, and look into the delta of each. */
  chunk(chunk: JsonObject): void {
    if (Array.isArray(chunk.choices)) return
    if (isObject(chunk.usage) || chunk.object === 'chat.completion.chunk') this.set(chunk, 'choices', [])
  }

  /** @param source where the choice has what it adds */
  choice(item: JsonObject, index: number, source: 'delta' | 'message'): void {
    if (typeof item.index !== 'number') this.set(item, 'index', index)
    if (source === 'message' && isObject(item.message)) {
      this.set(item, 'delta', item.message)
      this.drop(item, 'message')
    } else if (!isObject(item.delta)) this.set(item, 'delta', {})
  }

  /** What an element of `tool_calls` must have; arguments are a text. */
  call(item: JsonObject): void {
    const inner = isObject(item.function) ? item.function : item.custom
    if (!isObject(inner)) return
    if (isObject(inner.arguments)) this.set(inner, 'arguments', JSON.stringify(inner.arguments))
  }

  /** A whole reply: its choices have numbers, and their calls ids, types and arguments. */
  whole(choices: JsonArray): void {
    for (const [position, choice] of choices.entries()) {
      if (!isObject(choice)) continue
      if (typeof choice.index !== 'number') this.set(choice, 'index', position)
      const calls = isObject(choice.message) ? choice.message.tool_calls : undefined
      if (!Array.isArray(calls)) continue
      for (const [ordinal, call] of calls.entries()) {
        if (!isObject(call)) continue
        if (typeof call.id !== 'string' || call.id === '') this.set(call, 'id', this.callId(position, ordinal))
        if (typeof call.type !== 'string') this.set(call, 'type', isObject(call.custom) ? 'custom' : 'function')
        this.call(call)
      }
    }
  }
}
