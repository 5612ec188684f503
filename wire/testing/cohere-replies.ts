// Replies of Cohere's chat, written by hand after the examples of its API reference ("Chat", "Chat with Streaming") and its guides
// "Streaming Responses", "Reasoning" and "Retrieval Augmented Generation", 2026: what the recordings do not show.
import { isObject, type Json, type JsonObject } from '../src/encoding/json.ts'

const usage = {
  billed_units: { input_tokens: 30, output_tokens: 12 },
  tokens: { input_tokens: 530, output_tokens: 15 },
  cached_tokens: 400,
}
const start: JsonObject = {
  type: 'message-start',
  id: 'c14c80c3',
  delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
}
const content = (type: string, index: number, inner: JsonObject): JsonObject => ({ type, index, delta: { message: { content: inner } } })
const text = (index: number, words: string): JsonObject => content('content-delta', index, { text: words })
const end = (reason: string, more: JsonObject = {}): JsonObject => ({
  type: 'message-end',
  delta: { finish_reason: reason, usage, ...more },
})
const call = (type: string, index: number, inner: JsonObject): JsonObject => ({ type, index, delta: { message: { tool_calls: inner } } })
const plan = (words: string): JsonObject => ({ type: 'tool-plan-delta', delta: { message: { tool_plan: words } } })

const source = {
  type: 'document',
  id: 'doc:1',
  document: { id: 'doc:1', title: 'Penguins', url: 'https://example.org/p', text: 'The emperor is tall.' },
}
const output = { type: 'tool', id: 'weather_1:0', tool_output: { temperature: '20' } }
const citation = { start: 7, end: 22, text: 'emperor penguin', sources: [source, output], type: 'TEXT_CONTENT', content_index: 0 }

export const cohereStreams: Readonly<Record<string, readonly JsonObject[]>> = {
  'thinking before a text': [
    start,
    content('content-start', 0, { type: 'thinking', thinking: '' }),
    content('content-delta', 0, { thinking: 'Two, ' }),
    content('content-delta', 0, { thinking: 'surely.' }),
    { type: 'content-end', index: 0 },
    content('content-start', 1, { type: 'text', text: 'Tw' }),
    text(1, 'o 🐧.'),
    { type: 'content-end', index: 1 },
    end('COMPLETE'),
  ],
  'citations, one of them after a character of two units and one after the end of its text': [
    start,
    content('content-start', 0, { type: 'text', text: '' }),
    text(0, 'It’s 🐧 emperor penguin'),
    { type: 'citation-start', index: 0, delta: { message: { citations: citation } } },
    { type: 'citation-end', index: 0 },
    text(0, ' again.'),
    { type: 'content-end', index: 0 },
    { type: 'citation-start', index: 1, delta: { message: { citations: { ...citation, start: 23, end: 28, text: 'again' } } } },
    { type: 'citation-end', index: 1 },
    end('COMPLETE'),
  ],
  'thinking, a plan and calls, one without arguments': [
    start,
    content('content-start', 0, { type: 'thinking', thinking: 'Look.' }),
    { type: 'content-end', index: 0 },
    plan('I will '),
    plan('look.'),
    call('tool-call-start', 0, { id: 'a_1', type: 'function', function: { name: 'weather', arguments: '' } }),
    call('tool-call-delta', 0, { function: { arguments: '{"place":' } }),
    call('tool-call-delta', 0, { function: { arguments: '"Rome"}' } }),
    { type: 'tool-call-end', index: 0 },
    call('tool-call-start', 1, { id: 'b_2', type: 'function', function: { name: 'time', arguments: '' } }),
    { type: 'tool-call-end', index: 1 },
    end('TOOL_CALL'),
  ],
  'a citation of a plan, which is no text': [
    start,
    plan('I will look.'),
    { type: 'citation-start', index: 0, delta: { message: { citations: { ...citation, type: 'PLAN' } } } },
    call('tool-call-start', 0, { id: 'a_1', type: 'function', function: { name: 'weather', arguments: '{}' } }),
    { type: 'tool-call-end', index: 0 },
    end('TOOL_CALL'),
  ],
  'an answer that was cut by its limit': [start, content('content-start', 0, { type: 'text', text: 'Once' }), end('MAX_TOKENS')],
  'a stop sequence': [start, content('content-start', 0, { type: 'text', text: 'Once' }), end('STOP_SEQUENCE')],
  'an answer that a filter stopped': [start, content('content-start', 0, { type: 'text', text: 'How to' }), end('ERROR_TOXIC')],
  'log probabilities': [
    start,
    content('content-start', 0, { type: 'text', text: '' }),
    { ...text(0, 'Rain'), logprobs: { text: 'Rain', token_ids: [5], logprobs: [-0.25] } },
    { ...text(0, 'coat'), logprobs: { text: 'coat', token_ids: [6, 7], logprobs: [-0.5, -1] } },
    end('COMPLETE'),
  ],
  'a content without its start': [start, text(0, 'Hello'), end('COMPLETE')],
  'a failure at the end': [start, text(0, 'Hel'), end('ERROR', { error: 'the model failed to generate' })],
  'a time that was up': [start, text(0, 'Hel'), end('TIMEOUT')],
  'a failure in the middle': [
    start,
    text(0, 'Hel'),
    { id: 'x', message: 'internal server error, this has been reported to our developers' },
  ],
}

const reply = (message: JsonObject, more: JsonObject = {}): JsonObject => ({
  id: 'r1',
  message: { role: 'assistant', ...message },
  finish_reason: 'COMPLETE',
  usage,
  ...more,
})
export const cohereReplies: Readonly<Record<string, JsonObject>> = {
  thinking: reply({
    content: [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Yes.' },
    ],
  }),
  'nulls and empty lists': reply({ content: [{ type: 'text', text: 'Yes.' }], citations: [], tool_calls: null, tool_plan: '' }),
  'an answer without usage in billed units': reply(
    { content: [{ type: 'text', text: 'Yes.' }] },
    { usage: { tokens: { input_tokens: 5, output_tokens: 2 } } },
  ),
}

/** The whole reply that Cohere gives where it streams these events; undefined where they report an error. */
export function cohereWhole(events: readonly JsonObject[]): JsonObject | undefined {
  const message: { role: string; content: JsonObject[]; tool_calls: JsonObject[]; citations: Json[]; tool_plan?: string } = {
    role: 'assistant',
    content: [],
    tool_calls: [],
    citations: [],
  }
  const logprobs: Json[] = []
  for (const event of events) {
    const index = Number(event.index ?? 0)
    const delta = at(event.delta, 'message')
    const piece = at(delta, 'content')
    const inner = at(delta, 'tool_calls')
    for (const key of ['text', 'thinking'])
      if (typeof piece[key] === 'string') {
        message.content[index] ??= { type: key }
        const block = message.content[index]
        block[key] = `${block[key] ?? ''}${piece[key]}`
      }
    if (typeof delta.tool_plan === 'string' && delta.tool_plan !== '') message.tool_plan = `${message.tool_plan ?? ''}${delta.tool_plan}`
    if (event.type === 'tool-call-start') message.tool_calls[index] = structuredClone(inner)
    if (event.type === 'tool-call-delta') {
      const target = at(message.tool_calls[index], 'function')
      target.arguments = `${target.arguments}${at(inner, 'function').arguments}`
    }
    if (event.type === 'citation-start') message.citations.push(delta.citations ?? null)
    if (event.logprobs !== undefined) logprobs.push(event.logprobs)
    if (event.type !== 'message-end') continue
    const { finish_reason, usage: counted, error } = at(event, 'delta')
    if (error !== undefined || finish_reason === 'TIMEOUT') return undefined
    const id = events[0]?.id
    return {
      ...(id !== undefined && { id }),
      message,
      ...(finish_reason !== undefined && { finish_reason }),
      ...(counted !== undefined && { usage: counted }),
      ...(logprobs.length > 0 && { logprobs }),
    }
  }
  return undefined
}

function at(value: Json | undefined, key: string): JsonObject {
  const inner = isObject(value) ? value[key] : undefined
  return isObject(inner) ? inner : {}
}
