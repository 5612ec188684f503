// Replies of Ollama's /api/chat, written by hand after the examples of its API reference ("Generate a chat message", "Streaming", "Errors",
// "Thinking", "Tool calling"), 2026.
import { isObject, type Json, type JsonObject } from '../src/encoding/json.ts'

const head = { model: 'gemma4', created_at: '2026-10-26T17:21:21.196249Z' }
const line = (message: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...head,
  message: { role: 'assistant', content: '', ...message },
  done: false,
  ...more,
})
const counts = {
  total_duration: 4883583458,
  load_duration: 1334875,
  prompt_eval_count: 26,
  prompt_eval_duration: 342546000,
  eval_count: 282,
  eval_duration: 4535599000,
}
const done = (more: JsonObject = {}): JsonObject => line({}, { done: true, done_reason: 'stop', ...counts, ...more })
const logprob = (token: string, value: number): JsonObject => ({
  token,
  logprob: value,
  bytes: null,
  top_logprobs: [{ token, logprob: value, bytes: null }],
})
const weather = { function: { index: 0, name: 'weather', arguments: { place: 'Rome', days: 2 } } }

export const ollamaStreams: Readonly<Record<string, readonly JsonObject[]>> = {
  'a text': [line({ content: 'Grüße' }), line({ content: ' 🎉' }), line({ content: '.' }), done()],
  'thinking before a text': [line({ thinking: 'Hm, ' }), line({ thinking: 'yes.' }), line({ content: 'Yes.' }), done()],
  'calls beside a text, without ids and with one': [
    line({ content: 'I look.' }),
    line({ tool_calls: [weather] }),
    line({ tool_calls: [{ id: 'call_x', function: { index: 1, name: 'time', arguments: {} } }] }),
    done(),
  ],
  'an answer that was cut by its limit': [line({ content: 'Once' }), done({ done_reason: 'length' })],
  'a model that was only loaded': [done({ done_reason: 'load', ...{ prompt_eval_count: 0, eval_count: 0 } })],
  'an old version, which gives no reason': [line({ content: 'Hi' }), { ...head, done: true, ...counts }],
  'a picture': [line({ content: 'Here:' }), line({ images: ['iVBORw0KGgo='] }), done()],
  'log probabilities': [
    line({ content: 'Ra' }, { logprobs: [logprob('Ra', -0.25)] }),
    line({ content: 'in' }, { logprobs: [logprob('in', -0.5)] }),
    done(),
  ],
  'a failure in the middle': [line({ content: 'Hel' }), { error: 'an error was encountered while running the model' }],
  'a failure that a proxy tells': [line({ content: 'Hel' }), { error: { message: 'bad gateway', code: 502 } }],
}

export const ollamaReplies: Readonly<Record<string, JsonObject>> = {
  'a text': line({ content: 'Hello! How are you today?' }, { done: true, done_reason: 'stop', ...counts }),
  'thinking and a call': line({ thinking: 'Look.', tool_calls: [weather] }, { done: true, done_reason: 'stop', ...counts }),
}

/** The whole reply that Ollama gives where it streams these lines; undefined where they report an error. */
export function ollamaWhole(lines: readonly JsonObject[]): JsonObject | undefined {
  if (lines.some(({ error }) => error !== undefined)) return undefined
  const message: JsonObject = { role: 'assistant', content: '' }
  const logprobs: Json[] = []
  for (const { message: piece, logprobs: told } of lines) {
    if (Array.isArray(told)) logprobs.push(...told)
    if (!isObject(piece)) continue
    for (const key of ['content', 'thinking']) if (typeof piece[key] === 'string') message[key] = `${message[key] ?? ''}${piece[key]}`
    for (const key of ['tool_calls', 'images']) {
      const [list, before] = [piece[key], message[key]]
      if (Array.isArray(list)) message[key] = [...(Array.isArray(before) ? before : []), ...list]
    }
  }
  return { ...lines.at(-1), message, ...(logprobs.length > 0 && { logprobs }) }
}
