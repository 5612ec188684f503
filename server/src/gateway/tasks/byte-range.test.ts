import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutOut, partOf, rangeIn, rangeText } from './byte-range.ts'

test.each([
  ['bytes=0-3', { from: 0, to: 3 }],
  ['Bytes=7-', { from: 7 }],
  ['bytes=-4', { last: 4 }],
  ['bytes=3-3', { from: 3, to: 3 }],
  ['bytes=4-3', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=0-1.5', undefined],
  ['lines=0-3', undefined],
  ['', undefined],
])('%j asks for %j', (range, expected) => {
  expect(rangeIn({ range })).toEqual(expected)
  if (expected) expect(rangeText(expected)).toBe(range.toLowerCase())
})

test('a part that depends on a version is not sent, since files have none', () => {
  expect(rangeIn({ range: 'bytes=0-3', 'if-range': '"v1"' })).toBeUndefined()
  expect(rangeIn({})).toBeUndefined()
})

test.each([
  [
    { from: 0, to: 3 },
    { from: 0, to: 3 },
  ],
  [{ from: 2 }, { from: 2, to: 9 }],
  [
    { from: 9, to: 99 },
    { from: 9, to: 9 },
  ],
  [{ from: 10 }, undefined],
  [{ last: 4 }, { from: 6, to: 9 }],
  [{ last: 99 }, { from: 0, to: 9 }],
  [{ last: 0 }, undefined],
])('of ten bytes, %j is %j', (range, part) => {
  expect(partOf(range, 10)).toEqual(part)
  expect(partOf(range, 0)).toBeUndefined()
})

test('a part has its own bytes however the file comes in pieces, and the file is left when it is there', async () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.nat(60), fc.nat(60), async (chunks, one, other) => {
      const file = Buffer.concat(chunks)
      const part = partOf({ from: Math.min(one, other), to: Math.max(one, other) }, file.length)
      fc.pre(part !== undefined)
      const whole = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
      expect(await buffer(cutOut(whole, part))).toEqual(file.subarray(part.from, part.to + 1))
      expect(whole.destroyed).toBe(true)
    }),
  )
})

test('a file that ends before its part is an error, and no short part', async () => {
  const cut = cutOut(Readable.from([Buffer.from('abc')]), { from: 1, to: 5 })
  await expect(buffer(cut)).rejects.toThrow('ended before the part')
})
