import { describe, expect, test } from 'vitest'
import { object, recordings } from '../../../testing/recordings.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import type { UpstreamError } from '../dialect.ts'
import { secondsOf, timeOf } from '../reply/time.ts'
import { count, readCountRequest } from './count-tokens.ts'
import { geminiGenerate } from './dialect.ts'
import { retryDelaySeconds } from './error.ts'

const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' }
const wrong = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'contents', description: 'no' }] }
const refused = { error: { code: 400, message: 'm', status: 'INVALID_ARGUMENT', details: [info, wrong] } }

describe('errors', () => {
  test.each<[string, number, Json | undefined, UpstreamError]>([
    ['Google', 400, refused, { status: 400, message: 'm', type: 'INVALID_ARGUMENT', code: 'API_KEY_INVALID', param: 'contents' }],
    [
      'a list of one',
      429,
      [{ error: { code: 429, message: 'm', status: 'RESOURCE_EXHAUSTED' } }],
      { status: 429, message: 'm', type: 'RESOURCE_EXHAUSTED' },
    ],
    ['inside a 200', 200, { error: { message: 'm', status: 'UNAVAILABLE' } }, { status: 503, message: 'm', type: 'UNAVAILABLE' }],
    ['inside a 200, by number', 200, { error: { message: 'm', code: 404 } }, { status: 404, message: 'm', code: '404' }],
    ['text', 500, { error: 'm' }, { status: 500, message: 'm' }],
    ['a proxy', 502, { message: 'm' }, { status: 502, message: 'm' }],
    ['without words', 418, { error: {} }, { status: 418, message: 'bad response status code 418' }],
    ['no JSON', 418, undefined, { status: 418, message: 'bad response status code 418' }],
  ])('are read: %s', (_, status, body, expected) => {
    expect(geminiGenerate.readError(status, body)).toEqual(expected)
  })

  test.each([
    [400, 'INVALID_ARGUMENT'],
    [401, 'UNAUTHENTICATED'],
    [403, 'PERMISSION_DENIED'],
    [404, 'NOT_FOUND'],
    [412, 'FAILED_PRECONDITION'],
    [413, 'INVALID_ARGUMENT'],
    [429, 'RESOURCE_EXHAUSTED'],
    [500, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
    [504, 'DEADLINE_EXCEEDED'],
    [599, 'INTERNAL'],
  ])('are written with the word for %d', (status, word) => {
    expect(geminiGenerate.writeError({ status, message: 'm' })).toEqual({
      status,
      body: { error: { code: status, message: 'm', status: word } },
    })
  })

  test('of another dialect keep their reason and their field', () => {
    const { body } = geminiGenerate.writeError({
      status: 400,
      message: 'm',
      type: 'invalid_request_error',
      code: 'bad_model',
      param: 'model',
    })
    expect(body).toMatchObject({
      error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'bad_model' }, { fieldViolations: [{ field: 'model' }] }] },
    })
    const read = geminiGenerate.readError(400, body)
    expect(read).toEqual({ status: 400, message: 'm', type: 'INVALID_ARGUMENT', code: 'bad_model', param: 'model' })
    expect(geminiGenerate.writeError(geminiGenerate.readError(400, refused)).body).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } })
  })

  test('inside a stream are a frame of their own, and no end', () => {
    const [frame, ...others] = geminiGenerate.writeStreamError({ status: 503, message: 'm', code: 'c' })
    expect(others).toEqual([])
    expect(object(frame?.data ?? '')).toMatchObject({
      error: { code: 503, message: 'm', status: 'UNAVAILABLE', details: [{ reason: 'c' }] },
    })
    expect(geminiGenerate.isTerminal(frame ?? { event: '', data: '' })).toBe(false)
    const reader = geminiGenerate.replyReader({ stream: true })
    reader.push({ event: '', data: '{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}' })
    expect(reader.isComplete).toBe(true)
    expect(reader.push(frame ?? { event: '', data: '' })).toMatchObject([
      { kind: 'reply-failed', message: 'm', code: 'c', type: 'UNAVAILABLE' },
    ])
    expect(reader.isComplete).toBe(false)
    expect(reader.end().some((event) => event.kind === 'reply-ended')).toBe(false)
  })

  test('have the time of the next try', () => {
    const [quota] = recordings(['google']).filter(({ name }) => name.includes('429'))
    if (quota?.body !== undefined) expect(retryDelaySeconds(object(quota.body))).toBe(34.4)
    expect(retryDelaySeconds([{ error: { details: [{ retryDelay: '7s' }] } }])).toBe(7)
    expect([{}, null, { error: { details: [{ retryDelay: 'soon' }] } }, refused].map((each) => retryDelaySeconds(each as Json))).toEqual(
      Array(4).fill(undefined),
    )
  })
})

describe('edits', () => {
  const body: JsonObject = { contents: [{ parts: [{ text: 'x' }] }], zz: { y: 1 } }
  test('leave the model and the usage alone: the one is in the address, the other always comes', () => {
    expect(geminiGenerate.edit.model(body, 'b')).toBe(body)
    expect(geminiGenerate.edit.askForUsage(body)).toBe(body)
  })
  test('set the system instruction, under the name that it has', () => {
    expect(geminiGenerate.edit.system(body, 's')).toEqual({ ...body, systemInstruction: { parts: [{ text: 's' }] } })
    const snake = { ...body, system_instruction: { role: 'user', parts: [{ text: 'old' }] } }
    expect(geminiGenerate.edit.system(snake, 's')).toEqual({ ...body, system_instruction: { role: 'user', parts: [{ text: 's' }] } })
    expect(body).toEqual({ contents: [{ parts: [{ text: 'x' }] }], zz: { y: 1 } })
  })
})

test('a frame that may be the last is recognised, whatever its content', () => {
  const is = (value: Json) => geminiGenerate.isTerminal({ event: '', data: JSON.stringify(value) })
  expect(is({ candidates: [{ index: 0 }, { index: 1, finishReason: 'STOP' }] })).toBe(true)
  expect(is({ promptFeedback: { blockReason: 'SAFETY' } })).toBe(true)
  expect(is([{ candidates: [{ finishReason: 'STOP' }] }])).toBe(true)
  expect(is({ candidates: [{ content: { parts: [{ text: '"finishReason":"STOP"' }] } }] })).toBe(false)
  expect(is({ candidates: [{ content: { parts: [{ functionCall: { args: { finishReason: 'STOP', blockReason: 'x' } } }] } }] })).toBe(false)
  expect(is({ candidates: [{ finishReason: '' }], promptFeedback: {} })).toBe(false)
  expect(is({ usageMetadata: { totalTokenCount: 1 } })).toBe(false)
  expect(geminiGenerate.isTerminal({ event: '', data: undefined })).toBe(false)
  expect(geminiGenerate.isUsageOnly({ event: '', data: '{"usageMetadata":{"totalTokenCount":1}}' })).toBe(false)
})

describe('a count of tokens', () => {
  test('counts the body that it wraps, or its own', () => {
    const inner = { contents: [], tools: [] }
    expect(readCountRequest({ generateContentRequest: inner })).toBe(inner)
    expect(readCountRequest({ generate_content_request: inner })).toBe(inner)
    expect(readCountRequest(inner)).toBe(inner)
    expect(() => readCountRequest({ prompt: 'x' })).toThrow('contents')
    expect(() => readCountRequest([])).toThrow('body')
  })
  test('is answered', () => expect(count.write(7)).toEqual({ totalTokens: 7 }))
})

test('times are those of the calendar', () => {
  for (const time of [
    '1970-01-01T00:00:00Z',
    '2000-02-29T23:59:59Z',
    '2026-05-04T20:01:02Z',
    '2100-03-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
  ]) {
    expect(secondsOf(time)).toBe(Date.parse(time) / 1000)
    expect(timeOf(Date.parse(time) / 1000)).toBe(time)
  }
  for (let day = 0; day < 60_000; day += 13) expect(timeOf(day * 86_400)).toBe(new Date(day * 86_400_000).toISOString().replace('.000', ''))
  expect(secondsOf('2026-05-04T22:01:02.264968+02:00')).toBe(Date.parse('2026-05-04T20:01:02Z') / 1000)
  expect(['', 'yesterday', '2026-05-04'].map(secondsOf)).toEqual([undefined, undefined, undefined])
})

describe('a request is refused with the place', () => {
  test.each<[string, Json, string]>([
    ['no contents', {}, 'contents'],
    ['null', null, 'body'],
    ['an unknown role', { contents: [{ role: 'system', parts: [] }] }, 'contents[0].role'],
    ['text for an object', { contents: [{ parts: ['hello'] }] }, 'contents[0].parts[0]'],
    ['a number for a list', { contents: 1 }, 'contents'],
    ['a word for a number', { contents: [], generation_config: { top_p: 'much' } }, 'generation_config.top_p'],
    [
      'a signature that is none',
      { contents: [{ parts: [{ text: 'a', thought_signature: 1 }] }] },
      'contents[0].parts[0].thought_signature',
    ],
    ['a function without a name', { contents: [], tools: [{ functionDeclarations: [{}] }] }, 'tools[0].functionDeclarations[0].name'],
    ['a stop word that is none', { contents: [], generationConfig: { stopSequences: ['a', 1] } }, 'generationConfig.stopSequences[1]'],
    ['a name that is none', { contents: [{ parts: [{ functionCall: { name: 1 } }] }] }, 'contents[0].parts[0].functionCall.name'],
  ])('%s', (_, body, path) => {
    expect(() => geminiGenerate.readRequest(body)).toThrow(expect.objectContaining({ name: 'WireError', path }))
  })
})
