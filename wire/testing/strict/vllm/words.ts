// The forms of vLLM's complaints.
import type { Json } from '../../../src/json.ts'
import type { Complaint } from '../chat-judge.ts'
import { printed, quoted, tuple } from './python.ts'

export const protocol = 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/chat_completion/protocol.py (2026-09)'

/** What pydantic says of one place in the body. */
export function invalidField(type: string, path: readonly (string | number)[], message: string, input: Json | undefined): Complaint {
  const place = ['body', ...path]
  const error = `{'type': ${quoted(type)}, 'loc': ${tuple(place)}, 'msg': ${quoted(message)}, 'input': ${printed(input)}}`
  return { message: `1 validation error:\n  ${error}`, details: { type: 'Bad Request', param: place.join('.') } }
}

/** What the model of the request says of the whole body. */
export function invalidBody(message: string, param: string | null, body: Json): Complaint {
  const error = `{'type': 'value_error', 'loc': ('body',), 'msg': ${quoted(`Value error, ${message}`)}, 'input': ${printed(body)}}`
  return { message: `1 validation error:\n  ${error}`, details: { type: 'Bad Request', param } }
}
