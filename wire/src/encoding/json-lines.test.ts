import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameCutter } from './framing.ts'
import { jsonLinesCutter } from './json-lines.ts'
import type { Frame } from './sse.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const decode = (bytes: Uint8Array) => decoder.decode(bytes)
const encode = (text: string) => new TextEncoder().encode(text)

/** The data of the frames, cut from pieces of these sizes, over and over; each piece is spoilt once it was handed over. */
function cut(bytes: Uint8Array, sizes: readonly number[], limit = 1_000_000): (string | undefined)[] {
  const cutter = jsonLinesCutter(decode, limit)
  const frames: Frame[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    const piece = bytes.slice(at, at + size)
    frames.push(...cutter.push(piece).map(({ event, data }) => ({ event, data })))
    piece.fill(63)
    at += size
  }
  return [...frames, ...cutter.end()].map(({ data }) => data)
}

const values = ['{"a":"grüße 🎉"}', '[1,2]', '"x\\ny"', '{}']

test('lines are the same for every split in two, with a mark before them, blank lines between them and both line ends', () => {
  const bytes = encode(`\uFEFF${values[0]}\n\n${values[1]}\r\n  \r\n${values[2]}\n${values[3]}`)
  for (let at = 1; at <= bytes.length; at++) expect(cut(bytes, [at, bytes.length])).toEqual(values)
})

test('lines of any JSON come back however they are cut', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.array(fc.json(), { minLength: 1, maxLength: 6 }), sizes, (texts, pieces) => {
      const lines = texts.map((text) => JSON.stringify(JSON.parse(text)))
      expect(cut(encode(lines.map((line) => `${line}\n`).join('')), pieces)).toEqual(lines.map((line) => decode(encode(line))))
    }),
    { numRuns: 300 },
  )
})

test('a line larger than the limit is refused, in one piece or in many, and many small ones are not', () => {
  const large = encode(`"${'x'.repeat(200)}"`)
  expect(() => cut(large, [1000], 100)).toThrow(RangeError)
  expect(() => cut(large, [1], 100)).toThrow(RangeError)
  expect(() => cut(encode(`"${'x'.repeat(200)}"\n`), [1000], 100)).toThrow(RangeError)
  expect(cut(encode('{}\n'.repeat(90)), [1000], 100)).toHaveLength(90)
})

test('a line is given with its bytes, and one without an end is given once, at the end', () => {
  const cutter = jsonLinesCutter(decode, 100)
  const [frame] = cutter.push(encode('{"a":1}\r\n{"b":'))
  expect(decode(frame?.raw ?? new Uint8Array())).toBe('{"a":1}\r\n')
  expect(cutter.pendingBytes).toBe(5)
  expect(cutter.end()).toEqual([{ event: '', data: '{"b":' }])
  expect(cutter.end()).toEqual([])
  expect(cutter.pendingBytes).toBe(0)
})

test.each([
  ['sse', 'event: e\ndata: {"a":1}\n\n', 'e'],
  ['json-lines', '{"a":1}\n', ''],
] as const)('the cutter of the framing %s', (framing, text, event) => {
  expect(frameCutter(framing, decode, 100).push(encode(text))).toMatchObject([{ event, data: '{"a":1}' }])
})
