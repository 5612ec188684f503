// The forms of vLLM's complaints.
import type { Json } from '../../../src/encoding/json.ts'
import type { Complaint } from '../chat-judge.ts'

// Values as Python prints them, for the errors of a server that is written in it.

/** As `repr` prints it. */
export function printed(value: Json | undefined): string {
  if (value === undefined || value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  const entries = Object.entries(value).map(([name, held]) => `${quoted(name)}: ${printed(held)}`)
  return `{${entries.join(', ')}}`
}

/** A number of a field that holds decimals. */
export function decimalText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`
}

/** A place in the body, as a tuple. */
function tuple(path: readonly (string | number)[]): string {
  const steps = path.map(printed)
  return steps.length === 1 ? `(${steps[0]},)` : `(${steps.join(', ')})`
}

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
