// The laws of a dialect that only vendors speak: what is read does not depend on where the bytes of a stream are cut, nor on whether the reply
// was streamed, and a reply counts as whole exactly when its end has come.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VendorDialect } from '../src/chat/dialect.ts'
import type { ChatEvent } from '../src/chat/event.ts'
import { type FoldedReply, fold } from '../src/chat/fold.ts'
import { frameCutter } from '../src/framing.ts'
import { isObject, type Json, type JsonObject } from '../src/json.ts'
import type { Frame } from '../src/sse.ts'
import { object, recordings } from './recordings.ts'

/** What the laws of one dialect are tested on. */
export interface VendorLawMaterial {
  readonly dialect: VendorDialect
  /** Folders of recorded answers that speak it. */
  readonly folders: readonly string[]
  /** Written by hand, by what they show. */
  readonly replies: Readonly<Record<string, JsonObject>>
  readonly streams: Readonly<Record<string, readonly JsonObject[]>>
  /** The bytes that a vendor sends for these events. */
  bytes(events: readonly JsonObject[]): Uint8Array
  /** The whole reply with the same contents as the stream, built from its JSON alone. Undefined for a stream that fails. */
  whole(events: readonly JsonObject[]): JsonObject | undefined
}

type NamedStream = readonly [name: string, events: readonly JsonObject[]]

/** Declares the tests of the laws over the material, in the file that calls it. */
export function testVendorLaws(material: VendorLawMaterial): void {
  const { dialect, folders, replies, streams } = material
  const recorded = recordings(folders)
  const allReplies = [
    ...recorded.flatMap(({ name, body }) => (body === undefined ? [] : [[name, object(body)] as const])),
    ...Object.entries(replies),
  ]
  const allStreams: NamedStream[] = [
    ...recorded.flatMap(({ name, chunks }) => (chunks === undefined ? [] : [[name, chunks.map(object)] as const])),
    ...Object.entries(streams),
  ]
  console.log(`laws of ${dialect.name}: ${recorded.length} recorded, ${allReplies.length} replies and ${allStreams.length} streams in all`)

  describe('streams', () => {
    testMeaning(material, allStreams)
    testOrder(material, allStreams)
  })

  test.each(allReplies)('a whole reply is complete, and costs what it reports: %s', (_, body) => {
    const reader = dialect.replyReader({ stream: false })
    const events = [...reader.push({ event: '', data: JSON.stringify(body) }), ...reader.end()]
    expect(reader.isComplete).toBe(true)
    expect(fold(events)).toMatchObject({ isEnded: true, usage: { usage: { output: expect.any(Number) } } })
    expect(events.filter(({ kind }) => kind === 'unknown')).toEqual([])
  })
}

function testMeaning({ dialect, bytes, whole }: VendorLawMaterial, allStreams: readonly NamedStream[]): void {
  test.each(allStreams)('give the same events however their bytes are cut: %s', (_, events) => {
    const sent = bytes(events)
    const expected = eventsOf(dialect, cut(dialect, sent, [sent.length]))
    const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 })
    expect(eventsOf(dialect, cut(dialect, sent, [1]))).toEqual(expected)
    fc.assert(
      fc.property(sizes, (pieces) => {
        expect(eventsOf(dialect, cut(dialect, sent, pieces))).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  })

  test.each(allStreams)('say what the whole reply says: %s', (_, events) => {
    const reply = whole(events)
    const streamed = fold(eventsOf(dialect, cut(dialect, bytes(events), [4096])))
    if (reply === undefined) {
      expect(streamed.failure?.message).toEqual(expect.any(String))
      expect(streamed.isEnded).toBe(false)
    } else expect(meaning(streamed)).toEqual(meaning(fold(wholeEvents(dialect, reply))))
  })
}

function testOrder({ dialect, bytes, whole }: VendorLawMaterial, allStreams: readonly NamedStream[]): void {
  test.each(allStreams)('start and end each part once, and end it before the answer: %s', (_, events) => {
    const open = new Set<number>()
    for (const event of eventsOf(dialect, cut(dialect, bytes(events), [4096]))) {
      if (event.kind === 'part-started') open.add(event.part)
      if (event.kind === 'part-delta') expect(open).toContain(event.part)
      if (event.kind === 'part-ended') expect(open.delete(event.part)).toBe(true)
      if (event.kind === 'choice-ended' || event.kind === 'reply-ended') expect(open.size).toBe(0)
    }
    expect(open.size).toBe(0)
  })

  test.each(allStreams)('are whole at their end, and nowhere before it: %s', (_, sent) => {
    const frames = cut(dialect, bytes(sent), [4096])
    for (let count = 0; count < frames.length; count++) {
      const reader = dialect.replyReader({ stream: true })
      const events = [...frames.slice(0, count).flatMap((frame) => reader.push(frame)), ...reader.end()]
      expect(reader.isComplete).toBe(false)
      expect(events).not.toContainEqual({ kind: 'reply-ended' })
    }
    const reader = dialect.replyReader({ stream: true })
    for (const frame of frames) reader.push(frame)
    expect(reader.isComplete).toBe(whole(sent) !== undefined)
  })
}

/** The events of a stream's frames. */
export function eventsOf(dialect: VendorDialect, frames: readonly Frame[]): ChatEvent[] {
  const reader = dialect.replyReader({ stream: true })
  return [...frames.flatMap((frame) => reader.push(frame)), ...reader.end()]
}

/** The events of a whole reply. */
export function wholeEvents(dialect: VendorDialect, body: Json): ChatEvent[] {
  const reader = dialect.replyReader({ stream: false })
  return [...reader.push({ event: '', data: JSON.stringify(body) }), ...reader.end()]
}

/** The bytes cut into pieces of these sizes, over and over, and put into frames. */
function cut(dialect: VendorDialect, bytes: Uint8Array, sizes: readonly number[]): Frame[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const cutter = frameCutter(dialect.framing, (piece) => decoder.decode(piece), 1_000_000)
  const frames: Frame[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    frames.push(...cutter.push(bytes.slice(at, at + size)).map(({ event, data }) => ({ event, data })))
    at += size
  }
  return [...frames, ...cutter.end()]
}

/** The contents of a reply: log probabilities come piece by piece or at once, and extras have other tests. */
function meaning({ choices, usage, id, model, failure, isEnded }: FoldedReply): unknown {
  const said = choices.map(({ extras: _, logprobs, ...choice }) => ({
    ...choice,
    logprobs: logprobs?.flatMap((each) => (isObject(each) && Array.isArray(each.content) ? each.content : [])),
  }))
  return { id, model, choices: said, usage: usage?.usage, failure, isEnded }
}
