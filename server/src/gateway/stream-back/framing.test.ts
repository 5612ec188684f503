import type { Frame } from '@waystation/wire/encoding/sse'
import { describe, expect, test } from 'vitest'
import { eventStream, jsonArray } from './framing.ts'

const frame = (data: string): Frame => ({ event: '', data })
const comment: Frame = { event: '', data: undefined, raw: Buffer.from(': hi\n\n') }
const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()

describe('server-sent events', () => {
  test.each<[what: string, frames: Frame[], text: string]>([
    ['a frame of ours', [{ event: 'x', data: 'a' }], 'event: x\ndata: a\n\n'],
    ['a frame as it came', [{ ...frame('a'), raw: Buffer.from('data:a\r\n\r\n') }], 'data:a\r\n\r\n'],
    ['several in one piece', [comment, frame('a')], ': hi\n\ndata: a\n\n'],
  ])('%s', (_what, frames, text) => expect(textOf(eventStream.bytes(frames))).toBe(text))

  test('a stream ends with its last frames, or with nothing more', () => {
    expect(textOf(eventStream.end([frame('a')]))).toBe('data: a\n\n')
    expect(eventStream.end([])).toBeUndefined()
  })

  test('a bare failure stands in a frame and beside it', () => {
    expect(textOf(eventStream.bare([frame('{"error":1}')]))).toBe('data: {"error":1}\n\n{"error":1}\n')
  })

  test('a keep-alive is a comment', () => expect(eventStream.ping).toMatch(/^: .*\n\n$/))
})

describe('one JSON array', () => {
  test('is whole at its end, whatever came in between', () => {
    const framing = jsonArray()
    const pieces = [
      framing.bytes([frame('1')]),
      framing.bytes([comment]),
      framing.bytes([frame('2'), frame('3')]),
      framing.end([frame('4')]),
    ]
    const text = pieces.map(textOf).join(framing.ping)
    expect(JSON.parse(text)).toEqual([1, 2, 3, 4])
  })

  test.each<[what: string, before: Frame[], last: Frame[], items: unknown[]]>([
    ['nothing', [], [], []],
    ['a failure alone', [], [frame('{"error":1}')], [{ error: 1 }]],
    ['a failure behind others', [frame('1')], [frame('{"error":1}')], [1, { error: 1 }]],
  ])('with %s', (_what, before, last, items) => {
    const framing = jsonArray()
    const head = textOf(framing.bytes(before)) ?? ''
    expect(JSON.parse(head + textOf(framing.bare(last)))).toEqual(items)
  })

  test('of one stream knows nothing of another', () => {
    jsonArray().bytes([frame('1')])
    expect(textOf(jsonArray().bytes([frame('1')]))).toBe('[1')
  })
})
