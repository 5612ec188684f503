// The laws of a dialect that only vendors speak: what is read does not depend on where the bytes of a stream are cut, nor on whether the reply
// was streamed, and a reply counts as whole exactly when its end has come.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VendorDialect } from '../src/chat/dialect.ts'
import { type FoldedReply, fold } from '../src/chat/reply/fold.ts'
import { isObject, type JsonObject } from '../src/encoding/json.ts'
import { cut, eventsOf, frameOf, wholeEvents } from './reading.ts'
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
  /**
   * The whole reply with the same contents as the stream, built from its JSON alone. Undefined for a stream that fails; `streams-only` of a
   * vendor that has no whole replies.
   */
  whole(events: readonly JsonObject[]): JsonObject | 'streams-only' | undefined
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
    const events = [...reader.push(frameOf(body)), ...reader.end()]
    expect(reader.isComplete).toBe(true)
    expect(fold(events)).toMatchObject({ isEnded: true, usage: { usage: { output: expect.any(Number) } } })
    expect(events.filter(({ kind }) => kind === 'unknown')).toEqual([])
  })
}

function testMeaning({ dialect, bytes, whole }: VendorLawMaterial, allStreams: readonly NamedStream[]): void {
  test.each(allStreams)('give the same events however their bytes are cut: %s', (_, events) => {
    const sent = bytes(events)
    const expected = eventsOf(dialect, cut(dialect.framing, sent, [sent.length]))
    const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 })
    expect(eventsOf(dialect, cut(dialect.framing, sent, [1]))).toEqual(expected)
    fc.assert(
      fc.property(sizes, (pieces) => {
        expect(eventsOf(dialect, cut(dialect.framing, sent, pieces))).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  })

  test.each(allStreams)('say what the whole reply says: %s', (_, events) => {
    const reply = whole(events)
    const streamed = fold(eventsOf(dialect, cut(dialect.framing, bytes(events), [4096])))
    if (reply === undefined) {
      expect(streamed.failure?.message).toEqual(expect.any(String))
      expect(streamed.isEnded).toBe(false)
    } else if (reply === 'streams-only') expect(streamed).toMatchObject({ isEnded: true, usage: { usage: { output: expect.any(Number) } } })
    else expect(meaning(streamed)).toEqual(meaning(fold(wholeEvents(dialect, reply))))
  })
}

function testOrder({ dialect, bytes, whole }: VendorLawMaterial, allStreams: readonly NamedStream[]): void {
  test.each(allStreams)('start and end each part once, and end it before the answer: %s', (_, events) => {
    const open = new Set<number>()
    for (const event of eventsOf(dialect, cut(dialect.framing, bytes(events), [4096]))) {
      if (event.kind === 'part-started') open.add(event.part)
      if (event.kind === 'part-delta') expect(open).toContain(event.part)
      if (event.kind === 'part-ended') expect(open.delete(event.part)).toBe(true)
      if (event.kind === 'choice-ended' || event.kind === 'reply-ended') expect(open.size).toBe(0)
    }
    expect(open.size).toBe(0)
  })

  test.each(allStreams)('are whole at their end, and nowhere before it: %s', (_, sent) => {
    const frames = cut(dialect.framing, bytes(sent), [4096])
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

/** The contents of a reply: log probabilities come piece by piece or at once, and extras have other tests. */
function meaning({ choices, usage, id, model, failure, isEnded }: FoldedReply): unknown {
  const said = choices.map(({ extras: _, logprobs, ...choice }) => ({
    ...choice,
    logprobs: logprobs?.flatMap((each) => (isObject(each) && Array.isArray(each.content) ? each.content : [])),
  }))
  return { id, model, choices: said, usage: usage?.usage, failure, isEnded }
}
