import type { ClientDialectName, DialectName } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import { chatEndpoint } from '../door/endpoints.ts'
import { answer } from '../testing/answers.ts'
import { callAt } from '../testing/step-parts.ts'
import { chat } from './chat.ts'

const bodies: Readonly<Record<ClientDialectName, JsonObject>> = {
  'openai-chat': {
    ...{ model: 'm', stream: true, stream_options: { include_usage: true }, max_tokens: 9, n: 2, reasoning_effort: 'high' },
    messages: [{ role: 'user', content: 'hi there' }],
  },
  'openai-responses': { model: 'm', stream: true, max_output_tokens: 9, reasoning: { effort: 'high' }, input: 'hi there' },
  'anthropic-messages': { model: 'm', stream: true, max_tokens: 9, messages: [{ role: 'user', content: 'hi there' }] },
  'gemini-generate': { generationConfig: { maxOutputTokens: 9 }, contents: [{ role: 'user', parts: [{ text: 'hi there' }] }] },
}
const callIn = (dialect: ClientDialectName) =>
  callAt({ ...chatEndpoint, dialect }, bodies[dialect], {}, dialect === 'gemini-generate' ? { model: 'm', isStream: true } : undefined)

const spoken: readonly ClientDialectName[] = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate']

describe.each(spoken)('%s', (dialect) => {
  test('is read for the facts of the call', () => {
    const { model, isStream, size } = callIn(dialect).facts
    expect({ model, isStream, most: size.maxOutputTokens, media: size.media }).toEqual({ model: 'm', isStream: true, most: 9, media: [] })
    expect(size.textBytes).toBeGreaterThanOrEqual('hi there'.length)
  })

  test('gives the texts of the prompt', () => expect([...chat.promptTexts(callIn(dialect), 'count')].join(' ')).toContain('hi there'))

  test('gives the conversation in the canonical model', () => {
    expect(chat.conversation(callIn(dialect)).turns).toMatchObject([{ role: 'user', parts: [{ kind: 'text', text: 'hi there' }] }])
  })

  test('has its whole answer read for the bill', () => {
    const call = callIn(dialect)
    const listener = chat.replyListener({ operation: 'chat', dialect }, { stream: false }, call)
    const reading = listener.push({ event: '', data: JSON.stringify(answer(dialect)) })
    expect(reading).toMatchObject({ text: 'hi', isProduce: true, ended: [0], usage: { freshInput: 100, output: 20 } })
    expect(listener.isComplete).toBe(true)
  })
})

test('how many answers, how hard to think and a usage in the stream are facts, where they are asked for', () => {
  expect(callIn('openai-chat').facts).toMatchObject({ size: { choices: 2 }, effort: 'high', wantsUsageFrame: true })
  const plain = callAt(chatEndpoint, { model: 'm', messages: [] }).facts
  expect(plain).toMatchObject({ isStream: false, wantsUsageFrame: false, size: { choices: 1 } })
  expect(plain).not.toHaveProperty('effort')
})

test('a request is read whole only where its facts cannot be had without', () => {
  expect(callIn('openai-chat').facts).not.toHaveProperty('chat')
  expect(callIn('gemini-generate').facts.chat).toMatchObject({ model: 'm', stream: true })
})

test.each<[what: string, there: DialectName[], dialect: DialectName | undefined]>([
  ['in the client’s dialect, where that is spoken', ['openai-chat', 'anthropic-messages'], 'anthropic-messages'],
  ['in the best of those that are spoken, else', ['openai-responses', 'openai-chat'], 'openai-responses'],
  ['nowhere, where none is', [], undefined],
])('the vendor is asked %s', (_what, there, dialect) => {
  const format = chat.formatFor({ operations: ['chat'], formats: {} }, there, 'anthropic-messages')
  expect(format).toEqual(dialect && { operation: 'chat', dialect })
})

describe('one frame of a stream', () => {
  const read = (...chunks: (JsonObject | string)[]) => {
    const listener = chat.replyListener({ operation: 'chat', dialect: 'openai-chat' }, { stream: true }, callIn('openai-chat'))
    const readings = chunks.map((chunk) => listener.push({ event: '', data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) }))
    return { listener, last: readings.at(-1) }
  }
  const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta, finish_reason: finish }],
  })

  test.each<[what: string, last: JsonObject | string, reading: object]>([
    ['with a piece of the text', chunk({ content: 'more' }), { text: 'more', isProduce: true }],
    ['with the end of an answer', chunk({}, 'stop'), { text: '', isProduce: false, ended: [0] }],
    ['with the usage', { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }, { usage: { freshInput: 3, output: 2 } }],
    ['with an error', { error: { message: 'no', type: 't' } }, { error: { message: 'no' } }],
    ['that its vendor broke', { object: 'chat.completion.chunk' }, { mended: expect.stringContaining('"choices":[]') }],
  ])('%s', (_what, last, reading) => expect(read(chunk({ role: 'assistant', content: 'some' }), last).last).toMatchObject(reading))

  test('that is no answer adds nothing', () => {
    const { last } = read(chunk({ role: 'assistant', content: 'some' }), '[DONE]')
    expect(last).toMatchObject({ text: '', isProduce: false })
  })

  test('that ends a reply without any answer is a failure', () => {
    expect(read('[DONE]').last?.error).toMatchObject({ message: expect.stringContaining('no answer'), isEnd: true })
  })

  test('without the end leaves the reply incomplete', () => {
    expect(read(chunk({ content: 'some' })).listener.isComplete).toBe(false)
    expect(read(chunk({ content: 'some' }), chunk({}, 'stop')).listener.isComplete).toBe(true)
  })
})
