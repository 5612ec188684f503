// A vendor that puts secrets into all of its output, in four dialects.
import { answer } from './answers.ts'
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
  'openai-chat': (text) => {
    const message = { role: 'assistant', content: text, reasoning_content: text }
    return answer('openai-chat', { more: { choices: [{ index: 0, message, finish_reason: 'stop' }] } })
  },
  'openai-responses': (text) => {
    const said = {
      id: 'msg_0',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    }
    const call = {
      id: 'fc_1',
      type: 'function_call',
      call_id: 'call_1',
      name: 'f',
      arguments: JSON.stringify({ text }),
      status: 'completed',
    }
    return answer('openai-responses', { more: { output: [said, call] } })
  },
  'anthropic-messages': (text) => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: { text } }
    return answer('anthropic-messages', { more: { content: [{ type: 'text', text }, call], stop_reason: 'tool_use' } })
  },
  'gemini-generate': (text) => answer('gemini-generate', { more: { content: { role: 'model', parts: [{ text }] } } }),
}
