// What the judges of the four dialects have in common: the verdict, the words for a fault of shape, and the frames of a stream.
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { firstOf } from '@waystation/wire/testing/first-of'
import { type Fault, firstFault, type Shape } from '@waystation/wire/testing/strict/shape'

export { firstOf }

/** What is wrong with a reply, if anything is. */
export interface Verdict {
  readonly complaint?: string
  /** The reply says that it failed, in these words: the libraries must tell their callers so. */
  readonly failure?: string
}

/** One event of a stream. `data` is absent where the event is the mark that ends an OpenAI stream. */
export interface StreamEvent {
  readonly name: string
  readonly data?: JsonObject
}

/** What is wrong with the value, in words; undefined where it fits the shape. */
export function misfit(shape: Shape, value: JsonObject, place = ''): string | undefined {
  const fault = firstFault(shape, value)
  return fault && `${[place, ...fault.path].filter((step) => step !== '').join('.')}: ${wordsOf(fault)}`
}

/** The verdict on a reply that does not say that it failed. */
export const verdictBy = (complaint: string | undefined): Verdict => (complaint === undefined ? {} : { complaint })

/** The verdict on a body that says that the reply failed. @param error the shape of such a body in its dialect */
export function failed(error: Shape, body: JsonObject): Verdict {
  const complaint = misfit(error, body)
  return complaint === undefined ? { failure: String(objectAt(body, 'error').message) } : { complaint }
}

function wordsOf(fault: Fault): string {
  switch (fault.kind) {
    case 'wrong-type':
      return `${JSON.stringify(fault.value)?.slice(0, 80)} is no ${fault.shape.is}`
    case 'not-in-list':
      return `${JSON.stringify(fault.value)} is none of ${fault.allowed.join(', ')}`
    case 'pattern':
      return `does not match ${fault.pattern}`
    case 'missing-field':
    case 'unknown-field':
      return fault.kind
    default:
      return `${fault.kind}: ${fault.actual}, limit ${fault.limit}`
  }
}

/**
 * The events of a stream's text, read strictly: an event is closed by a blank line, and each line is a comment, a name or data.
 *
 * @returns a complaint where the text is no such stream
 */
export function eventsOf(text: string): StreamEvent[] | string {
  const blocks = text.split('\n\n')
  if (blocks.pop() !== '') return 'the stream ends within an event'
  const events: StreamEvent[] = []
  for (const block of blocks) {
    const lines = block.split('\n').filter((line) => !line.startsWith(':'))
    if (lines.length === 0) continue
    const event = eventOf(lines)
    if (typeof event === 'string') return event
    events.push(event)
  }
  return events
}

function eventOf(lines: readonly string[]): StreamEvent | string {
  let name = ''
  const data: string[] = []
  for (const line of lines) {
    const [, field, value = ''] = /^(event|data): (.*)$/.exec(line) ?? []
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
    else return `no line of a stream: ${line.slice(0, 100)}`
  }
  const text = data.join('\n')
  if (text === '[DONE]') return { name }
  const value = parseJson(text)
  return isObject(value) ? { name, data: value } : `no object as data: ${text.slice(0, 100)}`
}

/** The elements of a list that are objects; an empty list for anything else. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The object at this key; an empty one for anything else. */
export function objectAt(value: JsonObject, key: string): JsonObject {
  const held = value[key]
  return isObject(held) ? held : {}
}
