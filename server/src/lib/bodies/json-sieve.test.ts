import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CutLimits, JsonSieve, type SieveRules } from './json-sieve.ts'

/** Pushes a text in pieces of these lengths, again and again. */
function through(text: string, rules: SieveRules, lengths: readonly number[]): JsonSieve {
  const sieve = new JsonSieve(rules)
  const bytes = Buffer.from(text)
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const to = at + (lengths[turn % lengths.length] ?? 1)
    sieve.push(bytes.subarray(at, to))
    at = to
  }
  return sieve
}

const jsons = fc.jsonValue({ maxDepth: 12, stringUnit: 'binary' })
const pieces = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
/** With all that JSON allows to be written in another way. */
const printed = (value: unknown, blanks: number) =>
  JSON.stringify(value, null, blanks).replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const narrow: CutLimits = { valueBytes: 1_000_000, textBytes: 20, members: 4, depth: 5 }

/** What a value is after it has been cut. */
function cut(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === narrow.depth) return null
  if (Array.isArray(value)) return value.slice(0, narrow.members).map((one) => cut(one, depth + 1))
  const fields = Object.entries(value).slice(0, narrow.members)
  return Object.fromEntries(fields.map(([name, one]) => [name, cut(one, depth + 1)]))
}

describe('JSON that is read as it comes', () => {
  test('is the same to the byte where nothing is asked for, wherever it is cut in pieces', () => {
    fc.assert(
      fc.property(jsons, pieces, fc.integer({ min: 0, max: 2 }), (value, lengths, blanks) => {
        const text = printed(value, blanks)
        expect(through(text, {}, lengths).end()).toEqual({ text, isCut: false })
      }),
    )
  })

  test('has long lists and deep values cut, and says so', () => {
    const short = fc.jsonValue({ maxDepth: 8, stringUnit: fc.constantFrom('a', '"', '\\', '{', ',') }).filter((value) => {
      // Names are cut like texts, and then they may be equal.
      return !/"(?:[^"\\]|\\.){20,}"/.test(JSON.stringify(value))
    })
    fc.assert(
      fc.property(short, pieces, (value, lengths) => {
        const text = JSON.stringify(value)
        const kept = through(text, { limits: narrow }, lengths).end()
        expect(JSON.parse(kept.text ?? '')).toEqual(JSON.parse(JSON.stringify(cut(value))))
        expect(kept.isCut).toBe(JSON.stringify(cut(value)) !== text)
      }),
      { numRuns: 500 },
    )
  })

  test('has long texts cut, and never within an escape', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 10, maxLength: 60 }), pieces, fc.boolean(), (text, lengths, isEscaped) => {
        const json = isEscaped ? printed([text], 0) : JSON.stringify([text])
        const kept = through(json, { limits: narrow }, lengths).end()
        const [beginning]: string[] = JSON.parse(kept.text ?? '')
        // A letter may be cut within its bytes.
        expect(text.startsWith((beginning ?? '').replace(/\ufffd+$/, ''))).toBe(true)
        expect(Buffer.byteLength(kept.text ?? '')).toBeLessThan(narrow.textBytes + 20)
      }),
    )
  })

  test('tells the elements of a list one by one, and keeps the rest', () => {
    const list = 'response.answers'
    fc.assert(
      fc.property(fc.array(jsons, { maxLength: 8 }), jsons, pieces, fc.integer({ min: 0, max: 2 }), (answers, other, lengths, blanks) => {
        const text = printed({ other, response: { more: [other], answers }, answers: [other] }, blanks)
        const sieve = through(text, { lists: new Set([list]) }, lengths)
        expect(sieve.elements().map((one) => [one.list, one.index, JSON.parse(one.text ?? '')])).toEqual(
          answers.map((value, index) => [list, index, JSON.parse(JSON.stringify(value))]),
        )
        const rest = { other, response: { more: [other], answers: [] }, answers: [other] }
        expect(JSON.parse(sieve.end().text ?? '')).toEqual(JSON.parse(JSON.stringify(rest)))
      }),
    )
  })

  test('has values replaced at their place, and nowhere else', () => {
    const replaced = new Map([
      ['name', '"ours"'],
      ['metadata.name', '["ours"]'],
    ])
    fc.assert(
      fc.property(jsons, jsons, pieces, (name, other, lengths) => {
        const value = (first: unknown, second: unknown) => ({
          ...{ name: first, list: [{ name }], metadata: { other, name: second }, deep: { metadata: { name } } },
        })
        const sieve = through(printed(value(name, name), 1), { replaced }, lengths)
        expect(JSON.parse(sieve.end().text ?? '')).toEqual(JSON.parse(JSON.stringify(value('ours', ['ours']))))
      }),
    )
  })

  test('is not kept where it is too large, and what follows is', () => {
    const sieve = new JsonSieve({ limits: { ...narrow, textBytes: 100, valueBytes: 50 } })
    sieve.push(Buffer.from(JSON.stringify(['x'.repeat(80)])))
    expect(sieve.end()).toEqual({ text: undefined, isCut: true })
    sieve.push(Buffer.from('["broken'))
    sieve.end()
    sieve.push(Buffer.from('{"a":1}'))
    expect(sieve.end()).toEqual({ text: '{"a":1}', isCut: false })
  })
})
