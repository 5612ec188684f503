// Replies of Converse: the recordings, and by hand, after AWS's API reference and published recordings (vercel/ai, Apache-2.0), what they
// do not have: sealed thinking, citations, guardrails, failures within a stream.
import { describe, expect, test } from 'vitest'
import { object, recordings } from '../../../testing/recordings.ts'
import type { JsonObject } from '../../encoding/json.ts'
import type { Frame } from '../../encoding/sse.ts'
import { clientDialects } from '../dialects.ts'
import { lossList } from '../losses/loss.ts'
import { type FoldedReply, fold } from '../reply/fold.ts'
import { noTokens } from '../reply/usage.ts'
import { bedrockConverse } from './dialect.ts'

interface Reading {
  readonly reply: FoldedReply
  readonly kinds: readonly string[]
  readonly isComplete: boolean
}

function read(frames: readonly Frame[], stream: boolean): Reading {
  const reader = bedrockConverse.replyReader({ stream })
  const events = [...frames.flatMap((frame) => reader.push(frame)), ...reader.end()]
  return { reply: fold(events), kinds: events.map(({ kind }) => kind), isComplete: reader.isComplete }
}

const frame = (event: string, data: unknown): Frame => ({ event, data: JSON.stringify(data) })
const stream = (...frames: readonly (readonly [string, unknown])[]) =>
  read(
    frames.map(([event, data]) => frame(event, data)),
    true,
  )
const whole = (body: JsonObject) => read([frame('', body)], false)
const choice = ({ reply }: Reading) => reply.choices[0]
const stop = ['messageStop', { stopReason: 'end_turn' }] as const
const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 }
const metadata = ['metadata', { usage, metrics: { latencyMs: 1 }, p: 'abc' }] as const
const text = (part: string, index = 0) => ['contentBlockDelta', { contentBlockIndex: index, delta: { text: part }, p: 'ab' }] as const

/** The contents of a recorded message, read without the code under test. */
function said(content: readonly JsonObject[]): unknown[] {
  return content.map(({ text: words, toolUse, reasoningContent }) => {
    if (words !== undefined) return ['text', words]
    const call = toolUse as { toolUseId: string; name: string; input: unknown } | undefined
    if (call) return ['tool-call', call.toolUseId, call.name, call.input]
    const { reasoningText } = reasoningContent as { reasoningText: { text: string; signature?: string } }
    return ['reasoning', reasoningText.text, reasoningText.signature]
  })
}

function told(reading: Reading): unknown[][] {
  return (choice(reading)?.parts ?? []).map((part) => {
    if (part.kind === 'tool-call') return ['tool-call', part.id, part.name, JSON.parse(part.argumentsText)]
    if (part.kind === 'reasoning') return ['reasoning', part.text, part.signature]
    return part.kind === 'text' ? ['text', part.text] : [part.kind]
  })
}

/** A recorded stream's content, put together without the reader. */
function gathered(chunks: readonly JsonObject[]): JsonObject[] {
  const blocks: {
    text?: string
    call?: { toolUseId: string; name: string; json: string }
    thought?: { text: string; signature?: string }
  }[] = []
  for (const chunk of chunks) {
    const { contentBlockStart: begin, contentBlockDelta: grow } = chunk as Record<string, { contentBlockIndex: number } & JsonObject>
    const use = (begin?.start as JsonObject | undefined)?.toolUse as { toolUseId: string; name: string } | undefined
    if (begin && use) blocks[begin.contentBlockIndex] = { call: { ...use, json: '' } }
    if (!grow) continue
    blocks[grow.contentBlockIndex] ??= {}
    const block = blocks[grow.contentBlockIndex]
    const delta = grow.delta as { text?: string; toolUse?: { input: string }; reasoningContent?: { text?: string; signature?: string } }
    if (!block) continue
    if (delta.text !== undefined) block.text = (block.text ?? '') + delta.text
    if (delta.toolUse && block.call) block.call.json += delta.toolUse.input
    if (delta.reasoningContent) {
      const { text: more = '', signature } = delta.reasoningContent
      block.thought = { ...block.thought, text: (block.thought?.text ?? '') + more, ...(signature && { signature }) }
    }
  }
  return blocks.map(({ text: words, call, thought }) => {
    if (words !== undefined) return { text: words }
    if (call) return { toolUse: { toolUseId: call.toolUseId, name: call.name, input: JSON.parse(call.json || '{}') } }
    return { reasoningContent: { reasoningText: thought ?? { text: '' } } }
  }) as JsonObject[]
}

const recorded = recordings(['amazon-bedrock'])

describe.runIf(recorded.length > 0)('recorded', () => {
  const bodies = recorded.flatMap(({ name, body }) => (body === undefined ? [] : [[name, object(body)] as const]))
  test.each(bodies)('whole: %s', (_, body) => {
    const reading = whole(body)
    expect(told(reading)).toEqual(said((body.output as { message: { content: JsonObject[] } }).message.content))
    expect(reading.reply.usage?.usage).toMatchObject({ freshInput: (body.usage as JsonObject).inputTokens, raw: body.usage })
    expect([choice(reading)?.rawReason, reading.isComplete, reading.reply.unknown]).toEqual([body.stopReason, true, []])
  })

  const streams = recorded.flatMap(({ name, chunks }) => (chunks === undefined ? [] : [[name, chunks.map(object)] as const]))
  test.each(streams)('streamed: %s', (_, chunks) => {
    const frames = chunks.flatMap((chunk) => Object.entries(chunk).map(([event, data]) => frame(event, data)))
    const reading = read(frames, true)
    expect(told(reading)).toEqual(said(gathered(chunks)))
    const end = chunks.find((chunk) => chunk.messageStop)?.messageStop as JsonObject
    expect([choice(reading)?.rawReason, reading.isComplete, reading.reply.isEnded]).toEqual([end.stopReason, true, true])
    expect(reading.reply.unknown).toEqual([])
    expect(reading.kinds.at(-1)).toBe('reply-ended')
    // For a client of every dialect it can be written.
    for (const dialect of Object.values(clientDialects)) {
      const writer = dialect.replyWriter({ stream: true, streamUsage: true, fallback: { id: 'i', model: 'm', createdAt: 1 } }, lossList())
      const reader = bedrockConverse.replyReader({ stream: true })
      const written = [...frames.flatMap((each) => reader.push(each)), ...reader.end()].flatMap((event) => writer.push(event))
      const data = [...written, ...writer.end()].map((each) => each.data).join('')
      for (const [kind, , name] of told(reading)) if (kind === 'tool-call') expect(data).toContain(name)
      expect(data).toContain(JSON.stringify(reading.reply.usage?.usage.output ?? 0))
    }
  })
})

describe('a stream', () => {
  test('ends with the end of the answer and the usage, in either order, and without usage where it closes', () => {
    for (const frames of [
      [stop, metadata],
      [metadata, stop],
    ]) {
      const reading = stream(['messageStart', { role: 'assistant' }], text('a'), ...frames)
      expect([reading.reply.isEnded, reading.reply.usage?.usage.output, reading.kinds.at(-1)]).toEqual([true, 5, 'reply-ended'])
    }
    expect(stream(text('a'), stop)).toMatchObject({ isComplete: true, reply: { isEnded: true } })
    expect(stream(text('a'), metadata)).toMatchObject({ isComplete: false, reply: { isEnded: false } })
  })

  test('that breaks off has no arguments made up for a call that was cut', () => {
    const start = ['contentBlockStart', { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'a', name: 'f' } } }] as const
    expect(choice(stream(start))?.parts).toMatchObject([{ argumentsText: '' }])
    expect(choice(stream(start, ['contentBlockStop', { contentBlockIndex: 0 }], stop))?.parts).toMatchObject([{ argumentsText: '{}' }])
  })

  test('with sealed thinking, and thinking and text in one block', () => {
    const thought = (delta: JsonObject) => ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: delta } }] as const
    expect(choice(stream(thought({ redactedContent: 'c2VhbGVk' }), text('A', 1), stop))?.parts).toEqual([
      { kind: 'reasoning', text: '', encrypted: 'c2VhbGVk', signedBy: 'bedrock-converse' },
      { kind: 'text', text: 'A' },
    ])
    expect(choice(stream(thought({ text: 'hm' }), text('A'), stop))?.parts).toMatchObject([{ text: 'hm' }, { text: 'A' }])
  })

  test('with citations, and the word that ended it', () => {
    const citation = { title: 'T', sourceContent: [{ text: 'q' }], location: { web: { url: 'https://example.org' } } }
    const reading = stream(
      text('A'),
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { citation } }],
      ['messageStop', { stopReason: 'stop_sequence', additionalModelResponseFields: { delta: { stop_sequence: 'END' } } }],
    )
    expect(choice(reading)).toMatchObject({
      reason: 'stop',
      stopSequence: 'END',
      parts: [{ text: 'A', citations: [{ url: 'https://example.org', title: 'T', quote: 'q', value: citation }] }],
    })
  })

  test.each([
    ['throttlingException', { message: 'Too many requests' }, { type: 'ThrottlingException', code: '429', message: 'Too many requests' }],
    [
      'modelStreamErrorException',
      { message: 'Model Stream Error', originalStatusCode: 500, originalMessage: 'The model stream failed.' },
      { type: 'ModelStreamErrorException', code: '500', message: 'The model stream failed.' },
    ],
    ['validationException', {}, { type: 'ValidationException', code: '400', message: 'the upstream reported an error' }],
  ])('that fails: %s', (type, body, failure) => {
    const reading = stream(text('a'), [`exception:${type}`, body], text('b'), stop)
    expect(reading.reply.failure).toMatchObject(failure)
    expect(reading).toMatchObject({ isComplete: false, kinds: ['part-started', 'part-delta', 'part-ended', 'reply-failed'] })
  })

  test('whose service breaks off', () => {
    expect(stream(text('a'), ['error:InternalFailure', { message: 'gone' }]).reply.failure).toMatchObject({
      type: 'InternalFailure',
      message: 'gone',
    })
  })

  test('carries what it does not know, so that it can be named', () => {
    const server = { toolUse: { toolUseId: 's', name: 'nova_grounding', type: 'server_tool_use' } }
    const reading = stream(
      ['contentBlockStart', { contentBlockIndex: 0, start: server }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: '{}' } } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['newEvent', { a: 1 }],
      stop,
      ['metadata', { usage, trace: { guardrail: {} } }],
    )
    expect(choice(reading)?.parts).toMatchObject([{ kind: 'unknown', value: { start: server } }])
    expect(reading.reply.unknown.map(({ extras }) => extras.fields)).toEqual([
      { contentBlockDelta: { delta: { toolUse: { input: '{}' } } } },
      { newEvent: { a: 1 } },
      { trace: { guardrail: {} } },
    ])
    expect(read([{ event: 'x', data: 'no json' }], true).reply.unknown).toMatchObject([{ text: 'no json' }])
  })
})

describe('a whole reply', () => {
  const reply = (content: JsonObject[], more: JsonObject = {}) =>
    whole({ output: { message: { role: 'assistant', content } }, stopReason: 'end_turn', usage, ...more })

  test('with sealed thinking, citations, an image and a call that AWS answers itself', () => {
    const server = { toolUse: { toolUseId: 's', name: 'nova_grounding', type: 'server_tool_use', input: {} } }
    const reading = reply([
      { reasoningContent: { redactedContent: 'c2VhbGVk' } },
      { citationsContent: { content: [{ text: 'A' }, { text: 'B' }], citations: [{ title: 'T' }] } },
      { image: { format: 'webp', source: { bytes: 'aGk=' } } },
      server,
    ])
    expect(choice(reading)?.parts).toMatchObject([
      { kind: 'reasoning', encrypted: 'c2VhbGVk' },
      { kind: 'text', text: 'AB', citations: [{ title: 'T' }] },
      { kind: 'image', mediaType: 'image/webp', source: { data: 'aGk=' } },
      { kind: 'unknown', value: server },
    ])
  })

  test('that a guardrail ended', () => {
    const reading = reply([{ text: 'Sorry.' }], { stopReason: 'guardrail_intervened', trace: { guardrail: {} } })
    expect(choice(reading)).toMatchObject({ reason: 'content-filter', rawReason: 'guardrail_intervened' })
    expect(reading.reply.unknown).toMatchObject([{ extras: { fields: { trace: { guardrail: {} } } } }])
  })

  test('that is none', () => {
    expect(whole({ Output: {} })).toMatchObject({ isComplete: false, kinds: ['unknown'] })
    expect(read([{ event: '', data: '<html>' }], false)).toMatchObject({ isComplete: false, kinds: ['unknown'] })
  })
})

test('usage has buckets that do not overlap, with the tier and the latency it was served with', () => {
  const raw = {
    inputTokens: 10,
    outputTokens: 20,
    totalTokens: 1035,
    cacheReadInputTokens: 1000,
    cacheWriteInputTokens: 5,
    cacheDetails: [
      { ttl: '1h', inputTokens: 3 },
      { ttl: '5m', inputTokens: 2 },
    ],
  }
  const reading = whole({
    output: { message: { role: 'assistant', content: [{ text: 'a' }] } },
    usage: raw,
    serviceTier: { type: 'priority' },
    performanceConfig: { latency: 'standard' },
  })
  expect(reading.reply.usage?.usage).toEqual({
    ...{ ...noTokens, freshInput: 10, cacheRead: 1000, cacheWrite: 2, cacheWriteLong: 3, output: 20 },
    tiers: ['priority'],
    raw,
  })
  const odd = whole({ output: { message: { content: [] } }, usage: { inputTokens: -1, outputTokens: 'x', cacheWriteInputTokens: 1.5 } })
  expect(odd.reply.usage?.usage).toMatchObject({ freshInput: 0, output: 0, cacheWrite: 1 })
})

test.each([
  [400, { message: 'bad' }, { status: 400, message: 'bad', type: 'ValidationException' }],
  [403, { Message: 'denied' }, { status: 403, message: 'denied', type: 'AccessDeniedException' }],
  [
    404,
    { Output: { __type: 'com.amazon.coral.service#UnknownOperationException' }, Version: '1.0' },
    { type: 'UnknownOperationException' },
  ],
  [429, { message: 'slow down' }, { type: 'ThrottlingException' }],
  [418, undefined, { status: 418, message: 'bad response status code 418' }],
  [502, '<html>', { message: '<html>' }],
])('an error with status %i is read', (status, body, error) => {
  expect(bedrockConverse.readError(status, body as JsonObject)).toMatchObject(error)
})
