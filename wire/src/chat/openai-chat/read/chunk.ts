// The chunks of a stream. This runs for every frame that the gateway serves, so it walks each object once and makes nothing that is not
// needed; what is unknown is carried in one event, in the chunk's own shape, before the others.
import { isObject, type Json, type JsonArray, type JsonObject } from '../../../encoding/json.ts'
import { added } from '../../../encoding/reader.ts'
import { hasUsage } from '../../../openai/usage.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { NAME } from '../name.ts'
import { ChoiceReader } from './choice.ts'
import { ChunkTemplate } from './chunk-template.ts'
import type { Mends } from './mends.ts'
import { attachLogprobs, failed, started, usageKnown } from './reply-events.ts'

/**
 * Usage is found next to the choices, in a chunk of its own, in `x_groq` and in a choice (Moonshot); it may stand in several chunks, and
 * the last that counts anything holds.
 */
export class ChunkReader {
  readonly #choices = new Map<number, ChoiceReader>()
  /** Fields that vendors repeat on every chunk are carried when they change. */
  readonly #repeated = new Map<string, Json | undefined>()
  readonly #template = new ChunkTemplate()
  readonly #mends: Mends
  #isStarted = false
  #isCounted = false
  /** The usage of the chunk that is being read. */
  #usage: JsonObject | undefined

  constructor(mends: Mends) {
    this.#mends = mends
  }

  /** Was at least one choice seen? */
  get hasChoices(): boolean {
    return this.#choices.size > 0
  }

  /** Was at least one choice seen, and has every one a finish reason? */
  get isFinished(): boolean {
    if (this.#choices.size === 0) return false
    for (const choice of this.#choices.values()) if (!choice.isFinished) return false
    return true
  }

  /**
   * The events of a chunk that differs from the one before in the text that it adds, and perhaps in one field of its own; undefined for any
   * other, which `push` reads.
   */
  pushAlike(data: string): ChatEvent[] | undefined {
    const match = this.#template.match(data)
    if (match === undefined) return undefined
    const { choice, part, text, field } = match
    const delta: ChatEvent = { kind: 'part-delta', choice, part, text }
    if (field === undefined || this.#isRepeated(field.key, field.value)) return [delta]
    return [unknown({ [field.key]: field.value }), delta]
  }

  /**
   * @param error the failure that the chunk reports, if any
   * @param data the chunk's text
   */
  push(chunk: JsonObject, error: Json | undefined, data: string): ChatEvent[] {
    const events: ChatEvent[] = []
    let rest: JsonObject | undefined
    this.#usage = undefined
    for (const key in chunk) {
      const value = chunk[key]
      if (isHead(key, value)) continue
      const isError = error !== undefined && (value === error || chunk === error)
      const unread = this.#field(key, value, isError, events)
      if (unread !== undefined) rest = added(rest, key, unread)
    }
    if (this.#usage !== undefined && (!this.#isCounted || hasUsage(this.#usage))) {
      // Zeros after a count are a vendor's blank form, and count nothing.
      this.#isCounted = true
      events.push(usageKnown(this.#usage, chunk))
    }
    if (error !== undefined) events.push(failed(error))
    else this.#mends.chunk(chunk)
    const all = this.#withHead(chunk, rest, events)
    // The next of its shape would have to be mended too.
    if (this.#mends.isNeeded) this.#template.forget()
    else this.#template.learn(data, chunk, all)
    return all
  }

  /** Ends the open parts. */
  close(): ChatEvent[] {
    const events: ChatEvent[] = []
    for (const choice of this.#choices.values()) choice.close(events)
    return events
  }

  /** Reads one field of a chunk; gives what of it is unread. */
  #field(key: string, value: Json | undefined, isError: boolean, events: ChatEvent[]): Json | undefined {
    if (key === 'choices' && Array.isArray(value)) return this.#readChoices(value, events)
    if (key === 'usage' && isObject(value)) {
      this.#usage = value
      return undefined
    }
    if (isError) return undefined
    if (typeof value !== 'object' || value === null) return this.#isRepeated(key, value) ? undefined : value
    if (key === 'x_groq' && isObject(value) && isObject(value.usage)) this.#usage ??= value.usage
    return value
  }

  #isRepeated(key: string, value: Json | undefined): boolean {
    if (this.#repeated.has(key) && this.#repeated.get(key) === value) return true
    this.#repeated.set(key, value)
    return false
  }

  #readChoices(list: JsonArray, events: ChatEvent[]): JsonArray | undefined {
    let unread: JsonArray | undefined
    for (let position = 0; position < list.length; position++) {
      const item = list[position]
      if (!isObject(item)) continue
      const left = this.#readChoice(item, position, events)
      if (isObject(item.usage)) this.#usage ??= item.usage
      if (left === undefined) continue
      unread ??= []
      unread.push(left)
    }
    return unread
  }

  /** Gives the unread fields of the choice, under its number. */
  #readChoice(item: JsonObject, position: number, events: ChatEvent[]): JsonObject | undefined {
    const index = typeof item.index === 'number' ? item.index : position
    const choice = this.#choiceAt(index)
    const begin = events.length
    // A vendor that answers a request for a stream with a whole reply: its message is read as one big delta.
    const source = item.delta === undefined && !choice.hasParts ? 'message' : 'delta'
    let rest: JsonObject | undefined
    for (const key in item) {
      const value = item[key]
      if (value === null || (key === 'index' && typeof value === 'number')) continue
      if (key === 'finish_reason' && typeof value === 'string') continue
      if (key === source && isObject(value)) {
        const unread = choice.delta(value, events)
        if (unread !== undefined) rest = added(rest, 'delta', unread)
      } else if (key !== 'logprobs' || !isObject(value)) rest = added(rest, key, value)
    }
    if (isObject(item.logprobs) && !attachLogprobs(item.logprobs, events, begin)) rest = added(rest, 'logprobs', item.logprobs)
    if (typeof item.finish_reason === 'string' && item.finish_reason !== '') choice.finish(item.finish_reason, events)
    this.#mends.choice(item, index, source)
    return rest === undefined ? undefined : { index, ...rest }
  }

  #choiceAt(index: number): ChoiceReader {
    let choice = this.#choices.get(index)
    if (choice === undefined) {
      choice = new ChoiceReader(index, this.#mends)
      this.#choices.set(index, choice)
    }
    return choice
  }

  #withHead(chunk: JsonObject, rest: JsonObject | undefined, events: ChatEvent[]): ChatEvent[] {
    if (rest === undefined && this.#isStarted) return events
    const head: ChatEvent[] = []
    // A chunk that has neither an id nor choices (Azure's report on the prompt) comes before the reply proper.
    const isFirst = !this.#isStarted && ((typeof chunk.id === 'string' && chunk.id !== '') || this.#choices.size > 0)
    if (isFirst) {
      this.#isStarted = true
      head.push(started(chunk))
    }
    if (rest !== undefined) head.push(unknown(rest))
    for (const event of events) head.push(event)
    return head
  }
}

function unknown(fields: JsonObject): ChatEvent {
  return { kind: 'unknown', extras: { dialect: NAME, fields } }
}

/** The fields that every chunk repeats. A whole reply that came in a stream is passed on as a stream. */
function isHead(key: string, value: Json | undefined): boolean {
  switch (key) {
    case 'id':
    case 'model':
      return typeof value === 'string'
    case 'created':
      return typeof value === 'number'
    case 'object':
      return value === 'chat.completion.chunk' || value === 'chat.completion'
    case 'usage':
      return value === null
    default:
      return false
  }
}
