// Answers of Coze's bots, written by hand after its developer guides ("Create a chat", streamed responses), 2026: each event as its name and
// its data.
import { isObject, type Json, type JsonObject } from '../src/encoding/json.ts'

const chat = { id: '7382159487131697202', conversation_id: '7381473525342978089', bot_id: '7379462189365198898' }
const noUsage = { token_count: 0, output_count: 0, input_count: 0 }
const noError = { code: 0, msg: '' }

const chatEvent = (name: string, fields: JsonObject): JsonObject => ({
  event: `conversation.chat.${name}`,
  data: { ...chat, created_at: 1_790_000_000, last_error: noError, status: name, usage: noUsage, ...fields },
})
const message = (name: string, fields: JsonObject): JsonObject => ({
  event: `conversation.message.${name}`,
  data: { id: 'm-1', ...chatOf, role: 'assistant', type: 'answer', content_type: 'text', ...fields },
})
const chatOf = { conversation_id: chat.conversation_id, bot_id: chat.bot_id, chat_id: chat.id }

export const created: JsonObject = chatEvent('created', {})
export const inProgress: JsonObject = chatEvent('in_progress', {})
export const say = (content: string, fields: JsonObject = {}): JsonObject => message('delta', { content, ...fields })
export const think = (reasoning_content: string): JsonObject => message('delta', { content: '', reasoning_content })
export const said = (content: string, fields: JsonObject = {}): JsonObject => message('completed', { content, ...fields })
export const calls = (name: string, given: JsonObject): JsonObject =>
  said(JSON.stringify({ name, arguments: given, plugin_id: 7_281_192, plugin_type: 1 }), { id: 'm-call', type: 'function_call' })
export const found = (content: string): JsonObject => said(content, { id: 'm-tool', type: 'tool_response' })
export const followUp = (content: string): JsonObject => said(content, { id: 'm-next', type: 'follow_up' })
export const verbose: JsonObject = said('{"msg_type":"generate_answer_finish","data":""}', { id: 'm-verbose', type: 'verbose' })
export const completed = (counted: Json = { token_count: 633, output_count: 19, input_count: 614 }): JsonObject =>
  chatEvent('completed', { completed_at: 1_790_000_002, usage: counted })
export const failed = (code: number, msg: string): JsonObject => chatEvent('failed', { last_error: { code, msg } })
export const requiresAction: JsonObject = chatEvent('requires_action', { required_action: { type: 'submit_tool_outputs' } })
export const canceled: JsonObject = chatEvent('canceled', {})
export const errorEvent = (code: number, msg: string): JsonObject => ({ event: 'error', data: { code, msg } })

/** The bytes of these events as the vendor prints them: without a space after the colon. */
export const cozeBytes = (events: readonly JsonObject[]): string =>
  events.map(({ event, data }) => `event:${String(event)}\ndata:${JSON.stringify(data)}\n\n`).join('')

const link = { type: 'image', file_url: 'https://coze.test/sun.png' }

export const cozeStreams: Readonly<Record<string, readonly JsonObject[]>> = {
  'a text, which comes again as a whole': [created, inProgress, say('Grüße'), say(' 🎉'), said('Grüße 🎉'), verbose, completed()],
  'a model that thinks': [
    created,
    think('Let me '),
    think('see.'),
    say('Hi'),
    said('Hi', { reasoning_content: 'Let me see.' }),
    completed(),
  ],
  'plug-ins, knowledge and proposals': [
    ...[created, said('---\nrecall slice 1: x', { id: 'm-0', type: 'knowledge' }), calls('search', { q: 'sun' }), found('sunny')],
    ...[say('Sunny.'), said('Sunny.'), followUp('And tomorrow?'), completed()],
  ],
  'two answers, the second a card': [
    created,
    say('One'),
    said('One'),
    said('{"card":1}', { id: 'm-2', content_type: 'card' }),
    completed(),
  ],
  'an answer with a picture': [
    ...[created, said(JSON.stringify([{ type: 'text', text: 'The sun' }, link]), { content_type: 'object_string' })],
    completed(),
  ],
  'events that nobody here knows': [
    ...[created, say('Hi'), { event: 'conversation.audio.delta', data: { content: 'AA' } }, { event: 'conversation.new', data: {} }],
    completed(),
  ],
  'a failure in the middle': [created, say('Hel'), failed(5000, 'internal server error')],
  'an error in place of an end': [created, say('Hel'), errorEvent(4013, 'model error')],
  'a bot that waits for its client': [created, say('Hel'), requiresAction],
  'a chat that was canceled': [created, say('Hel'), canceled],
}

const FAILURES = /^(error|conversation\.chat\.(failed|canceled|requires_action))$/

/** Do these events report a failure? */
export const cozeFails = (events: readonly JsonObject[]): boolean =>
  events.some(({ event, data }) => FAILURES.test(String(event)) && isObject(data))
