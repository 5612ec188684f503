// What most of an agent's history is: the assistant's words, calls and results, as items that say nothing but what every dialect has words
// for. Such are looked at in place, which a long history is read twice as fast by; everything else goes by the readers of single fields.
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import type { Extras } from '../../request/extras.ts'
import type { Part, TextPart, ToolCallPart, ToolResultPart } from '../../request/request.ts'
import { NAME } from '../name.ts'

/** An item with nothing unusual about it: something that the assistant made, or the result of a call. Undefined for any other. */
export function plainItem(value: Json): TextPart | ToolCallPart | ToolResultPart | undefined {
  if (!isObject(value)) return undefined
  switch (value.type) {
    case 'message':
      return plainAnswer(value)
    case 'function_call':
      return plainCall(value)
    case 'function_call_output':
      return plainResult(value)
    default:
      return undefined
  }
}

/**
 * May the words of an assistant's message stand after this part without a mark that a message begins there? After other words, or nothing
 * but an unknown part of content, they would be taken for the same message's.
 */
export function continuesMessage(text: string, before: Part | undefined): boolean {
  return text !== '' && before?.kind !== 'text' && before?.kind !== 'refusal' && before?.extras?.spellings?.place !== 'content'
}

function plainAnswer(item: JsonObject): TextPart | undefined {
  for (const key in item) if (key !== 'type' && key !== 'role' && key !== 'content') return undefined
  const { role, content } = item
  const only = role === 'assistant' && Array.isArray(content) && content.length === 1 ? content[0] : undefined
  if (!isObject(only)) return undefined
  for (const key in only) if (key !== 'type' && key !== 'text') return undefined
  return only.type === 'output_text' && typeof only.text === 'string' ? { kind: 'text', text: only.text } : undefined
}

function plainCall(item: JsonObject): ToolCallPart | undefined {
  for (const key in item) if (key !== 'type' && key !== 'call_id' && key !== 'name' && key !== 'arguments') return undefined
  const { call_id: id, name, arguments: argumentsText } = item
  if (typeof id !== 'string' || typeof name !== 'string' || typeof argumentsText !== 'string') return undefined
  return { kind: 'tool-call', id, name, argumentsText }
}

/** A result that is one text, rather than a list of parts. */
const PLAIN_RESULT: Extras = { dialect: NAME, spellings: { form: 'text' } }

function plainResult(item: JsonObject): ToolResultPart | undefined {
  for (const key in item) if (key !== 'type' && key !== 'call_id' && key !== 'output') return undefined
  const { call_id: toolCallId, output: text } = item
  if (typeof toolCallId !== 'string' || typeof text !== 'string') return undefined
  return { kind: 'tool-result', toolCallId, parts: [{ kind: 'text', text }], extras: PLAIN_RESULT }
}
