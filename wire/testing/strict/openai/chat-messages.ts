// What the messages of a Chat Completions request must be to each other, and the forms of their contents that a structure cannot tell.
import type { Json, JsonObject } from '../../../src/encoding/json.ts'
import { firstOf } from '../../first-of.ts'
import { rule } from '../judge.ts'
import { type Check, inside, isGiven, objects, textOf } from './refusal.ts'
import { measured } from './structure.ts'

const files = 'https://developers.openai.com/api/docs/guides/file-inputs?api-mode=chat'

export const messageChecks: readonly Check<JsonObject>[] = [
  rule('image-outside-user-message', 'https://github.com/strands-agents/sdk-python/issues/320', (body) => {
    const found = parts(body).find(({ part, role }) => part.type === 'image_url' && role !== 'user')
    if (!found) return undefined
    const param = `messages[${found.message}]`
    const rest = `Image URLs are only allowed for messages with role 'user', but this message with role '${found.role}' contains an image URL.`
    return { message: `Invalid '${param}'. ${rest}`, param, code: 'invalid_value' }
  }),
  rule('image-data-not-an-image', 'https://developers.openai.com/api/docs/guides/images-vision#image-input-requirements', (body) => {
    const urls = parts(body).map(({ part }) => textOf(inside(part.image_url).url))
    if (!urls.some((url) => url.startsWith('data:') && !url.startsWith('data:image/'))) return undefined
    return { message: 'Invalid MIME type. Only image types are supported.', param: null, code: 'invalid_image_format' }
  }),
  rule('file-without-id-or-named-data', files, (body) => {
    const found = parts(body).find(({ part }) => {
      const file = inside(part.file)
      return part.type === 'file' && !isGiven(file.file_id) && !(isGiven(file.file_data) && isGiven(file.filename))
    })
    if (!found) return undefined
    const param = `messages[${found.message}].content[${found.index}].file.file_id`
    return { message: `Missing required parameter: '${param}'.`, param, code: 'missing_required_parameter' }
  }),
  rule('file-data-not-a-pdf', `${files} (documentation as known in 2026-11)`, (body) => {
    return firstOf(parts(body), ({ part, message, index }) => {
      const data = textOf(inside(part.file).file_data)
      const complaint = data && dataUrlComplaint(data, 'application/pdf')
      if (!complaint) return undefined
      const param = `messages[${message}].content[${index}].file.file_data`
      const wanted =
        "Expected a base64-encoded data URL with an application/pdf MIME type (e.g. 'data:application/pdf;base64,SGVsbG8sIFdvcmxkIQ==')"
      return { message: `Invalid file data: '${param}'. ${wanted}, but got ${complaint}.`, param, code: 'invalid_value' }
    })
  }),
  rule('message-without-content', measured, (body) => {
    const index = objects(body.messages).findIndex((message) => {
      const stands = ['tool_calls', 'function_call', 'refusal', 'audio'].some((field) => isGiven(message[field]))
      if (message.role === 'function' || message.role === 'developer') return false
      return !isGiven(message.content) && !(message.role === 'assistant' && stands)
    })
    if (index < 0) return undefined
    return { message: "Invalid value for 'content': expected a string, got null.", param: `messages.[${index}].content`, code: null }
  }),
  rule('tool-result-without-call', 'https://github.com/smarter-sh/smarter/issues/264 (2025-01-22)', (body) => {
    const messages = objects(body.messages)
    const index = messages.findIndex((message, place) => message.role === 'tool' && !callsBefore(messages, place))
    if (index < 0) return undefined
    const message = "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    return { message, param: `messages.[${index}].role`, code: null }
  }),
  rule(
    'tool-result-of-another-call',
    'https://developers.openai.com/api/docs/guides/function-calling?api-mode=chat (documentation as known in 2026-11)',
    (body) => {
      const messages = objects(body.messages)
      const index = messages.findIndex((message, place) => {
        return message.role === 'tool' && !callsBefore(messages, place)?.includes(textOf(message.tool_call_id))
      })
      const id = messages[index]?.tool_call_id
      if (id === undefined) return undefined
      const message = `Invalid parameter: 'tool_call_id' of '${textOf(id)}' not found in 'tool_calls' of previous message.`
      return { message, param: `messages.[${index}].tool_call_id`, code: null }
    },
  ),
  rule('tool-call-without-result', 'https://github.com/router-for-me/CLIProxyAPI/issues/2798 (2026-04-15)', (body) => {
    const messages = objects(body.messages)
    return firstOf(messages, (message, index) => {
      const calls = objects(message.tool_calls).map((call) => textOf(call.id))
      if (message.role !== 'assistant' || calls.length === 0) return undefined
      const rest = messages.slice(index + 1)
      const next = rest.findIndex((one) => one.role !== 'tool')
      const answers = next < 0 ? rest : rest.slice(0, next)
      const open = calls.filter((id) => !answers.some((answer) => answer.tool_call_id === id))
      if (open.length === 0) return undefined
      const text = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`
      return { message: text, param: `messages.[${next < 0 ? messages.length - 1 : index + 1 + next}].role`, code: null }
    })
  }),
  rule('json-object-without-the-word', 'https://developers.openai.com/api/docs/guides/structured-outputs#json-mode', (body) => {
    if (inside(body.response_format).type !== 'json_object' || saysJson(body.messages)) return undefined
    const message = "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
    return { message, param: 'messages', code: null }
  }),
]

type Part = { part: JsonObject; role: string; message: number; index: number }

function parts(body: JsonObject): Part[] {
  return objects(body.messages).flatMap((message, place) =>
    objects(message.content).map((part, index) => ({ part, role: textOf(message.role), message: place, index })),
  )
}

/** What is wrong with a data URL that should begin with this type; undefined where nothing is. */
export function dataUrlComplaint(url: string, type: string): string | undefined {
  if (!url.startsWith('data:')) return "a value without the 'data:' prefix"
  const [head = '', bytes = ''] = url.slice('data:'.length).split(/,(.*)/s)
  if (!head.endsWith(';base64')) return "a value without the ';base64' separator"
  if (!head.startsWith(type)) return `unsupported MIME type '${head.split(';')[0]}'`
  return bytes === '' ? 'empty base64-encoded bytes' : undefined
}

/** The calls that the tool message at this place may answer: those of the assistant's message before it and its other tool messages. */
function callsBefore(messages: readonly JsonObject[], index: number): string[] | undefined {
  const before = messages.slice(0, index).findLast((message) => message.role !== 'tool')
  const calls = objects(before?.tool_calls)
  return before?.role === 'assistant' && calls.length > 0 ? calls.map((call) => textOf(call.id)) : undefined
}

/** True where a text anywhere inside has the word in it. */
export function saysJson(value: Json | undefined): boolean {
  return /json/i.test(JSON.stringify(value ?? ''))
}
