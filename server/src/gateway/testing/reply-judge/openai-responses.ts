// Replies of OpenAI Responses, by the type `Response` of the library `openai`.
import { type JsonObject, parseJson } from '@waystation/wire/json'
import {
  anything,
  decimal,
  dictionary,
  either,
  flag,
  integer,
  list,
  nullable,
  open,
  required,
  type Shape,
  tagged,
  text,
  words,
} from '@waystation/wire/testing/strict/shape'
import { openaiError } from './openai-chat.ts'
import { misfit, objectAt, objectsIn, type Verdict } from './verdict.ts'

const count = integer({ min: 0 })
export const filled = required(text({ min: 1 }))
const token = { token: required(text()), bytes: list(integer()), logprob: required(decimal()) }
export const logprobs = list(open({ ...token, top_logprobs: list(open({ token: text(), logprob: decimal(), bytes: list(integer()) })) }))
export const annotation = tagged('type', {
  url_citation: open({ start_index: required(count), end_index: required(count), title: required(text()), url: filled }),
  file_citation: open({ file_id: filled, filename: required(text()), index: required(count) }),
  container_file_citation: open({
    container_id: filled,
    file_id: filled,
    filename: required(text()),
    start_index: required(count),
    end_index: required(count),
  }),
  file_path: open({ file_id: filled, index: required(count) }),
})
const outputText = open({ text: required(text()), annotations: required(list(annotation)), logprobs })
const refusal = open({ refusal: required(text()) })
const reasoningText = open({ text: required(text()) })
/** The parts of a message's or a thought's content. */
export const contentPart = tagged('type', { output_text: outputText, refusal, reasoning_text: reasoningText })
export const summaryPart = open({ type: required(words('summary_text')), text: required(text()) })
const itemStatus = words('in_progress', 'completed', 'incomplete')
const hosted = open({ id: filled, status: text({ min: 1 }) })
const called = { call_id: filled, name: filled, id: text({ min: 1 }), namespace: text({ min: 1 }), status: itemStatus }
/** An item of the output. The AI SDK demands the ids that the library's types leave open. */
export const item = tagged('type', {
  message: open({
    id: filled,
    role: required(words('assistant')),
    status: required(itemStatus),
    content: required(list(tagged('type', { output_text: outputText, refusal }))),
  }),
  function_call: open({ ...called, id: filled, arguments: required(text()) }),
  custom_tool_call: open({ ...called, id: filled, input: required(text()) }),
  reasoning: open({
    id: filled,
    summary: required(list(summaryPart)),
    content: list(open({ type: required(words('reasoning_text')), text: required(text()) })),
    encrypted_content: nullable(text({ min: 1 })),
    status: nullable(itemStatus),
  }),
  image_generation_call: open({
    id: filled,
    result: required(nullable(text())),
    status: required(words('in_progress', 'completed', 'generating', 'failed')),
  }),
  web_search_call: hosted,
  file_search_call: hosted,
  computer_call: hosted,
  code_interpreter_call: hosted,
  local_shell_call: hosted,
  local_shell_call_output: hosted,
  shell_call: hosted,
  shell_call_output: hosted,
  apply_patch_call: hosted,
  apply_patch_call_output: hosted,
  tool_search_call: hosted,
  tool_search_output: hosted,
  mcp_call: hosted,
  mcp_list_tools: hosted,
  mcp_approval_request: hosted,
  compaction: open({ id: filled, encrypted_content: required(text()) }),
  program: hosted,
  program_output: hosted,
})
const usage = open({
  input_tokens: required(count),
  input_tokens_details: required(open({ cached_tokens: required(count), cache_write_tokens: count })),
  output_tokens: required(count),
  output_tokens_details: required(open({ reasoning_tokens: required(count) })),
  total_tokens: required(count),
})
const fields: Record<string, Shape> = {
  id: filled,
  object: required(words('response')),
  created_at: required(count),
  model: filled,
  status: required(words('completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete')),
  error: required(nullable(open({ code: filled, message: filled }))),
  incomplete_details: required(nullable(open({ reason: words('max_output_tokens', 'content_filter') }))),
  instructions: required(nullable(either(text(), list(anything())))),
  metadata: required(nullable(dictionary(text()))),
  output: required(list(item)),
  parallel_tool_calls: required(flag()),
  temperature: required(nullable(decimal())),
  tool_choice: required(either(text({ min: 1 }), open({ type: filled }))),
  tools: required(list(open({ type: filled }))),
  top_p: required(nullable(decimal())),
  background: nullable(flag()),
  max_output_tokens: nullable(count),
  previous_response_id: nullable(text()),
  reasoning: nullable(open({ effort: nullable(text()), summary: nullable(text()) })),
  service_tier: nullable(text()),
  text: open({ format: open({ type: filled }), verbosity: nullable(text()) }),
  truncation: nullable(words('auto', 'disabled')),
  usage: nullable(usage),
}
export const response = open(fields)

/** A whole reply. */
export function judgeResponse(body: JsonObject): Verdict {
  if (body.object !== 'response' && body.error !== undefined) {
    const complaint = misfit(openaiError, body)
    return complaint === undefined ? { failure: String(objectAt(body, 'error').message) } : { complaint }
  }
  const complaint = misfit(response, body) ?? outputComplaint(body)
  if (complaint !== undefined) return { complaint }
  return body.status === 'failed' ? { failure: String(objectAt(body, 'error').message) } : {}
}

/** What no shape says of a response that is over. */
export function outputComplaint(body: JsonObject): string | undefined {
  const { status, incomplete_details: details, error } = body
  if ((status === 'incomplete') !== (details !== null)) return `the status ${status} with incomplete_details ${JSON.stringify(details)}`
  if ((status === 'failed') !== (error !== null)) return `the status ${status} with the error ${JSON.stringify(error)}`
  const output = objectsIn(body.output)
  const ids = output.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) return `two items of one id: ${ids}`
  const calls = output.filter(({ type }) => type === 'function_call' || type === 'custom_tool_call').map((each) => each.call_id)
  if (new Set(calls).size !== calls.length) return `two calls of one id: ${calls}`
  if (status !== 'completed') return undefined
  const unfinished = output.find((each) => each.status === 'in_progress')
  if (unfinished) return `the item ${unfinished.id} is in progress in a completed response`
  const unreadable = output.find((each) => each.type === 'function_call' && parseJson(String(each.arguments)) === undefined)
  return unreadable && `arguments that are no JSON: ${unreadable.arguments}`
}
