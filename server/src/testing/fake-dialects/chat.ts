// OpenAI's chat completions. Unknown fields pass: many vendors of this dialect have their own.
// Source: OpenAI's API reference, "Chat"; `reasoning_content`: DeepSeek's API documentation, "Thinking mode".
import { chatBody, chatChunks } from '../fakes/fake-provider-answer.ts'
import { bare, type FakeDialect, type Fields, fields, firstOf, objects, text } from './fake-dialect.ts'

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
const PARTS = new Set(['text', 'image_url', 'input_audio', 'file', 'refusal'])

export const chatDialect: FakeDialect = {
  read({ body }) {
    const messages = objects(body.messages)
    const format = fields(body.response_format)
    const choice = body.tool_choice
    return {
      model: text(body.model),
      texts: messages.flatMap(textsOf),
      images: messages.flatMap(({ content }) => objects(content)).filter(({ type }) => type === 'image_url').length,
      messages: messages.length,
      isStream: body.stream === true,
      wantsUsage: fields(body.stream_options).include_usage === true,
      wantsLogprobs: body.logprobs === true || typeof body.logprobs === 'number',
      choices: typeof body.n === 'number' ? body.n : 1,
      tools: objects(body.tools).map((tool) =>
        tool.type === 'custom'
          ? { name: text(fields(tool.custom).name), parameters: undefined, isCustom: true }
          : { name: text(fields(tool.function).name), parameters: fields(tool.function).parameters },
      ),
      toolChoice:
        typeof choice === 'object' ? { name: text(fields(fields(choice).function).name) } : choice === 'required' ? 'any' : noneOf(choice),
      toolRounds: roundsOf(messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)),
      allToolRounds: roundsOf(messages),
      schema:
        format.type === 'json_schema'
          ? (fields(format.json_schema).schema ?? {})
          : format.type === 'json_object'
            ? (schemaInWords(messages) ?? 'any')
            : undefined,
      thinks: thinks(body),
    }
  },

  complaint({ body }) {
    const messages = objects(body.messages)
    return (
      streamComplaint(body) ??
      reasoningComplaint(body) ??
      firstOf(messages, (message, at) => messageComplaint(message, at)) ??
      firstOf(messages, (message, at) => (message.role === 'tool' ? orphanComplaint(messages, at) : undefined)) ??
      firstOf(messages, (_, at) => missingResultComplaint(messages, at))
    )
  },

  whole: (ask, _request, id) => chatBody(ask, `chatcmpl-${id}`),
  stream: (ask, _request, id) => [
    ...chatChunks(ask, `chatcmpl-${id}`).map(({ data, isPiece }) => ({ text: `data: ${data}\n\n`, isPiece })),
    { text: 'data: [DONE]\n\n', isPiece: false },
  ],
  broken: (message) => bare({ error: { message, type: 'server_error', param: null, code: null } }),
  error: (status, message) => ({
    error: {
      message,
      type: status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error',
      param: null,
      code: status === 429 ? 'rate_limit_exceeded' : null,
    },
  }),
}

/** DeepSeek's models think unless they are told not to, but for the old name of the quick one. */
function thinks({ model, thinking, reasoning_effort: effort }: Fields): boolean {
  const { type } = fields(thinking)
  if (type === 'disabled' || effort === 'none') return false
  return type === 'enabled' || typeof effort === 'string' || /^deepseek-(?!chat$)/.test(text(model))
}

/** A schema that the instructions hold as a line of their own; models keep to those too. */
function schemaInWords(messages: readonly Fields[]): unknown {
  const instructions = messages.filter(({ role }) => role === 'system').flatMap(textsOf)
  const line = instructions.flatMap((one) => one.split('\n')).findLast((one) => one.startsWith('{"'))
  return line === undefined ? undefined : (JSON.parse(line) as unknown)
}

const noneOf = (choice: unknown) => (choice === 'none' ? ('none' as const) : undefined)

function textsOf({ content }: Fields): string[] {
  if (typeof content === 'string') return [content]
  return objects(content).flatMap((part) => (part.type !== 'image_url' && typeof part.text === 'string' ? [part.text] : []))
}

/** Answers that called tools. */
function roundsOf(messages: readonly Fields[]): number {
  return messages.filter(({ tool_calls }) => objects(tool_calls).length > 0).length
}

/** Some vendors refuse even an empty object. */
export function streamComplaint({ stream, stream_options }: Fields): string | undefined {
  const isAllowed = stream === true || stream_options === undefined || stream_options === null
  return isAllowed ? undefined : "The 'stream_options' parameter is only allowed when 'stream' is enabled."
}

/** OpenAI's models that think first know the limit by its newer name and take no temperature; the others take no word for effort. */
function reasoningComplaint(body: Fields): string | undefined {
  const model = text(body.model)
  if (/^gpt-[34]/.test(model) && body.reasoning_effort !== undefined) return 'Unrecognized request argument supplied: reasoning_effort'
  if (!/^(o[134]|gpt-5)/.test(model)) return undefined
  if (body.max_tokens !== undefined)
    return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
  // GPT-5.1 to 5.4 do not think where nothing is said of it. Source: https://platform.openai.com/docs/guides/latest-model, 2026.
  const effort = body.reasoning_effort ?? (/^gpt-5\.[1-4](?!\d|.*(codex|pro))/.test(model) ? 'none' : 'medium')
  const unsupported = ['temperature', 'top_p'].find((key) => body[key] !== undefined && effort !== 'none')
  if (unsupported !== undefined) return `Unsupported value: '${unsupported}' does not support ${String(body[unsupported])} with this model.`
  return /-(minimal|low|medium|high)$/.test(model) ? `The model '${model}' does not exist` : undefined
}

function messageComplaint({ role, content }: Fields, at: number): string | undefined {
  if (!ROLES.has(text(role))) return `Invalid value: '${text(role)}'. Supported values are: ${[...ROLES].join(', ')}. messages[${at}].role`
  const odd = objects(content).find((part) => !PARTS.has(text(part.type)))
  return odd ? `Invalid value: '${text(odd.type)}' at messages[${at}].content` : undefined
}

const idsOf = (message: Fields | undefined) => objects(message?.tool_calls).map(({ id }) => text(id))

function orphanComplaint(messages: readonly Fields[], at: number): string | undefined {
  const caller = messages.slice(0, at).findLast(({ role }) => role !== 'tool')
  return idsOf(caller).includes(text(messages[at]?.tool_call_id))
    ? undefined
    : "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
}

function missingResultComplaint(messages: readonly Fields[], at: number): string | undefined {
  const ids = idsOf(messages[at])
  const after = messages.slice(at + 1)
  const end = after.findIndex(({ role }) => role !== 'tool')
  const answered = new Set((end === -1 ? after : after.slice(0, end)).map(({ tool_call_id }) => text(tool_call_id)))
  const missing = ids.find((id) => !answered.has(id))
  return missing === undefined
    ? undefined
    : `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing}`
}
