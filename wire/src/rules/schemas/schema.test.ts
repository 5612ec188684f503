import { describe, expect, test } from 'vitest'
import {
  closedSchema,
  describedSchema,
  hasFittingNames,
  hasKeyword,
  isOpenSchema,
  isRecursive,
  isWhole,
  withUsualDefinitions,
} from './schema.ts'

const text = { type: 'string' }

describe('keywords that are refused', () => {
  test('go into the description of the place where they stood', () => {
    const schema = { type: 'object', properties: { age: { type: 'integer', minimum: 0, maximum: 120, description: 'In years.' } } }
    expect(describedSchema(schema, ['minimum', 'maximum'])).toEqual({
      type: 'object',
      properties: { age: { type: 'integer', description: 'In years. (minimum: 0, maximum: 120)' } },
    })
  })

  test('are found at every depth, and a value or a name that looks like one is left alone', () => {
    const inside = { anyOf: [{ items: { $ref: '#/$defs/a' } }], $defs: { a: { type: 'array', maxItems: 3 } } }
    expect(hasKeyword(inside, ['maxItems'])).toBe(true)
    expect(describedSchema(inside, ['maxItems'])).toEqual({
      anyOf: [{ items: { $ref: '#/$defs/a' } }],
      $defs: { a: { type: 'array', description: '(maxItems: 3)' } },
    })
    const harmless = { properties: { maxItems: text }, required: ['maxItems'], default: { maxItems: 1 }, enum: [{ maxItems: 2 }] }
    expect(hasKeyword(harmless, ['maxItems'])).toBe(false)
    expect(describedSchema(harmless, ['maxItems'])).toEqual(harmless)
  })

  test('keep a key that assignment would swallow', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string","maxLength":5}}}')
    expect(JSON.stringify(describedSchema(schema, ['maxLength']))).toBe(
      '{"properties":{"__proto__":{"type":"string","description":"(maxLength: 5)"}}}',
    )
  })
})

test('every object is closed, whatever it said, and values stay', () => {
  expect(
    closedSchema({
      type: ['object', 'null'],
      properties: { a: { type: 'object', additionalProperties: true }, type: text },
      items: [{ properties: {} }],
      default: { type: 'object' },
    }),
  ).toEqual({
    type: ['object', 'null'],
    additionalProperties: false,
    properties: { a: { type: 'object', additionalProperties: false }, type: text },
    items: [{ properties: {}, additionalProperties: false }],
    default: { type: 'object' },
  })
})

test.each([
  [{ type: 'object' }, false],
  [{ type: 'object', additionalProperties: false }, false],
  [{ type: 'object', additionalProperties: true }, true],
  [{ properties: { a: { additionalProperties: text } } }, true],
  [{ properties: { additionalProperties: text } }, false],
  [{ default: { additionalProperties: 1 } }, false],
])('%j says that an object is open: %s', (schema, isOpen) => expect(isOpenSchema(schema)).toBe(isOpen))

test.each([
  [{ $ref: '#' }, true],
  [{ properties: { next: { $ref: '#' } } }, true],
  [{ properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { items: { $ref: '#/$defs/a' } } } }, true],
  [{ properties: { a: { $ref: '#/definitions/a' }, b: { $ref: '#/definitions/a' } }, definitions: { a: text } }, false],
  [{ properties: { a: { $ref: '#/$defs/none' } } }, false],
  [{ default: { $ref: '#' } }, false],
  [{ properties: { default: { $ref: '#' } } }, true],
])('%j refers to itself: %s', (schema, expected) => expect(isRecursive(schema)).toBe(expected))

test('SEC-17: definitions that refer to each other in long chains, each of them twice, are looked at once', () => {
  const count = 20_000
  const chain = (last: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => {
        const $ref = at + 1 < count ? `#/$defs/d${at + 1}` : last
        return [`d${at}`, { properties: { left: { $ref }, right: { $ref } } }]
      }),
    )
  const start = { properties: { a: { $ref: '#/$defs/d0' } } }
  expect(isRecursive({ ...start, $defs: chain('#/$defs/none') })).toBe(false)
  expect(isRecursive({ ...start, $defs: chain('#/$defs/d0') })).toBe(true)
})

test.each([
  [{ type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false }, true],
  [{ type: 'object', properties: { a: text }, required: [], additionalProperties: false }, false],
  [{ type: 'object', properties: { a: text }, required: ['a'] }, false],
  [{ type: 'object', properties: { a: { type: 'object' } }, required: ['a'], additionalProperties: false }, false],
  [{ type: 'array', items: { type: 'object', properties: {}, required: [], additionalProperties: false } }, true],
  [{ ...text, default: { type: 'object' } }, true],
])('%j has all objects closed and all properties required: %s', (schema, expected) => expect(isWhole(schema)).toBe(expected))

test('names of properties are looked at wherever they stand', () => {
  const form = /^\w+$/
  expect(hasFittingNames({ properties: { a_1: { properties: { b: text } } } }, form)).toBe(true)
  expect(hasFittingNames({ anyOf: [{ properties: { a: { properties: { 'b c': text } } } }] }, form)).toBe(false)
  expect(hasFittingNames({ default: { properties: { 'b c': 1 } } }, form)).toBe(true)
  expect(hasFittingNames({ properties: { default: { properties: { 'b c': text } } } }, form)).toBe(false)
})

test('definitions of older drafts move to the newer word, and what points at them follows', () => {
  const schema = { items: { $ref: '#/definitions/a' }, definitions: { a: text } }
  expect(withUsualDefinitions(schema)).toEqual({ items: { $ref: '#/$defs/a' }, $defs: { a: text } })
  const newer = { items: { $ref: '#/$defs/a' }, $defs: { a: text } }
  expect(withUsualDefinitions(newer)).toBe(newer)
})
