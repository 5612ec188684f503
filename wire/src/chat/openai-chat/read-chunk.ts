// The chunks of a stream. This runs for every frame that the gateway serves, so it walks each object once and makes nothing that is not
// needed; what is unknown is carried in one event, in the chunk's own shape, before the others.
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { hasUsage } from '../../openai/usage.ts'
import { added } from '../../reader.ts'
import type { ChatEvent } from '../event.ts'
import { NAME } from './name.ts'
import { type ChoiceReader, choiceReader } from './read-choice.ts'
import { attachLogprobs, failed, started, usageKnown } from './read-news.ts'

export interface ChunkReader {
  /** @param error the failure that the chunk reports, if any */
  push(chunk: JsonObject, error: Json | undefined): ChatEvent[]
  /** Ends what is open. */
  close(): ChatEvent[]
  /** Was at least one choice seen, and has every one a finish reason? */
  readonly isFinished: boolean
}

/**
 * Usage is found beside the choices, in a chunk of its own, in `x_groq` and in a choice (Moonshot); it may be told on several chunks, and
 * the last that counts anything holds.
 */
export function chunkReader(): ChunkReader {
  const choices = new Map<number, ChoiceReader>()
  // Fields that vendors repeat on every chunk are carried when they change.
  const repeated = new Map<string, Json | undefined>()
  let isStarted = false
  let isCounted = false

  function readChunk(chunk: JsonObject, error: Json | undefined): ChatEvent[] {
    const events: ChatEvent[] = []
    let rest: JsonObject | undefined
    let usage: JsonObject | undefined
    for (const key in chunk) {
      const value = chunk[key]
      if (isHead(key, value) || (key === 'usage' && value === null)) continue
      if (key === 'choices' && Array.isArray(value)) {
        let left: Json[] | undefined
        for (let position = 0; position < value.length; position++) {
          const item = value[position]
          if (!isObject(item)) continue
          const unread = readChoice(item, position, events)
          if (isObject(item.usage)) usage ??= item.usage
          if (unread === undefined) continue
          left ??= []
          left.push(unread)
        }
        if (left !== undefined) rest = added(rest, key, left)
        continue
      }
      if (key === 'usage' && isObject(value)) {
        usage = value
        continue
      }
      if (error !== undefined && (value === error || chunk === error)) continue
      if (typeof value !== 'object' || value === null) {
        if (repeated.has(key) && repeated.get(key) === value) continue
        repeated.set(key, value)
      } else if (key === 'x_groq' && isObject(value) && isObject(value.usage)) usage ??= value.usage
      rest = added(rest, key, value)
    }
    if (usage !== undefined && (!isCounted || hasUsage(usage))) {
      // Zeros after a count are a vendor's blank form, not news.
      isCounted = true
      events.push(usageKnown(usage, chunk))
    }
    if (error !== undefined) events.push(failed(error))
    return withHead(chunk, rest, events)
  }

  function withHead(chunk: JsonObject, rest: JsonObject | undefined, events: ChatEvent[]): ChatEvent[] {
    if (rest === undefined && isStarted) return events
    const head: ChatEvent[] = []
    // A chunk that has neither an id nor choices (Azure's report on the prompt) comes before the reply proper.
    const isFirst = !isStarted && ((typeof chunk.id === 'string' && chunk.id !== '') || choices.size > 0)
    if (isFirst) {
      isStarted = true
      head.push(started(chunk))
    }
    if (rest !== undefined) head.push({ kind: 'unknown', extras: { dialect: NAME, fields: rest } })
    for (const event of events) head.push(event)
    return head
  }

  /** Gives the unread fields of the choice, under its number. */
  function readChoice(item: JsonObject, position: number, events: ChatEvent[]): JsonObject | undefined {
    const index = typeof item.index === 'number' ? item.index : position
    let choice = choices.get(index)
    if (choice === undefined) {
      choice = choiceReader(index)
      choices.set(index, choice)
    }
    const begin = events.length
    // A vendor that answers a request for a stream with a whole reply: its message is read as one big delta.
    const source = item.delta === undefined && choice.isUntouched ? 'message' : 'delta'
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
    return rest === undefined ? undefined : { index, ...rest }
  }

  return {
    push: readChunk,
    close() {
      const events: ChatEvent[] = []
      for (const choice of choices.values()) choice.close(events)
      return events
    },
    get isFinished() {
      if (choices.size === 0) return false
      for (const choice of choices.values()) if (!choice.isFinished) return false
      return true
    },
  }
}

/** The fields that every chunk repeats. A whole reply that came in a stream is told on as a stream. */
function isHead(key: string, value: Json | undefined): boolean {
  switch (key) {
    case 'id':
    case 'model':
      return typeof value === 'string'
    case 'created':
      return typeof value === 'number'
    case 'object':
      return value === 'chat.completion.chunk' || value === 'chat.completion'
    default:
      return false
  }
}
