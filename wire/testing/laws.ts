// The three laws (house 1.4) for requests, whole replies and streams: what goes through a dialect and back is what it was. One description
// for every dialect; a dialect's own test supplies its samples and how its streams add up.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../src/chat/dialect.ts'
import { lossList } from '../src/chat/losses/loss.ts'
import type { ChatEvent } from '../src/chat/reply/event.ts'
import { type FoldedReply, fold } from '../src/chat/reply/fold.ts'
import { type Json, type JsonObject, parseJson } from '../src/encoding/json.ts'
import { type Frame, printFrame } from '../src/encoding/sse.ts'
import { countPlanted, plant } from './plant.ts'
import { cut, eventsOf, frameOf } from './reading.ts'
import { object, recordings } from './recordings.ts'

/** What the laws of one dialect are tested on. */
export interface LawMaterial {
  readonly dialect: Dialect
  /** Folders of recorded answers that speak it. */
  readonly folders: readonly string[]
  /** Which of the recorded whole bodies are replies; others (errors, other endpoints) stand among them. */
  isReply(body: JsonObject): boolean
  /** Written by hand, by what they show. Together they use every feature of the dialect. */
  readonly requests: Readonly<Record<string, JsonObject>>
  readonly replies: Readonly<Record<string, JsonObject>>
  readonly streams: Readonly<Record<string, readonly JsonObject[]>>
  /** The frames that a vendor sends for these events, its terminal mark included. */
  frames(events: readonly JsonObject[]): Frame[]
  /** The contents of a stream, computed from its JSON alone as a client library would; up to the dialect's own synonyms. */
  accumulate(events: readonly JsonObject[]): JsonObject
  /** A request or whole reply up to the dialect's own synonyms; left out: as it stands. */
  normal?(body: JsonObject): JsonObject
  /** Does the stream report a failure? */
  isFailed(events: readonly JsonObject[]): boolean
  /** Has a choice ended in this event? */
  endsChoice(event: JsonObject): boolean
}

/** Declares the tests of the three laws over the material, in the file that calls it. */
export function testLaws(material: LawMaterial): void {
  const { dialect, requests, replies, streams } = material
  const recorded = recordings(material.folders)
  const wholes = recorded.flatMap(({ name, body }) =>
    body !== undefined && material.isReply(object(body)) ? [[name, object(body)] as const] : [],
  )
  const recordedStreams = recorded.flatMap(({ name, chunks }) => (chunks === undefined ? [] : [[name, chunks.map(object)] as const]))
  console.log(
    `laws of ${dialect.name}: ${wholes.length} recorded replies, ${recordedStreams.length} recorded streams, ${Object.keys(replies).length} and ${Object.keys(streams).length} written by hand, ${Object.keys(requests).length} requests`,
  )
  const allStreams = [...recordedStreams, ...Object.entries(streams)]
  describe('requests', () => testRequests(material))
  describe('whole replies', () => testWholes(material, [...wholes, ...Object.entries(replies)]))
  describe('streams', () => {
    testRewriting(material, allStreams)
    testEnds(material, allStreams)
    testCuts(material, allStreams)
  })
}

type Wholes = readonly (readonly [string, JsonObject])[]
type Streams = readonly (readonly [string, readonly JsonObject[]])[]

function testRequests(material: LawMaterial): void {
  const { dialect, requests } = material
  const normal = normalOf(material)
  test.each(Object.entries(requests))('return as they came: %s', (_, body) => {
    const before = structuredClone(body)
    const result = back(dialect, body)
    expect(normal(result.body)).toEqual(normal(before))
    expect(result.losses).toEqual([])
    expect(body).toEqual(before)
  })

  test.each(Object.entries(requests))('keep what nobody has heard of: %s', (_, body) => {
    const planted = plant(body) as JsonObject
    const result = back(dialect, planted)
    expect(countPlanted(planted)).toBeGreaterThan(0)
    expect(normal(result.body)).toEqual(normal(planted))
  })
}

function testWholes(material: LawMaterial, allWholes: Wholes): void {
  const { dialect } = material
  const normal = normalOf(material)
  test.each(allWholes)('return as they came: %s', (_, body) => {
    const { frames, losses } = written(dialect, eventsOf(dialect, [frameOf(body)], false), false)
    expect(frames).toHaveLength(1)
    expect(normal(object(frames[0]?.data ?? ''))).toEqual(normal(body))
    expect(losses).toEqual([])
  })

  test.each(allWholes)('keep what nobody has heard of: %s', (_, body) => {
    const planted = plant(body) as JsonObject
    const { frames } = written(dialect, eventsOf(dialect, [frameOf(planted)], false), false)
    expect(normal(object(frames[0]?.data ?? ''))).toEqual(normal(planted))
  })

  test.each(allWholes)('say the same when they are written as a stream: %s', (_, body) => {
    const events = eventsOf(dialect, [frameOf(body)], false)
    const { frames } = written(dialect, events, true)
    const again = fold(eventsOf(dialect, frames, true))
    expect(texts(again)).toEqual(texts(fold(events)))
    expect(again.choices.map((choice) => choice.rawReason)).toEqual(fold(events).choices.map((choice) => choice.rawReason))
    expect(again.usage?.usage).toEqual(fold(events).usage?.usage)
  })
}

function testRewriting(material: LawMaterial, allStreams: Streams): void {
  const { dialect, frames: framesOf, accumulate, isFailed } = material
  test.each(allStreams)('mean the same when they are written again: %s', (_, chunks) => {
    const events = eventsOf(dialect, framesOf(chunks), true)
    const { frames, losses } = written(dialect, events, true)
    expect(losses).toEqual([])
    expect(frames.some((frame) => dialect.isTerminal(frame))).toBe(!isFailed(chunks))
    const again = eventsOf(dialect, frames, true)
    expect(meaning(fold(again))).toEqual(meaning(fold(events)))
    expect(accumulate(eventObjects(frames))).toEqual(accumulate(chunks))
  })

  test.each(allStreams)('keep what nobody has heard of, in place: %s', (_, chunks) => {
    const planted = chunks.map((chunk) => plant(chunk) as JsonObject)
    const { frames } = written(dialect, eventsOf(dialect, framesOf(planted), true), true)
    const expected = accumulate(planted)
    expect(countPlanted(expected)).toBeGreaterThan(2)
    expect(accumulate(eventObjects(frames))).toEqual(expected)
  })
}

function testEnds(material: LawMaterial, allStreams: Streams): void {
  const { dialect, frames: framesOf, isFailed } = material
  test.each(allStreams)('become a whole reply that says the same: %s', (_, chunks) => {
    const events = eventsOf(dialect, framesOf(chunks), true)
    const { frames } = written(dialect, events, false)
    const whole = fold(eventsOf(dialect, frames, false))
    if (fold(events).failure !== undefined) {
      expect(whole.failure?.message).toBe(fold(events).failure?.message)
      return
    }
    expect(texts(whole)).toEqual(texts(fold(events)))
    expect(whole.usage?.usage).toEqual(fold(events).usage?.usage)
  })

  test.each(allStreams)('are complete at their end and not before their last choice ended: %s', (_, chunks) => {
    const reader = dialect.replyReader({ stream: true })
    expect(reader.isComplete).toBe(false)
    const finished = chunks.map(material.endsChoice)
    for (const [at, frame] of framesOf(chunks).entries()) {
      reader.push(frame)
      if (!finished.slice(0, at + 1).includes(true) && at < chunks.length) expect(reader.isComplete).toBe(false)
    }
    expect(reader.isComplete).toBe(!isFailed(chunks))
  })
}

function testCuts(material: LawMaterial, allStreams: Streams): void {
  const { dialect, streams, frames: framesOf } = material
  test.each(allStreams)('fold to the same however their bytes are cut: %s', (_, chunks) => {
    const bytes = bytesOf(framesOf(chunks))
    const expected = fold(eventsOf(dialect, framesOf(chunks), true))
    for (const size of [1, 2, 3, 7, 100, 4096]) expect(fold(eventsOf(dialect, cut(dialect.framing, bytes, [size]), true))).toEqual(expected)
  })

  test('any cut of a stream into pieces folds to the same', () => {
    const chunks = Object.values(streams).flat()
    const bytes = bytesOf(framesOf(chunks))
    const expected = fold(eventsOf(dialect, framesOf(chunks), true))
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        expect(fold(eventsOf(dialect, cut(dialect.framing, bytes, sizes), true))).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })
}

function bytesOf(frames: readonly Frame[]): Uint8Array {
  return new TextEncoder().encode(frames.map((frame) => printFrame({ data: frame.data ?? '' })).join(''))
}

/** A body up to the dialect's own synonyms. */
function normalOf(material: LawMaterial): (body: JsonObject) => JsonObject {
  return material.normal ?? ((body) => body)
}

function back(dialect: Dialect, body: Json): { body: JsonObject; losses: readonly unknown[] } {
  const losses = lossList()
  return { body: dialect.writeRequest(dialect.readRequest(body), losses), losses: losses.losses }
}

function written(dialect: Dialect, events: readonly ChatEvent[], stream: boolean): { frames: Frame[]; losses: readonly unknown[] } {
  const losses = lossList()
  const writer = dialect.replyWriter({ stream, streamUsage: true }, losses)
  const frames = [...events.flatMap((event) => writer.push(event)), ...writer.end()]
  return { frames, losses: losses.losses }
}

/** The events that frames carry; a mark that is no JSON is none. */
const eventObjects = (frames: readonly Frame[]): JsonObject[] =>
  frames.filter((frame) => frame.data?.startsWith('{')).map((frame) => object(frame.data ?? ''))

/** The contents of a reply, without its spelling. */
function meaning(reply: FoldedReply): unknown {
  const { extras: _, unknown: __, usage, ...head } = reply
  const choices = reply.choices.map(({ extras: ___, ...choice }) => ({
    ...choice,
    parts: choice.parts.map(({ extras: ____, ...part }) => part),
  }))
  return { ...head, choices, usage: usage?.usage }
}

/** The words of a reply by kind, however they are divided into parts. */
function texts(reply: FoldedReply): unknown {
  return reply.choices.map(({ parts }) => {
    const of = (kind: string) => parts.flatMap((part) => (part.kind === kind && 'text' in part ? [part.text] : [])).join('')
    const calls = parts.flatMap((part) => (part.kind === 'tool-call' ? [`${part.id} ${part.name} ${compact(part.argumentsText)}`] : []))
    const sounds = parts.flatMap((part) => (part.kind === 'audio' ? [part.source, part.transcript] : []))
    const images = parts.flatMap((part) => (part.kind === 'image' ? [part.source] : []))
    return { text: of('text'), thought: of('reasoning'), refusal: of('refusal'), calls, sounds, images }
  })
}

/** JSON without its blanks: a dialect whose whole replies hold arguments as objects cannot keep them. */
function compact(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : JSON.stringify(value)
}
