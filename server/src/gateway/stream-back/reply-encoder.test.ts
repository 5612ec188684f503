import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { lossList } from '@waystation/wire/chat/losses/loss'
import { noTokens, type WireUsage } from '@waystation/wire/chat/reply/usage'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import { describe, expect, test } from 'vitest'
import { chatEndpoint } from '../door/endpoints.ts'
import type { FrameReading } from '../reply.ts'
import { attemptAt, callAt, channelWith } from '../testing/step-parts.ts'
import type { Call } from '../types.ts'
import { lossHeader, replyEncoder, wholeFrames } from './reply-encoder.ts'

const counted: WireUsage = { ...noTokens, freshInput: 3, output: 2, raw: null }
const NOTHING: FrameReading = { text: '', isProduce: false }
const frameOf = (body: JsonObject): Frame => ({ event: '', data: JSON.stringify(body) })
const chunk: JsonObject = { id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta: { content: 'hi' } }] }
const usageOnly = frameOf({ id: 'c', choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })
const DONE: Frame = { event: '', data: '[DONE]' }

function callOf(wantsUsage: boolean, dialect: ClientDialectName = 'openai-chat'): Call {
  const body = { model: 'm', stream: true, messages: [], max_tokens: 9, ...(wantsUsage ? { stream_options: { include_usage: true } } : {}) }
  return callAt({ ...chatEndpoint, dialect }, body)
}

describe('a stream that is passed on', () => {
  function passedOn(call: Call) {
    const encoder = replyEncoder(call, attemptAt(call), lossList())
    const frames: Frame[] = []
    return { encoder, frames, pass: (frame: Frame, reading = NOTHING) => encoder.encode(frame, reading, frames) }
  }

  test('keeps its frames as they came', () => {
    const { frames, pass } = passedOn(callOf(false))
    const raw = { ...frameOf(chunk), raw: new Uint8Array(3) }
    pass(raw)
    expect(frames[0]).toBe(raw)
  })

  test('has a frame that its vendor broke as it should be', () => {
    const { frames, pass } = passedOn(callOf(false))
    pass(frameOf(chunk), { ...NOTHING, mended: '{"as":"it should be"}' })
    expect(frames).toEqual([{ event: '', data: '{"as":"it should be"}' }])
  })

  test.each([true, false])('has its usage frame where the client asked for it: %s', (wantsUsage) => {
    const { frames, pass } = passedOn(callOf(wantsUsage))
    pass(usageOnly)
    expect(frames).toEqual(wantsUsage ? [usageOnly] : [])
  })

  test.each<[what: string, frame: Frame, sent: Frame]>([
    [
      'an error',
      { event: 'error', data: '{"message":"key-of-channel is bad"}' },
      { event: 'error', data: expect.not.stringContaining('key-of-channel') },
    ],
    [
      'a comment',
      { event: '', data: undefined, raw: Buffer.from(': key-of-channel\n\n') },
      { event: '', data: undefined, raw: new Uint8Array(0) },
    ],
  ])('shows no secret of the channel in %s', (_what, frame, sent) => {
    const { frames, pass } = passedOn(callOf(false))
    pass(frame)
    expect(frames).toEqual([sent])
  })

  test('is not scrubbed where it is a text of the model', () => {
    const { frames, pass } = passedOn(callOf(false))
    const words = frameOf({ ...chunk, choices: [{ index: 0, delta: { content: 'key-of-channel' } }] })
    pass(words)
    expect(frames).toEqual([words])
  })

  test.each<[what: string, wantsUsage: boolean, usage: WireUsage | undefined, isAdded: boolean]>([
    ['our own count, where the client wants a usage and the vendor had none', true, counted, true],
    ['no count, where the client wants none', false, counted, false],
    ['no count, where the vendor had its own', true, undefined, false],
  ])('ends with %s', (_what, wantsUsage, usage, isAdded) => {
    const { encoder, pass } = passedOn(callOf(wantsUsage))
    pass(frameOf(chunk))
    expect(encoder.close([])).toEqual([])
    const end = encoder.end([DONE], usage)
    expect(end.at(-1)).toBe(DONE)
    expect(end.slice(0, -1).map(({ data = '' }) => JSON.parse(data))).toEqual(
      isAdded
        ? [{ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [], usage: expect.objectContaining({ prompt_tokens: 3 }) }]
        : [],
    )
  })
})

describe('a stream that is written anew', () => {
  const events: FrameReading['events'] = [
    { kind: 'reply-started', id: 'c', model: 'm' },
    { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'text', text: 'hi' } },
  ]
  const closing: FrameReading['events'] = [
    { kind: 'part-ended', choice: 0, part: 0 },
    { kind: 'choice-ended', choice: 0, reason: 'stop' },
  ]
  const told = (frames: readonly Frame[]) => frames.map(({ event, data = '' }) => event || data).join(' ')

  test('has the client’s dialect, and its end only when it is asked for', () => {
    const call = callOf(false, 'anthropic-messages')
    const encoder = replyEncoder(call, attemptAt(call), lossList())
    const frames: Frame[] = []
    encoder.encode(frameOf(chunk), { ...NOTHING, events }, frames)
    encoder.encode(frameOf(chunk), NOTHING, frames)
    frames.push(...encoder.close(closing))
    expect(told(frames)).toMatch(/^message_start .*content_block_delta/)
    expect(told(frames)).not.toContain('message_stop')
    expect(told(encoder.end([DONE]))).toMatch(/message_stop$/)
  })

  test('has our own count where the vendor had none', () => {
    const call = callOf(true)
    const attempt = attemptAt(call, { channel: channelWith({ setting: '{"force_format":true}' }) })
    const frames = wholeFrames(call, { attempt, events: [...events, ...closing] }, lossList(), counted)
    expect(frames.at(-1)).toEqual(DONE)
    expect(JSON.parse(frames.at(-2)?.data ?? '')).toMatchObject({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })
  })
})

describe('the header of losses', () => {
  const listOf = (...paths: string[]) => {
    const list = lossList()
    for (const path of paths) list.add(path, 'not-expressible')
    return list
  }

  test.each<[what: string, lists: ReturnType<typeof lossList>[], header: object]>([
    ['is not there where nothing was lost', [listOf(), listOf()], {}],
    ['names those of the request and of the reply', [listOf('stop'), listOf('turns[0]')], { 'x-waystation-lost': 'stop,turns[0]' }],
    ['has no letter that a header must not have', [listOf('a,b\né')], { 'x-waystation-lost': 'a?b??' }],
  ])('%s', (_what, lists, header) => expect(lossHeader(...lists)).toEqual(header))

  test('is cut between two paths', () => {
    const paths = Array.from({ length: 200 }, (_, at) => `field${at}`)
    const { 'x-waystation-lost': list = '' } = lossHeader(listOf(...paths))
    expect(list.length).toBeLessThanOrEqual(1004)
    expect(list.split(',')).toEqual([...paths.slice(0, list.split(',').length - 1), '...'])
  })
})
