import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import { Base64Text, ShortTexts } from './json-texts.ts'

/** Sends a text through in parts of so many bytes. */
async function through<Stream extends Base64Text | ShortTexts>(text: string, stream: Stream, partBytes: number): Promise<Buffer> {
  const bytes = Buffer.from(text)
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, at) => bytes.subarray(at * partBytes, (at + 1) * partBytes))
  const [, whole] = await Promise.all([pipeline(Readable.from(parts), stream), buffer(stream)])
  return whole
}

const film = randomBytes(10_001)
const partSizes = [1, 2, 3, 7, 64, 4096, 1_000_000]

describe('texts that are cut', () => {
  test.each(partSizes)('come out with their beginning, in parts of %i bytes, and everything else as it was', async (partBytes) => {
    const data = film.toString('base64')
    const value = { a: data, 'a "name"': ['\\', '"', 'ü', { b: 1.5, [data.slice(0, 30)]: null }], c: { done: true, text: 'short\n' } }
    const cut = await through(JSON.stringify(value, null, 1), new ShortTexts(100), partBytes)
    expect(JSON.parse(cut.toString())).toEqual({ ...value, a: data.slice(0, 100) })
  })

  test('are not cut within an escape', async () => {
    for (let before = 90; before < 110; before += 1) {
      const text = `${'x'.repeat(before)}\\"\u0007${'y'.repeat(100)}`
      const cut = await through(JSON.stringify([text]), new ShortTexts(100), 13)
      expect(text.startsWith(JSON.parse(cut.toString())[0])).toBe(true)
    }
  })
})

describe('the bytes of a text in base64', () => {
  test.each(partSizes)('are those of the first text of its name, in parts of %i bytes', async (partBytes) => {
    for (const size of [9999, 10_000, 10_001]) {
      const bytes = film.subarray(0, size)
      const answer = { note: 'data', list: ['data', 'AAAA'], data: bytes.toString('base64'), more: { data: 'AAAA' } }
      expect((await through(JSON.stringify(answer), new Base64Text('data'), partBytes)).equals(bytes)).toBe(true)
    }
  })

  test.each(partSizes)('may have escapes, in parts of %i bytes', async (partBytes) => {
    const bytes = film.subarray(0, 1000)
    const escaped = bytes.toString('base64').replaceAll('/', '\\/').replaceAll('=', '\\u003d').replaceAll('+', '\\u002B')
    expect((await through(`{"data" : "${escaped}"}`, new Base64Text('data'), partBytes)).equals(bytes)).toBe(true)
  })

  test.each([
    ['is not there', '{"other": "AAAA", "list": ["data", "AAAA"]}'],
    ['breaks off', '{"data": "AAAA'],
  ])('fail where it %s', async (_, text) => {
    await expect(through(text, new Base64Text('data'), 5)).rejects.toThrow(/data/)
  })
})
