import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineMatcher } from './line-matcher.ts'
import { WordIndex } from './word-index.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '词', '\ud83d', '\ude00'), minLength: 1, maxLength: 6 })
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '词', '\ud83d', '\ude00'), maxLength: 60 })

test('finds exactly the words that a text contains, within others and overlapping too', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), text, (words, read) => {
      const found = new WordIndex(words).find(read, Number.POSITIVE_INFINITY).map((at) => words[at])
      expect(found.toSorted()).toEqual([...new Set(words)].filter((one) => read.includes(one)).toSorted())
    }),
    { numRuns: 2000 },
  )
})

test('finds words of more states than the table has, across slices of a long text', () => {
  const words = Array.from({ length: 9000 }, (_, at) => `word ${at.toString(2)}`)
  const place = 2 ** 15 - 3
  for (const at of [0, 4711, 8999]) {
    const found = new WordIndex(words).find(`${'x'.repeat(place)}word ${at.toString(2)}.`, 99).map((one) => words[one])
    expect(found).toContain(`word ${at.toString(2)}`)
  }
})

test.each([
  ['ＡＢＣ', 'xabcx', true],
  ['ﬁsh', 'FISH', true],
  ['regex:Ａ（b）', 'a(B)', true],
  ['regex:[Ａ-Ｃ]{2}x', 'cbX', true],
  ['regex:^only$', 'not only', false],
  ['regex:\\S-\\D', 'a-1', false],
])('%s in %s: %s', (line, read, isFound) => expect(new LineMatcher([line]).find([read])).toEqual(isFound ? [line] : []))
