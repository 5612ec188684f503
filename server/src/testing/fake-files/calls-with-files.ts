// Calls of models that name files. Sources: the vendors' guides to files as input ("File inputs", "Files API", "Files"), 2026: a file of another
// account cannot be used. Only Anthropic and Google document the words for it.
import { isObject, type Json, parseJson } from '@waystation/wire/encoding/json'
import type { AskedVendor, FileAccount, FileAnswer } from './account.ts'
import { anthropicRefusal } from './anthropic-files.ts'
import { noSuchFile } from './google-files.ts'
import { openaiRefusal } from './openai-files.ts'

const USAGE = { input: 20, output: 5 }

type Kind = 'chat' | 'responses' | 'messages' | 'count' | 'generate' | 'count-google'

/** Which call stands at a path, if one does. */
export function callOf(path: string): Kind | undefined {
  if (path === '/v1/chat/completions') return 'chat'
  if (path === '/v1/responses') return 'responses'
  if (path === '/v1/messages') return 'messages'
  if (path === '/v1/messages/count_tokens') return 'count'
  if (/^\/v1beta\/models\/[^/]+:generateContent$/.test(path)) return 'generate'
  return /^\/v1beta\/models\/[^/]+:countTokens$/.test(path) ? 'count-google' : undefined
}

/** Answers a call whose files are there, and refuses others as the vendor does. */
export function answerCall({ path, raw, nowMs }: AskedVendor, account: FileAccount): FileAnswer {
  const kind = callOf(path) ?? 'chat'
  const missing = filesIn(parseJson(raw.toString()) ?? null).find((id) => !account.find(id, nowMs))
  if (missing !== undefined) return refusalOf(kind, missing)
  return { status: 200, body: replies[kind] }
}

function refusalOf(kind: Kind, id: string): FileAnswer {
  if (kind === 'messages' || kind === 'count') return anthropicRefusal(404, 'not_found_error', `File not found: ${id}`)
  if (kind === 'generate' || kind === 'count-google') return noSuchFile(id.replace('files/', ''))
  return openaiRefusal(404, `No such File object: ${id}`, 'file_id')
}

/** Ids of files, wherever a request names them. */
function filesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(filesIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'file_id' && typeof inner === 'string') return [inner]
    if (name === 'fileUri' && typeof inner === 'string') return [inner.replace(/^.*\/v1beta\//, '')]
    return filesIn(inner ?? null)
  })
}

const replies: Readonly<Record<Kind, object>> = {
  chat: {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_800_000_000, model: 'm' },
    choices: [{ index: 0, message: { role: 'assistant', content: 'read', refusal: null }, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output },
  },
  responses: {
    ...{ id: 'resp_1', object: 'response', created_at: 1_800_000_000, model: 'm', status: 'completed' },
    output: [
      {
        ...{ type: 'message', id: 'msg_1', status: 'completed', role: 'assistant' },
        content: [{ type: 'output_text', text: 'read', annotations: [] }],
      },
    ],
    usage: { input_tokens: USAGE.input, output_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output },
  },
  messages: {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'read' }] },
    ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: USAGE.input, output_tokens: USAGE.output } },
  },
  count: { input_tokens: USAGE.input },
  generate: {
    candidates: [{ content: { role: 'model', parts: [{ text: 'read' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      ...{ promptTokenCount: USAGE.input, candidatesTokenCount: USAGE.output, totalTokenCount: USAGE.input + USAGE.output },
    },
    ...{ modelVersion: 'm', responseId: 'r' },
  },
  'count-google': { totalTokens: USAGE.input },
}
