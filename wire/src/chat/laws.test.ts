// The three laws (house 1.4) for requests, whole replies and streams: what goes through a dialect and back is what it was.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { type Frame, printFrame, sseCutter } from '../sse.ts'
import { accumulate } from '../testing/accumulate.ts'
import { countPlanted, plant } from '../testing/plant.ts'
import { object, recordings } from '../testing/recordings.ts'
import { chatReplies, chatStreams } from '../testing/replies.ts'
import { chatRequests } from '../testing/requests.ts'
import type { Dialect } from './dialect.ts'
import type { ChatEvent } from './event.ts'
import { type FoldedReply, fold } from './fold.ts'
import { lossList } from './loss.ts'
import { openaiChat } from './openai-chat/dialect.ts'

const folders = ['openai-chat', 'openai-compatible-chat', 'deepseek-chat', 'groq', 'mistral', 'xai', 'alibaba', 'moonshotai', 'perplexity']
const recorded = recordings(folders)
// A transcription stands among Mistral's answers; it is no chat.
const wholes = recorded.flatMap(({ name, body }) =>
  body !== undefined && object(body).choices !== undefined ? [[name, object(body)] as const] : [],
)
const streams = recorded.flatMap(({ name, chunks }) => (chunks === undefined ? [] : [[name, chunks.map(object)] as const]))
console.log(
  `laws: ${wholes.length} recorded replies, ${streams.length} recorded streams, ${Object.keys(chatReplies).length} and ${Object.keys(chatStreams).length} written by hand, ${Object.keys(chatRequests).length} requests`,
)

const allWholes = [...wholes, ...Object.entries(chatReplies)]
const allStreams = [...streams, ...Object.entries(chatStreams)]

function back(dialect: Dialect, body: Json): { body: JsonObject; losses: readonly unknown[] } {
  const losses = lossList()
  return { body: dialect.writeRequest(dialect.readRequest(body), losses), losses: losses.losses }
}

function eventsOf(dialect: Dialect, frames: readonly Frame[], stream: boolean): ChatEvent[] {
  const reader = dialect.replyReader({ stream })
  return [...frames.flatMap((frame) => reader.push(frame)), ...reader.end()]
}

function written(dialect: Dialect, events: readonly ChatEvent[], stream: boolean): { frames: Frame[]; losses: readonly unknown[] } {
  const losses = lossList()
  const writer = dialect.replyWriter({ stream, streamUsage: true }, losses)
  const frames = [...events.flatMap((event) => writer.push(event)), ...writer.end()]
  return { frames, losses: losses.losses }
}

const frameOf = (value: Json): Frame => ({ event: '', data: JSON.stringify(value) })
const framesOf = (chunks: readonly JsonObject[]): Frame[] => [
  ...chunks.map(frameOf),
  ...(chunks.some((chunk) => chunk.error !== undefined) ? [] : [{ event: '', data: '[DONE]' }]),
]
const chunksOf = (frames: readonly Frame[]): JsonObject[] =>
  frames.filter((frame) => frame.data !== '[DONE]').map((frame) => object(frame.data ?? ''))

/** What a reply says, without how it was spelled. */
function meaning(reply: FoldedReply): unknown {
  const { extras: _, unknown: __, usage, ...head } = reply
  const choices = reply.choices.map(({ extras: ___, ...choice }) => ({
    ...choice,
    parts: choice.parts.map(({ extras: ____, ...part }) => part),
  }))
  return { ...head, choices, usage: usage?.usage }
}

describe('requests', () => {
  test.each(Object.entries(chatRequests))('return as they came: %s', (_, body) => {
    const before = structuredClone(body)
    const result = back(openaiChat, body)
    expect(result.body).toEqual(before)
    expect(result.losses).toEqual([])
    expect(body).toEqual(before)
  })

  test.each(Object.entries(chatRequests))('keep what nobody has heard of: %s', (_, body) => {
    const planted = plant(body)
    const result = back(openaiChat, planted)
    expect(countPlanted(planted)).toBeGreaterThan(0)
    expect(result.body).toEqual(planted)
  })
})

describe('whole replies', () => {
  test.each(allWholes)('return as they came: %s', (_, body) => {
    const { frames, losses } = written(openaiChat, eventsOf(openaiChat, [frameOf(body)], false), false)
    expect(frames).toHaveLength(1)
    expect(object(frames[0]?.data ?? '')).toEqual(body)
    expect(losses).toEqual([])
  })

  test.each(allWholes)('keep what nobody has heard of: %s', (_, body) => {
    const planted = plant(body) as JsonObject
    const { frames } = written(openaiChat, eventsOf(openaiChat, [frameOf(planted)], false), false)
    expect(object(frames[0]?.data ?? '')).toEqual(planted)
  })

  test.each(allWholes)('say the same when they are written as a stream: %s', (_, body) => {
    const events = eventsOf(openaiChat, [frameOf(body)], false)
    const { frames } = written(openaiChat, events, true)
    const again = fold(eventsOf(openaiChat, frames, true))
    expect(texts(again)).toEqual(texts(fold(events)))
    expect(again.choices.map((choice) => choice.rawReason)).toEqual(fold(events).choices.map((choice) => choice.rawReason))
    expect(again.usage?.usage).toEqual(fold(events).usage?.usage)
  })
})

describe('streams', () => {
  test.each(allStreams)('mean the same when they are written again: %s', (_, chunks) => {
    const events = eventsOf(openaiChat, framesOf(chunks), true)
    const { frames, losses } = written(openaiChat, events, true)
    expect(losses).toEqual([])
    const isFailed = chunks.some((chunk) => chunk.error !== undefined)
    expect(frames.some((frame) => frame.data === '[DONE]')).toBe(!isFailed)
    const again = eventsOf(openaiChat, frames, true)
    expect(meaning(fold(again))).toEqual(meaning(fold(events)))
    expect(normal(accumulate(chunksOf(frames)))).toEqual(normal(accumulate(chunks)))
  })

  test.each(allStreams)('keep what nobody has heard of, in place: %s', (_, chunks) => {
    const planted = chunks.map((chunk) => plant(chunk) as JsonObject)
    const { frames } = written(openaiChat, eventsOf(openaiChat, framesOf(planted), true), true)
    const expected = normal(accumulate(planted))
    expect(countPlanted(expected)).toBeGreaterThan(2)
    expect(normal(accumulate(chunksOf(frames)))).toEqual(expected)
  })

  test.each(allStreams)('fold to the same however their bytes are cut: %s', (_, chunks) => {
    const bytes = new TextEncoder().encode(
      framesOf(chunks)
        .map((frame) => printFrame({ data: frame.data ?? '' }))
        .join(''),
    )
    const expected = fold(eventsOf(openaiChat, framesOf(chunks), true))
    for (const size of [1, 2, 3, 7, 100, 4096]) expect(fold(eventsOf(openaiChat, cut(bytes, size), true))).toEqual(expected)
  })

  test.each(allStreams)('become a whole reply that says the same: %s', (_, chunks) => {
    const events = eventsOf(openaiChat, framesOf(chunks), true)
    const { frames } = written(openaiChat, events, false)
    const whole = fold(eventsOf(openaiChat, frames, false))
    if (fold(events).failure !== undefined) {
      expect(whole.failure?.message).toBe(fold(events).failure?.message)
      return
    }
    expect(texts(whole)).toEqual(texts(fold(events)))
    expect(whole.usage?.usage).toEqual(fold(events).usage?.usage)
  })

  test.each(allStreams)('are complete at their end and not before their last choice ended: %s', (_, chunks) => {
    const reader = openaiChat.replyReader({ stream: true })
    expect(reader.isComplete).toBe(false)
    const finished = chunks.map((chunk) => JSON.stringify(chunk).match(/"finish_reason":"[^"]/) !== null)
    for (const [at, frame] of framesOf(chunks).entries()) {
      reader.push(frame)
      if (!finished.slice(0, at + 1).includes(true) && at < chunks.length) expect(reader.isComplete).toBe(false)
    }
    expect(reader.isComplete).toBe(chunks.every((chunk) => chunk.error === undefined))
  })
})

test('any cut of a stream into pieces folds to the same', () => {
  const chunks = Object.values(chatStreams).flat()
  const bytes = new TextEncoder().encode(
    framesOf(chunks)
      .map((frame) => printFrame({ data: frame.data ?? '' }))
      .join(''),
  )
  const expected = fold(eventsOf(openaiChat, framesOf(chunks), true))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 }), (sizes) => {
      expect(fold(eventsOf(openaiChat, cut(bytes, ...sizes), true))).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

/** The bytes cut into pieces of these sizes, over and over, and put into frames. */
function cut(bytes: Uint8Array, ...sizes: number[]): Frame[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const cutter = sseCutter((piece) => decoder.decode(piece), 1_000_000)
  const frames: Frame[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    frames.push(...cutter.push(bytes.subarray(at, at + size)))
    at += size
  }
  return frames
}

/** The words of a reply by kind, however they are divided into parts. */
function texts(reply: FoldedReply): unknown {
  return reply.choices.map(({ parts }) => {
    const of = (kind: string) => parts.flatMap((part) => (part.kind === kind && 'text' in part ? [part.text] : [])).join('')
    const calls = parts.flatMap((part) => (part.kind === 'tool-call' ? [`${part.id} ${part.name} ${part.argumentsText}`] : []))
    const sounds = parts.flatMap((part) => (part.kind === 'audio' ? [part.source, part.transcript] : []))
    const images = parts.flatMap((part) => (part.kind === 'image' ? [part.source] : []))
    return { text: of('text'), thought: of('reasoning'), refusal: of('refusal'), calls, sounds, images }
  })
}

/** What a stream says, up to the synonyms of the dialect: where usage stands, and a tool call's type where it is the usual one. */
function normal(whole: JsonObject): JsonObject {
  const result = structuredClone(whole)
  const groq = result.x_groq
  for (const choice of list(result.choices)) {
    result.usage ??= choice.usage
    // A role is said once more by the writer, whether or not the vendor said it.
    if (isObject(choice.message)) choice.message.role = 'assistant'
    else choice.message = { role: 'assistant' }
    for (const call of list(isObject(choice.message) ? choice.message.tool_calls : undefined)) {
      if (call.custom === undefined) call.type = 'function'
      for (const inner of [call.function, call.custom])
        if (isObject(inner) && inner.arguments === undefined && inner.input === undefined) inner.arguments = ''
    }
  }
  if (isObject(groq)) result.usage ??= groq.usage
  return result
}

function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
