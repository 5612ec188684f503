import { expect, test } from 'vitest'
import { z } from 'zod'
import { addressLines, bit, commaList, jsonDocument, jsonText, lineList, nameList, textFlag } from './codec.ts'

test.each([
  [commaList, 'a, b,,a，c\n', ['a', 'b', 'c'], 'a,b,c'],
  [commaList, 's1、s2；s3\r\ns4\u200b, s5', ['s1', 's2', 's3', 's4', 's5'], 's1,s2,s3,s4,s5'],
  [nameList, ['a、b', 'c'], ['a', 'b', 'c'], 'a,b,c'],
  [commaList, '', [], ''],
  [lineList, ' 10.0.0.1 \r\n\n10.0.0.0/8,x\n10.0.0.1', ['10.0.0.1', '10.0.0.0/8,x'], '10.0.0.1\n10.0.0.0/8,x'],
  [bit, 1, true, 1],
  [bit, 0, false, 0],
  [textFlag, 'true', true, 'true'],
  [textFlag, 'false', false, 'false'],
] as [z.ZodType, unknown, unknown, unknown][])('%#: %j from the wire is %j inside and %j going out', (codec, wire, inside, out) => {
  expect(z.decode(codec, wire)).toEqual(inside)
  expect(z.encode(codec, inside)).toEqual(out)
})

test.each([
  [bit, 2],
  [bit, true],
  [textFlag, 'TRUE'],
  [textFlag, ''],
  [commaList, ['a']],
] as [z.ZodType, unknown][])('%#: %j is refused', (codec, wire) => {
  expect(z.safeDecode(codec, wire as never).success).toBe(false)
})

const sizes = jsonText(z.record(z.string(), z.number()), { none: 0 })

test('JSON in a text is read within its schema, and empty text is the empty value', () => {
  expect(z.decode(sizes, ' {"a": 1}')).toEqual({ a: 1 })
  expect(z.decode(sizes, '  ')).toEqual({ none: 0 })
  expect(z.encode(sizes, { a: 1 })).toBe('{"a":1}')
})

test('text that is not JSON fails as such; JSON of another shape fails with its path', () => {
  expect(z.safeDecode(sizes, '{a:1}').error?.issues[0]?.message).toBe('not_json')
  expect(z.safeDecode(sizes, '{"a":"1"}').error?.issues[0]?.path).toEqual(['a'])
})

test('a JSON document keeps its original text', () => {
  const document = jsonDocument(z.record(z.string(), z.number()), { none: 0 })
  const read = z.decode(document, ' {"a":  1.0}\n')
  expect(read).toEqual({ value: { a: 1 }, text: '{"a":  1.0}' })
  expect(z.encode(document, read)).toBe('{"a":  1.0}')
  expect(z.decode(document, ' ')).toEqual({ value: { none: 0 }, text: '' })
  expect(z.safeDecode(document, '{a:1}').error?.issues[0]?.message).toBe('not_json')
})

test('addresses know their lines, and each is there once', () => {
  const read = z.decode(addressLines, '10.0.0.1、 10.0.0.2；\r\n\n10.0.0.1 2001:db8::/32,\n')
  expect(read).toEqual([
    { text: '10.0.0.1', line: 1 },
    { text: '10.0.0.2', line: 1 },
    { text: '2001:db8::/32', line: 3 },
  ])
  expect(z.encode(addressLines, read)).toBe('10.0.0.1\n10.0.0.2\n2001:db8::/32')
})

test('a schema with codecs can be printed', () => {
  const printed = z.toJSONSchema(z.object({ list: commaList, flag: textFlag, map: sizes }), { io: 'input' })
  expect(printed.properties).toMatchObject({ list: { type: 'string' }, flag: { enum: ['true', 'false'] }, map: { type: 'string' } })
})
