import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import type { ChatEvent } from '../reply/event.ts'
import type { Part } from '../request/request.ts'
import { openaiResponses } from './dialect.ts'

function read(events: readonly Json[], stream = true): ChatEvent[] {
  const reader = openaiResponses.replyReader({ stream })
  return [
    ...events.flatMap((event) => reader.push({ event: '', data: typeof event === 'string' ? event : JSON.stringify(event) })),
    ...reader.end(),
  ]
}
function write(events: readonly ChatEvent[], request?: JsonObject): JsonObject {
  const writer = openaiResponses.replyWriter(
    { stream: false, streamUsage: false, fallback: { id: '1' }, ...(request && { request }) },
    lossList(),
  )
  for (const event of events) writer.push(event)
  return JSON.parse(writer.end()[0]?.data ?? '') as JsonObject
}
const whole = (initial: Part, part = 0): ChatEvent[] => [
  { kind: 'part-started', choice: 0, part, initial },
  { kind: 'part-ended', choice: 0, part },
]

describe('failures', () => {
  test.each<[string, JsonObject, object]>([
    ['nested', { type: 'error', error: { type: 't', code: 'c', message: 'm' } }, { message: 'm', type: 't', code: 'c' }],
    ['flat', { type: 'error', code: 'c', message: 'm', param: null }, { message: 'm', code: 'c' }],
    ['of a response', { type: 'response.failed', response: { id: 'r', error: { code: 'c', message: 'm' } } }, { message: 'm', code: 'c' }],
    ['bare', { error: { message: 'm', code: 'c' } }, { message: 'm', code: 'c' }],
  ])('inside a stream: %s', (_, event, expected) => {
    const reader = openaiResponses.replyReader({ stream: true })
    const failure = reader.push({ event: '', data: JSON.stringify(event) }).find((each) => each.kind === 'reply-failed')
    expect(failure).toMatchObject(expected)
    expect(reader.isComplete).toBe(false)
  })

  test('of another vendor are reported twice: for libraries, and for Codex', () => {
    const writer = openaiResponses.replyWriter({ stream: true, streamUsage: false, fallback: { id: '1' } }, lossList())
    const frames = [
      ...whole({ kind: 'text', text: 'A' }),
      { kind: 'reply-failed', message: 'busy', code: 'rate_limit_exceeded' } as const,
    ].flatMap((event) => writer.push(event))
    const [error, failed] = frames.slice(-2).map((frame) => JSON.parse(frame.data ?? '') as JsonObject)
    expect(error).toMatchObject({ type: 'error', message: 'busy', code: 'rate_limit_exceeded', error: { message: 'busy' } })
    expect(failed).toMatchObject({
      type: 'response.failed',
      response: { id: 'resp_1', status: 'failed', error: { code: 'rate_limit_exceeded', message: 'busy' }, output: [{ type: 'message' }] },
    })
    expect(failed?.sequence_number).toBe(Number(error?.sequence_number) + 1)
    expect(writer.end()).toEqual([])
    expect(frames.some(openaiResponses.isTerminal)).toBe(false)
  })

  test('are reported where nothing else is known, and are no end', () => {
    const frames = openaiResponses.writeStreamError({ status: 502, message: 'cut', code: 'upstream_truncated' })
    expect(frames.map((frame) => frame.event)).toEqual(['error', 'response.failed'])
    expect(JSON.parse(frames[0]?.data ?? '')).toMatchObject({
      type: 'error',
      code: 'upstream_truncated',
      message: 'cut',
      param: null,
      sequence_number: 0,
    })
    expect(frames.some(openaiResponses.isTerminal)).toBe(false)
  })

  test('a whole response that failed is an error, and our own stays what it was', () => {
    const own = { id: 'resp_1', object: 'response', status: 'failed', error: { code: 'c', message: 'm' }, output: [] }
    expect(write(read([own], false))).toEqual(own)
    expect(write([{ kind: 'reply-failed', message: 'm' }])).toEqual({
      error: { message: 'm', type: 'upstream_error', param: null, code: null },
    })
    const error = { status: 400, message: 'm', code: 'c' }
    expect(openaiResponses.writeError(error)).toEqual({
      status: 400,
      body: { error: { message: 'm', type: 'invalid_request_error', param: null, code: 'c' } },
    })
    expect(openaiResponses.readError(400, { error: { message: 'm', param: 'p' } })).toEqual({ status: 400, message: 'm', param: 'p' })
  })
})

describe('the end of a stream', () => {
  const completed = { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } }
  test.each<[string, Json[], boolean]>([
    ['not before anything came', [], false],
    ['not after the text is done', [{ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'a' }], false],
    ['at the completed response', [completed], true],
    ['at the mark of the older dialect', [{ type: 'response.created', response: { id: 'r' } }, '[DONE]'], true],
    ['never after a failure', [{ type: 'error', message: 'x' }, completed], false],
  ])('is reached: %s', (_, events, expected) => {
    const reader = openaiResponses.replyReader({ stream: true })
    for (const event of events) reader.push({ event: '', data: typeof event === 'string' ? event : JSON.stringify(event) })
    expect(reader.isComplete).toBe(expected)
  })

  test('is known by its type, with a name and without', () => {
    const frame = (type: string, event = '') => ({ event, data: JSON.stringify({ type, response: {} }) })
    for (const type of ['completed', 'incomplete', 'cancelled']) {
      expect(openaiResponses.isTerminal(frame(`response.${type}`))).toBe(true)
      expect(openaiResponses.isTerminal(frame(`response.${type}`, `response.${type}`))).toBe(true)
    }
    expect(openaiResponses.isTerminal(frame('response.created'))).toBe(false)
    expect(openaiResponses.isTerminal({ event: '', data: '[DONE]' })).toBe(true)
    expect(openaiResponses.isTerminal({ event: '', data: undefined })).toBe(false)
    const delta = { type: 'response.output_text.delta', delta: '{"type":"response.completed"}' }
    expect(openaiResponses.isTerminal({ event: '', data: JSON.stringify(delta) })).toBe(false)
    expect(openaiResponses.isUsageOnly(frame('response.completed'))).toBe(false)
  })
})
