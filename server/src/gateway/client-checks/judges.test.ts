// What each client demands of answers: real providers' recorded answers are taken, and one with a field less is not, with that field named.
import { type ClientFault, clientFaultText } from '@waystation/contract/clients/client-checks'
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import { object, type Recording, recordings } from '@waystation/wire/testing/recordings'
import { describe, expect, test } from 'vitest'
import { chat } from './chat.ts'
import type { CheckDialect, JudgedReply } from './check-dialect.ts'
import { Misfit } from './fault.ts'
import { gemini } from './gemini.ts'
import { messages } from './messages.ts'
import { responses } from './responses.ts'
import { eventsOf, type StreamEvent } from './stream-events.ts'

interface Kind {
  readonly dialect: CheckDialect
  readonly folder: string
  readonly text: string
  readonly tools: string
  /** How its vendor ends a stream and names its events. */
  readonly printed: (lines: readonly string[]) => string
}

const named = (lines: readonly string[]) => lines.map((line) => `event: ${object(line).type}\ndata: ${line}\n\n`).join('')
const bare = (lines: readonly string[]) => lines.map((line) => `data: ${line}\n\n`).join('')
const kinds: Readonly<Record<string, Kind>> = {
  messages: { dialect: messages, folder: 'anthropic', text: 'anthropic-text', tools: 'anthropic-json-tool.1', printed: named },
  responses: {
    dialect: responses,
    folder: 'openai-responses',
    text: 'openai-web-search-tool.1',
    tools: 'openai-reasoning-encrypted-content.1',
    printed: named,
  },
  chat: { dialect: chat, folder: 'openai-chat', text: 'openai-text', tools: '', printed: (lines) => `${bare(lines)}data: [DONE]\n\n` },
  gemini: { dialect: gemini, folder: 'google', text: 'google-text', tools: 'google-tool-call', printed: bare },
}

const found = (folder: string, name: string): readonly Recording[] =>
  recordings([folder]).filter((one) => one.name === `${folder}/${name}.json` || one.name === `${folder}/${name}.chunks.txt`)

/** What the client makes of a recording, or why it does not take it. */
function judged({ dialect, printed }: Kind, { body, chunks }: Pick<Recording, 'body' | 'chunks'>): JudgedReply | string {
  try {
    return chunks ? dialect.stream(eventsOf(printed(chunks))) : dialect.whole(object(body ?? ''))
  } catch (error) {
    if (error instanceof Misfit) return clientFaultText(error.fault, 'en')
    throw error
  }
}

/** The value without the field at this path, `*` being every element of a list. */
function without(value: Json | undefined, [step, ...rest]: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((one, at) => (step === '*' || step === String(at) ? without(one, rest) : one))
  if (!isObject(value) || step === undefined) return value ?? null
  if (rest.length > 0) return { ...value, [step]: without(value[step], rest) }
  const { [step]: _gone, ...kept } = value
  return kept
}

describe.each(Object.entries(kinds))('%s', (_name, kind) => {
  test('takes what the vendor itself has sent', () => {
    for (const recording of [...found(kind.folder, kind.text), ...found(kind.folder, kind.tools)]) {
      const reply = judged(kind, recording)
      expect(typeof reply, `${recording.name}: ${reply}`).toBe('object')
    }
  })
})

/** Recordings of vendors that leave out what a library reads: the field, as it is named. */
const lacking: Readonly<Record<string, RegExp>> = {
  'mistral/mistral-tool-call.json': /^tool_calls\.0\.type missing in the answer/,
  'mistral/mistral-tool-call.chunks.txt': /^choices\.0\.delta\.tool_calls\.0\.index missing in a chunk/,
}

test('chat takes what other vendors of it have sent, but for what a library cannot read', () => {
  const compatible = ['deepseek-chat', 'groq', 'mistral', 'xai', 'alibaba', 'moonshotai', 'perplexity', 'openai-compatible-chat']
  const chats = recordings(compatible).filter(({ name }) => !name.includes('transcription'))
  for (const recording of chats) {
    const reply = kinds.chat && judged(kinds.chat, recording)
    const fault = lacking[recording.name]
    if (fault) expect(reply, recording.name).toMatch(fault)
    else expect(typeof reply, `${recording.name}: ${reply}`).toBe('object')
  }
})

/** Fields whose lack is planted: in a whole answer, or in the events of this type. */
const planted: readonly (readonly [kind: keyof typeof kinds, where: string, field: string, said: RegExp])[] = [
  ['messages', 'answer', 'id', /^id missing in the answer \(there: .*model/],
  ['messages', 'answer', 'usage.output_tokens', /^usage\.output_tokens missing in the answer/],
  ['messages', 'answer', 'stop_reason', /^stop_reason missing in the answer/],
  ['messages', 'answer', 'content.0.text', /^content\.0\.text missing in the answer/],
  ['messages', 'message_start', 'message.usage', /^message\.usage missing in message_start/],
  ['messages', 'message_delta', 'usage.output_tokens', /^usage\.output_tokens missing in message_delta/],
  ['messages', 'message_delta', 'delta.stop_reason', /^delta\.stop_reason missing in message_delta/],
  ['messages', 'content_block_delta', 'delta.text', /^delta\.text missing in content_block_delta \(there: type\)/],
  ['messages', 'content_block_delta', 'index', /^index missing in content_block_delta/],
  ['responses', 'answer', 'usage.output_tokens', /^usage\.output_tokens missing in the answer/],
  ['responses', 'response.completed', 'response.usage.output_tokens', /^response\.usage\.output_tokens missing in response\.completed/],
  ['responses', 'response.completed', 'response.id', /^response\.id missing in response\.completed/],
  ['responses', 'response.output_text.delta', 'delta', /^delta missing in response\.output_text\.delta/],
  ['responses', 'response.output_item.done', 'item.type', /^item\.type missing in response\.output_item\.done/],
  ['responses', 'response.created', 'response.id', /^response\.id missing in response\.created/],
  ['responses', 'response.created', 'type', /^type missing in/],
  ['chat', 'answer', 'choices.0.message.role', /^choices\.0\.message\.role missing in the answer/],
  ['chat', 'answer', 'choices.0.finish_reason', /^choices\.0\.finish_reason missing in the answer/],
  ['chat', 'answer', 'usage.total_tokens', /^usage\.total_tokens missing in the answer/],
  ['chat', 'chat.completion.chunk', 'usage', /^usage missing in the stream/],
  ['chat', 'chat.completion.chunk', 'id', /^id missing in a chunk/],
  ['chat', 'chat.completion.chunk', 'choices.*.finish_reason', /^choices\.0\.finish_reason missing in the stream/],
  ['gemini', 'answer', 'candidates.0.finishReason', /^candidates\.0\.finishReason missing in the answer/],
  ['gemini', 'answer', 'usageMetadata.totalTokenCount', /^usageMetadata\.totalTokenCount missing in the answer/],
  ['gemini', 'answer', 'candidates.0.content.role', /^candidates\.0\.content\.role missing in the answer/],
  ['gemini', 'undefined', 'usageMetadata', /^usageMetadata missing in the stream/],
  ['gemini', 'undefined', 'candidates.*.finishReason', /^candidates\.0\.finishReason missing in the stream/],
]

test.each(planted)('%s: %s without %s is not taken', (name, where, field, said) => {
  const kind = kinds[name]
  if (!kind) throw new Error(`no kind ${name}`)
  const pruned = (text: string) => JSON.stringify(without(object(text), field.split('.')))
  const fitting = found(kind.folder, kind.text).filter(({ chunks }) => (chunks === undefined) === (where === 'answer'))
  for (const { body, chunks } of fitting) {
    const isMeant = (line: string) => String(object(line).type ?? object(line).object) === where
    const changed = chunks ? { chunks: chunks.map((line) => (isMeant(line) ? pruned(line) : line)) } : { body: pruned(body ?? '') }
    expect(judged(kind, changed)).toMatch(said)
  }
})

test.each([
  ['messages', 'message_stop', /^message_stop missing in the stream/],
  ['messages', 'message_start', /^message_start missing in the stream/],
  ['messages', 'content_block_stop', /^content_block_stop missing in the stream/],
  ['responses', 'response.completed', /^response\.completed missing in the stream/],
  ['responses', 'response.created', /^response\.created missing in the stream/],
] as const)('%s: a stream without %s is not taken', (name, type, said) => {
  const kind = kinds[name]
  if (!kind) throw new Error(`no kind ${name}`)
  for (const { chunks } of found(kind.folder, kind.text))
    if (chunks) expect(judged(kind, { chunks: chunks.filter((line) => object(line).type !== type) })).toMatch(said)
})

test('a stream that is broken in its framing says where', () => {
  const said = (events: readonly StreamEvent[], dialect: CheckDialect) => {
    try {
      return dialect.stream(events)
    } catch (error) {
      return error instanceof Misfit ? clientFaultText(error.fault, 'en') : error
    }
  }
  const start: JsonObject = { type: 'message_start' }
  expect(said([{ name: '', data: start }], messages)).toBe('event missing in message_start')
  expect(said([{ name: 'ping', data: start }], messages)).toBe('event in message_start is "ping"')
  expect(said([{ name: '' }], gemini)).toBe('data in the stream is "[DONE]"')
  expect(said([{ name: '', data: { error: { message: 'no' } } }], chat)).toBe('error in the stream is {"message":"no"}')
})

test('a fault reads in both languages', () => {
  const fault: ClientFault = { kind: 'field', where: 'message_delta', field: 'usage.output_tokens', found: null, beside: [] }
  expect([clientFaultText(fault, 'en'), clientFaultText(fault, 'zh')]).toEqual([
    'usage.output_tokens missing in message_delta',
    'message_delta 中缺少 usage.output_tokens',
  ])
})
