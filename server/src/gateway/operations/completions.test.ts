import type { JsonObject } from '@waystation/wire/encoding/json'
import { expect, test } from 'vitest'
import { callAt } from '../testing/step-parts.ts'
import type { RelayEndpoint } from '../types.ts'
import { completions } from './completions.ts'

const endpoint: RelayEndpoint = { method: 'POST', path: '/v1/completions', operation: completions, dialect: 'openai-chat' }
const callOf = (fields: JsonObject = {}) => callAt(endpoint, { model: 'm', prompt: 'four', ...fields })

test.each<[what: string, fields: JsonObject, size: object]>([
  ['one prompt', {}, { textBytes: 4 + 16, choices: 1, maxOutputTokens: undefined }],
  ['its suffix', { suffix: 'after' }, { textBytes: 9 + 16, choices: 1 }],
  ['two prompts, each with all of its answers', { prompt: ['four', 'fives'], n: 3 }, { textBytes: 9 + 2 * 16, choices: 6 }],
  ['the best of many, which are all billed', { n: 1, best_of: 5 }, { choices: 5 }],
  ['tokens by their numbers', { prompt: [1, 2, 3] }, { textBytes: 12 + 16 }],
  ['a maximum', { max_tokens: 7 }, { maxOutputTokens: 7 }],
])('the size counts %s', (_what, fields, size) => expect(callOf(fields).facts.size).toMatchObject(size))

test('a stream, and the usage in it, are facts', () => {
  expect(callOf().facts).toMatchObject({ model: 'm', isStream: false, wantsUsageFrame: false })
  const streamed = callOf({ stream: true, stream_options: { include_usage: true } })
  expect(streamed.facts).toMatchObject({ isStream: true, wantsUsageFrame: true })
})

test('vendors that have them are asked, and others for a chat', () => {
  expect(completions.formatFor({ operations: ['completions'], formats: {} }, [], 'openai-chat')).toEqual({
    operation: 'completions',
    dialect: 'openai-chat',
  })
  const chats = completions.formatFor({ operations: ['chat'], formats: {} }, ['anthropic-messages'], 'openai-chat')
  expect(chats).toEqual({ operation: 'chat', dialect: 'anthropic-messages' })
  expect(completions.formatFor({ operations: ['embeddings'], formats: {} }, ['openai-chat'], 'openai-chat')).toBeUndefined()
})

test('the texts of the prompts are counted', () =>
  expect([...completions.promptTexts(callOf({ prompt: ['a', 'b'] }), 'count')]).toEqual(['a', 'b']))

test.each<[what: string, body: JsonObject, reading: object, isComplete: boolean]>([
  ['a text', { choices: [{ index: 0, text: 'hi', finish_reason: null }] }, { text: 'hi', isProduce: true }, false],
  ['the end', { choices: [{ index: 0, text: '', finish_reason: 'stop' }] }, { text: '', isProduce: false }, true],
  ['a usage', { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }, { usage: { freshInput: 3, output: 2 } }, false],
  ['an error', { error: { message: 'no' } }, { isProduce: false, error: { message: 'no' } }, false],
])('of a stream %s is read', (_what, body, reading, isComplete) => {
  const call = callOf({ stream: true })
  const listener = completions.replyListener({ operation: 'completions', dialect: 'openai-chat' }, { stream: true }, call)
  expect(listener.push({ event: '', data: JSON.stringify(body) })).toMatchObject(reading)
  expect(listener.isComplete).toBe(isComplete)
  expect(listener.end()).toEqual([])
})
