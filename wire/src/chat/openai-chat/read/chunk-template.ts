// Nearly all chunks of a stream differ from the one before in the text that they add only, and OpenAI's in the padding that hides its length.
// Such a chunk is compared with the one before instead of being parsed and read.
import { isObject, type Json, type JsonObject, parseJson } from '../../../encoding/json.ts'
import { JsonTemplate, textSpan } from '../../../encoding/json-template.ts'
import type { ChatEvent, PartDelta } from '../../reply/event.ts'

/** The variable texts of a chunk that matches the template. */
export interface ChunkMatch {
  readonly choice: number
  readonly part: number
  readonly text: string
  /** The field at the top of the chunk that differs too. */
  readonly field?: { readonly key: string; readonly value: string }
}

interface Learned {
  readonly json: JsonTemplate
  readonly choice: number
  readonly part: number
  /** The key of the field that differs too. */
  readonly key: string | undefined
  /** Does the text stand before that field? */
  readonly isTextFirst: boolean
}

/** After so many templates in a row that nothing matched, a stream's chunks are taken to differ in other ways. */
const MAX_UNUSED = 6
/** Stand in for the texts while a template is tried out. */
const TEXT_PROBE = '\u2042text\u2042'
const FIELD_PROBE = '\u2042field\u2042'
/** The names of the fields in which a chunk adds a text. */
const TEXT_KEYS = ['content', 'reasoning_content', 'reasoning', 'refusal', 'arguments'] as const

/** The shape of the chunk that was read last, where all that it did was to add a text. */
export class ChunkTemplate {
  #learned: Learned | undefined
  #unused = 0

  /** The texts of a chunk; undefined if it differs from the template in anything else. */
  match(data: string): ChunkMatch | undefined {
    const learned = this.#learned
    if (learned === undefined) return undefined
    const [first = '', second = ''] = learned.json.match(data) ?? []
    const text = learned.isTextFirst ? first : second
    // A chunk without a text adds nothing: it is read like any other.
    if (text === '') return undefined
    this.#unused = 0
    const { choice, part, key } = learned
    if (key === undefined) return { choice, part, text }
    return { choice, part, text, field: { key, value: learned.isTextFirst ? second : first } }
  }

  /** After a chunk whose shape is not to be remembered. */
  forget(): void {
    this.#learned = undefined
  }

  /**
   * Remembers the shape of a chunk that was read, in place of the one before. Only of a chunk that added a text to an open part, where
   * nothing else happened but that one field of the vendor's own changed: it left the reader as it was, so that the next one of its shape
   * gives the same events with another text.
   */
  learn(data: string, chunk: JsonObject, events: readonly ChatEvent[]): void {
    this.#learned = undefined
    if (this.#unused >= MAX_UNUSED || events.length === 0 || events.length > 2) return
    const delta = events.at(-1)
    if (!isTextOnly(delta)) return
    const textKey = TEXT_KEYS.find((each) => textAt(chunk, each) === delta.text)
    const key = events.length === 2 ? changedField(events[0]) : undefined
    if (textKey === undefined || (events.length === 2 && key === undefined)) return
    const shape = shapeOf(data, textKey, key)
    if (shape === undefined) return
    this.#learned = { ...shape, choice: delta.choice, part: delta.part, key }
    this.#unused += 1
  }
}

type TextOnly = Pick<PartDelta, 'kind' | 'choice' | 'part'> & { readonly text: string }

function isTextOnly(event: ChatEvent | undefined): event is TextOnly {
  return event?.kind === 'part-delta' && event.text !== undefined && event.text !== '' && Object.keys(event).length === 4
}

/** The only field that an event carries, if it is a text at the top of its chunk that is no part of the reply. */
function changedField(event: ChatEvent | undefined): string | undefined {
  if (event?.kind !== 'unknown') return undefined
  const [key, ...others] = Object.keys(event.extras.fields ?? {})
  if (key === undefined || others.length > 0 || typeof event.extras.fields?.[key] !== 'string') return undefined
  return key !== 'error' && key !== 'object' && /^[a-z]\w*$/.test(key) ? key : undefined
}

/** The text that a chunk of one choice has under a name: in its delta, or in the only call there. */
function textAt(chunk: Json | undefined, key: string): Json | undefined {
  const choice = isObject(chunk) && Array.isArray(chunk.choices) && chunk.choices.length === 1 ? chunk.choices[0] : undefined
  const delta = isObject(choice) ? choice.delta : undefined
  if (!isObject(delta)) return undefined
  if (key !== 'arguments') return delta[key]
  const call = Array.isArray(delta.tool_calls) && delta.tool_calls.length === 1 ? delta.tool_calls[0] : undefined
  return isObject(call) && isObject(call.function) ? call.function.arguments : undefined
}

/** The chunk with its text and the field left open; undefined where they are not found. */
function shapeOf(data: string, textKey: string, key: string | undefined): Pick<Learned, 'json' | 'isTextFirst'> | undefined {
  const text = textSpan(data, textKey)
  const field = key === undefined ? undefined : textSpan(data, key)
  if (text === undefined || (key !== undefined && field === undefined)) return undefined
  const isTextFirst = field === undefined || text.begin < field.begin
  const json = new JsonTemplate(data, field === undefined ? [text] : isTextFirst ? [text, field] : [field, text])
  // A name may stand in several places: a probe value in the open ones must arrive where the text and the field are read.
  const probe = parseJson(json.filled(isTextFirst ? [TEXT_PROBE, FIELD_PROBE] : [FIELD_PROBE, TEXT_PROBE]))
  if (textAt(probe, textKey) !== TEXT_PROBE) return undefined
  if (key !== undefined && (!isObject(probe) || probe[key] !== FIELD_PROBE)) return undefined
  return { json, isTextFirst }
}
