import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Frame, isDone, printComment, printFrame, sseCutter } from './sse.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const decode = (bytes: Uint8Array) => decoder.decode(bytes)
const encode = (text: string) => new TextEncoder().encode(text)

function cut(bytes: Uint8Array, sizes: readonly number[], limit = 1_000_000): Frame[] {
  const cutter = sseCutter(decode, limit)
  const frames: Frame[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    // A copy in a buffer that is spoilt afterwards: nothing may hold on to the caller's bytes.
    const piece = bytes.slice(at, at + size)
    frames.push(...cutter.push(piece).map(({ event, data }) => ({ event, data })))
    piece.fill(63)
    at += size
  }
  return frames
}

const eventsAndData = (frames: readonly Frame[]) => frames.map(({ event, data }) => [event, data])

// FLT-13: what a stream says does not depend on where its bytes are cut, nor on how its lines end.
const lines = [
  ': hello',
  '',
  'event: a',
  'data: grüße 🎉',
  'id: 7',
  'retry: 10',
  '',
  'data: one',
  'data:two',
  'data',
  '',
  '',
  'data: {"x":1}',
  '',
  'data:  [DONE]',
  '',
  '',
]
const expected = [
  ['', undefined],
  ['a', 'grüße 🎉'],
  ['', 'one\ntwo\n'],
  ['', '{"x":1}'],
  ['', ' [DONE]'],
]

describe('frames', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('are the same for every split in two, with lines ended by %s', (_, end) => {
    const bytes = encode(lines.join(end))
    for (let at = 0; at <= bytes.length; at++) {
      expect(eventsAndData(cut(bytes, [at, bytes.length])).filter(([, data]) => data !== undefined)).toEqual(
        expected.filter(([, data]) => data !== undefined),
      )
    }
  })

  test('are the same for any mix of line ends and any split', () => {
    const ends = fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: lines.length, maxLength: lines.length })
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(ends, sizes, fc.boolean(), (mix, pieces, hasMark) => {
        let stream = hasMark ? '\uFEFF' : ''
        // A CR and the LF of an empty line after it would be one end and not two.
        for (const [index, line] of lines.entries())
          stream += line + (mix[index] === '\n' && line === '' && stream.endsWith('\r') ? '\r' : mix[index])
        const bytes = encode(stream)
        const dataOnly = eventsAndData(cut(bytes, pieces)).filter(([, data]) => data !== undefined)
        expect(dataOnly).toEqual(expected.filter(([, data]) => data !== undefined))
      }),
      { numRuns: 500 },
    )
  })

  test('of any text come back from what was printed of them', () => {
    const text = fc.string({ unit: 'binary' }).map((each) => each.replaceAll('\r', ''))
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), sizes, (texts, pieces) => {
        const bytes = encode(texts.map((data) => printFrame({ data })).join(''))
        // A lone surrogate has no bytes of its own; encoding replaces it.
        expect(cut(bytes, pieces).map((frame) => frame.data)).toEqual(texts.map((each) => decode(encode(each))))
      }),
      { numRuns: 300 },
    )
  })

  test('drop the byte order mark before the first line only', () => {
    expect(eventsAndData(cut(encode('\uFEFFdata: a\n\n\uFEFFdata: b\n\ndata: c\n\n'), [4]))).toEqual([
      ['', 'a'],
      ['', undefined],
      ['', 'c'],
    ])
  })

  test('keep their bytes, so that a stream can be passed through as it came', () => {
    const text = 'event: x\r\ndata: ü\r\n\r\n: ping\n\ndata: [DONE]\n\n'
    const frames = sseCutter(decode, 1000).push(encode(text))
    expect(frames.map((frame) => decode(frame.raw ?? new Uint8Array())).join('')).toBe(text)
    expect(frames.map(isDone)).toEqual([false, false, true])
  })

  test('keep a line end that came in two halves, so that none is missing where another follows', () => {
    const cutter = sseCutter(decode, 1000)
    const frames = [...cutter.push(encode('data: a\r')), ...cutter.push(encode('\n\ndata: b\n\n'))]
    expect(frames.map((frame) => decode(frame.raw ?? new Uint8Array()))).toEqual(['data: a\r\n\n', 'data: b\n\n'])
  })

  test('keep their bytes apart from those of the events after them, in however many chunks they came', () => {
    const events = ['data: one\n\n', 'event: x\ndata: two\n\n', 'data: three\n\n']
    const bytes = encode(events.join(''))
    for (const size of [1, 3, 8, 15, bytes.length]) {
      const cutter = sseCutter(decode, 1000)
      const frames: Frame[] = []
      for (let at = 0; at < bytes.length; at += size) frames.push(...cutter.push(bytes.slice(at, at + size)))
      expect(frames.map((frame) => decode(frame.raw ?? new Uint8Array()))).toEqual(events)
    }
  })

  test('never put two events together', () => {
    const cutter = sseCutter(decode, 1000)
    expect(cutter.push(encode('data: a\r\n\r'))).toHaveLength(1)
    expect(cutter.push(encode('\ndata: b\n'))).toHaveLength(0)
    expect(cutter.pendingBytes).toBe(8)
    expect(eventsAndData(cutter.push(encode('\n')))).toEqual([['', 'b']])
    expect(cutter.pendingBytes).toBe(0)
  })
})

test('an event larger than the limit is refused, in one piece or in many, and a small one is not', () => {
  const large = encode(`data: ${'x'.repeat(200)}`)
  expect(() => cut(large, [1000], 100)).toThrow(RangeError)
  expect(() => cut(large, [1], 100)).toThrow(RangeError)
  expect(cut(encode('data: x\n\n'.repeat(50)), [1000], 100)).toHaveLength(50)
})

test('what was begun and never closed is given at the end, once', () => {
  const cutter = sseCutter(decode, 1000)
  cutter.push(encode('data: a\n\ndata: [DONE]'))
  expect(eventsAndData(cutter.end())).toEqual([['', '[DONE]']])
  expect(cutter.end()).toEqual([])
  const empty = sseCutter(decode, 1000)
  empty.push(encode('data: a\n\n: bye'))
  expect(empty.end()).toEqual([])
})

test('printed frames are frames', () => {
  expect(printFrame({ event: 'e', data: 'a\nb' })).toBe('event: e\ndata: a\ndata: b\n\n')
  expect(eventsAndData(cut(encode(printComment('ping')), [3]))).toEqual([['', undefined]])
})
