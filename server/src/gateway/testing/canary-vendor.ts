// A vendor that puts secrets into all of its output, in four dialects.
import { doorOf } from './clients.ts'

export const dialects = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const
export type DialectName = (typeof dialects)[number]

/** The path and body of a client's request in this dialect. */
export function ask(dialect: DialectName, model: string, isStream: boolean): [path: string, body: object] {
  const door = doorOf(dialect)
  const store = dialect === 'openai-responses' ? { store: false } : {}
  return [door.path(model, isStream), { ...door.body(model, 'hello', isStream), ...store }]
}

const frame = (data: object, event?: string) => `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`
export const typed = (data: { type: string } & Record<string, unknown>) => frame(data, data.type)

/** A stream's beginning, with this text in it. */
export const begins: Readonly<Record<DialectName, (text: string) => string>> = {
  'openai-chat': (text) =>
    frame({
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: null }],
    }),
  'openai-responses': (text) =>
    typed({
      type: 'response.created',
      sequence_number: 0,
      response: { id: 'resp_1', object: 'response', created_at: 1, status: 'in_progress', model: 'm', output: [] },
    }) +
    typed({
      type: 'response.output_item.added',
      sequence_number: 1,
      output_index: 0,
      item: { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
    }) +
    typed({
      type: 'response.content_part.added',
      sequence_number: 2,
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      part: { type: 'output_text', text: '', annotations: [] },
    }) +
    typed({ type: 'response.output_text.delta', sequence_number: 3, item_id: 'msg_1', output_index: 0, content_index: 0, delta: text }),
  'anthropic-messages': (text) =>
    typed({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 3, output_tokens: 1 },
      },
    }) +
    typed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
    typed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  'gemini-generate': (text) => frame({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
}

export const failureOf = (words: string, key: string) => ({
  message: words,
  type: `kind ${key}`,
  code: `code ${words}`,
  param: `param ${words}`,
  status: `STATUS ${key}`,
  more: { deep: [words] },
})
/** A refusal with these words in every place. */
export const errorBodies: Readonly<Record<DialectName, (words: string, key: string) => object>> = {
  'openai-chat': (words, key) => ({ error: failureOf(words, key) }),
  'openai-responses': (words, key) => ({ error: failureOf(words, key) }),
  'anthropic-messages': (words, key) => ({ type: 'error', error: failureOf(words, key), request_id: words }),
  'gemini-generate': (words, key) => ({ error: { ...failureOf(words, key), code: 400, details: [{ reason: `reason ${words}` }] } }),
}

/** The same inside a stream. */
export const errorFrames: Readonly<Record<DialectName, (words: string, key: string) => string>> = {
  'openai-chat': (words, key) => frame(errorBodies['openai-chat'](words, key)),
  'openai-responses': (words, key) =>
    typed({ ...failureOf(words, key), type: 'error', sequence_number: 4, error: failureOf(words, key) }) +
    typed({
      type: 'response.failed',
      sequence_number: 5,
      response: {
        id: 'resp_1',
        object: 'response',
        status: 'failed',
        error: failureOf(words, key),
        incomplete_details: { reason: words },
        output: [],
      },
    }),
  'anthropic-messages': (words, key) => typed({ type: 'error', error: failureOf(words, key) }),
  'gemini-generate': (words, key) => frame(errorBodies['gemini-generate'](words, key)),
}

/** Unsolicited headers. */
export const plantedHeaders = (key: string) => ({
  'x-canary': key,
  'retry-after': '1',
  'x-request-id': key,
  'www-authenticate': `Bearer realm="${key}"`,
  'set-cookie': `a=${key}`,
})

/** A whole answer with this text in it. */
export const wholeBodies: Readonly<Record<DialectName, (text: string) => object>> = {
  'openai-chat': (text) => ({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: text, reasoning_content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
  }),
  'openai-responses': (text) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'm',
    output: [
      { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
      { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'f', arguments: JSON.stringify({ text }), status: 'completed' },
    ],
    usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8 },
  }),
  'anthropic-messages': (text) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'text', text },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { text } },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 5 },
  }),
  'gemini-generate': (text) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 5, totalTokenCount: 8 },
  }),
}
