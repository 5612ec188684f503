// What most of a conversation is: messages of one text, the assistant's calls and the results of these, with nothing but what every dialect
// has words for. Such are looked at in place, which a long history is read twice as fast by; everything else goes by the readers of single
// fields.
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import type { Part, ToolCallPart, Turn } from '../../request/request.ts'

/** A message with nothing unusual about it as a turn; undefined for any other. */
export function plainTurn(value: Json): Turn | undefined {
  if (!isObject(value)) return undefined
  const { role } = value
  switch (role) {
    case 'assistant':
      return plainAnswer(value)
    case 'tool':
      return plainResult(value)
    case 'system':
    case 'developer':
    case 'user':
      for (const key in value) if (key !== 'role' && key !== 'content') return undefined
      return typeof value.content === 'string' ? { role, parts: [{ kind: 'text', text: value.content }] } : undefined
    default:
      return undefined
  }
}

function plainAnswer(message: JsonObject): Turn | undefined {
  for (const key in message) if (key !== 'role' && key !== 'content' && key !== 'tool_calls') return undefined
  const { content, tool_calls: calls } = message
  if (typeof content !== 'string' && content !== null) return undefined
  const parts: Part[] = content === null ? [] : [{ kind: 'text', text: content }]
  if (calls === undefined) return { role: 'assistant', parts }
  if (!Array.isArray(calls) || calls.length === 0) return undefined
  for (const value of calls) {
    const call = plainCall(value)
    if (call === undefined) return undefined
    parts.push(call)
  }
  return { role: 'assistant', parts }
}

function plainCall(call: Json): ToolCallPart | undefined {
  if (!isObject(call)) return undefined
  for (const key in call) if (key !== 'id' && key !== 'type' && key !== 'function') return undefined
  const { id, type, function: inner } = call
  if (typeof id !== 'string' || type !== 'function' || !isObject(inner)) return undefined
  for (const key in inner) if (key !== 'name' && key !== 'arguments') return undefined
  const { name, arguments: argumentsText } = inner
  if (typeof name !== 'string' || typeof argumentsText !== 'string') return undefined
  return { kind: 'tool-call', id, name, argumentsText }
}

function plainResult(message: JsonObject): Turn | undefined {
  for (const key in message) if (key !== 'role' && key !== 'content' && key !== 'tool_call_id') return undefined
  const { content, tool_call_id: toolCallId } = message
  if (typeof content !== 'string' || typeof toolCallId !== 'string') return undefined
  return { role: 'tool', parts: [{ kind: 'tool-result', toolCallId, parts: [{ kind: 'text', text: content }] }] }
}
