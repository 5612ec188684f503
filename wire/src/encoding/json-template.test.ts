import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonTemplate, textSpan } from './json-template.ts'

const shape = (text: string, pad = 'x') => JSON.stringify({ id: 1, delta: { text }, pad })
const spanOf = (data: string, key: string) => textSpan(data, key) ?? { begin: 0, end: 0 }
const template = (data: string) => new JsonTemplate(data, [spanOf(data, 'text'), spanOf(data, 'pad')])

describe('a JSON text with open texts', () => {
  test('matches any other texts in their places, and gives them as parsing would', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    fc.assert(
      fc.property(text, text, text, text, (before, pad, after, other) => {
        expect(template(shape(before, pad)).match(shape(after, other))).toEqual([after, other])
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['another value elsewhere', shape('a').replace('1', '2')],
    ['another key', shape('a').replace('"pad"', '"pod"')],
    ['one more field', shape('a').replace('"pad"', '"more":1,"pad"')],
    ['a field after it', shape('a').replace(/}$/, ',"more":1}')],
    ['more behind it', `${shape('a')} `],
    ['no end', shape('a').slice(0, -1)],
    ['an end within the text', shape('a').slice(0, 24)],
    ['a number in place of the text', shape('a').replace('"a"', '7')],
    ['a quote that ends the text early', shape('a').replace('"a"', '"a"b"')],
    ['an escape that is none', shape('a').replace('"a"', '"\\x"')],
    ['an escape that is none in a long text', shape('a').replace('"a"', `"${'b'.repeat(20)}\\x"`)],
    ['a line feed in the text', shape('a').replace('"a"', '"a\n"')],
    ['a line feed in a long text', shape('a').replace('"a"', `"${'b'.repeat(20)}\n"`)],
    ['nothing', ''],
  ])('does not match what has %s', (_, data) => {
    expect(template(shape('a')).match(data)).toBeUndefined()
  })

  test('is filled with texts in their order', () => {
    expect(template(shape('a', 'b')).filled(['one', 'two'])).toBe(shape('one', 'two'))
  })
})

test('a text is found by its name, with space around the colon, and not within another text', () => {
  const data = '{"other":"\\"text\\": \\"no\\"","text" : "yes \\" \\\\","z":1}'
  const span = textSpan(data, 'text')
  expect(span && data.slice(span.begin, span.end)).toBe('yes \\" \\\\')
  expect(textSpan('{"text":1}', 'text')).toBeUndefined()
  expect(textSpan('{"text":"cut', 'text')).toBeUndefined()
})
