import type { JsonObject } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import { callAt } from '../testing/step-parts.ts'
import type { RelayEndpoint } from '../types.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { chat } from './chat.ts'
import { compact } from './compact.ts'

const endpoint: RelayEndpoint = { method: 'POST', path: '/v1/responses/compact', operation: compact, dialect: 'openai-responses' }
const input = [
  { role: 'user', content: 'first' },
  { role: 'assistant', content: 'an answer' },
]
const callOf = (fields: JsonObject = {}) => callAt(endpoint, { model: 'm', input, ...fields })

test('it is never a stream', () => expect(callOf({ stream: true }).facts).toMatchObject({ model: 'm', isStream: false }))

test.each([
  ['by the vendor’s own endpoint, where it has one', ['chat', 'compact'], ['openai-responses'], 'compact', 'openai-responses'],
  ['by a chat, where it has none', ['chat'], ['openai-responses'], 'chat', 'openai-responses'],
  ['by a chat, where another dialect is spoken', ['chat', 'compact'], ['openai-chat'], 'chat', 'openai-chat'],
] as const)('%s', (_what, operations, spoken, operation, dialect) => {
  expect(compact.formatFor({ operations, formats: {} }, spoken, 'openai-responses')).toEqual({ operation, dialect })
})

test('a model is asked for a summary, in a turn behind the conversation', () => {
  const { turns, maxOutputTokens } = compact.conversation(callOf({ max_output_tokens: 5 }))
  expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(turns.at(-1)?.parts).toMatchObject([{ kind: 'text', text: expect.stringContaining('summary') }])
  expect(maxOutputTokens).toBeUndefined()
})

test.each<[what: string, body: JsonObject, isComplete: boolean, usage: object | undefined]>([
  ['with its items', { output: [], usage: { input_tokens: 9, output_tokens: 2 } }, true, { freshInput: 9, output: 2 }],
  ['without any is none', { error: { message: 'no' } }, false, undefined],
])('the vendor’s own answer %s', (_what, body, isComplete, usage) => {
  const listener = compact.replyListener({ operation: 'compact', dialect: 'openai-responses' }, { stream: false }, callOf())
  const reading = listener.push({ event: '', data: JSON.stringify(body) })
  expect([reading.isProduce, listener.isComplete]).toEqual([isComplete, isComplete])
  if (usage) expect(reading.usage).toMatchObject(usage)
  else expect(reading).not.toHaveProperty('usage')
})

describe('the answer to the client', () => {
  const eventsOf = (content: string) => {
    const body = { id: 'c', choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] }
    const listener = chat.replyListener({ operation: 'chat', dialect: 'openai-chat' }, { stream: false }, callOf())
    return listener.push({ event: '', data: JSON.stringify(body) }).events ?? []
  }

  test('has the messages of the user, and the summary as one more', () => {
    const built = compact.buildReply(callOf(), { text: '', events: eventsOf('in short') })
    expect(built).toMatchObject({ id: 'resp_call-1', object: 'response.compaction' })
    const said = JSON.stringify(built.output)
    expect(said).toContain('first')
    expect(said).toContain('in short')
    expect(said).not.toContain('an answer')
  })

  test('is of the whole conversation, where the request named a part of it by ids', () => {
    const call = { ...callOf(), extension: { wholeBody: { input: [{ role: 'user', content: 'from before' }] } } }
    expect(JSON.stringify(compact.buildReply(call, { text: '', events: eventsOf('in short') }))).toContain('from before')
  })

  test('is a failure of the vendor where it summed nothing up', () => {
    expect(() => compact.buildReply(callOf(), { text: '', events: eventsOf(' ') })).toThrow(UpstreamFailure)
  })
})
