// No text of the console's API is without an end (decision D62): what a caller can send, they can make long.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './api/endpoints.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly [key: string]: unknown
}

/** Places of texts that have no greatest length, and of lists that have no greatest number of items. */
function* unboundedIn(schema: unknown, place: string): Generator<string> {
  if (Array.isArray(schema)) for (const one of schema) yield* unboundedIn(one, place)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
  const { type, properties, items, additionalProperties, anyOf, oneOf, allOf, prefixItems, propertyNames } = schema as Schema
  const isFixed = ['enum', 'const', 'maxLength'].some((key) => key in schema) || ('format' in schema && schema.format !== 'uri')
  if (type === 'string' && !isFixed) yield place
  if (type === 'array' && !('maxItems' in schema) && prefixItems === undefined) yield `${place}[]`
  for (const [name, inner] of Object.entries(properties ?? {})) yield* unboundedIn(inner, `${place}.${name}`)
  for (const inner of [items, additionalProperties, anyOf, oneOf, allOf, prefixItems]) yield* unboundedIn(inner, place)
  yield* unboundedIn(propertyNames, `${place} (names)`)
}

// What stands in an address is bounded by the size of a request's head.
test('every text and list of a body has a greatest length', () => {
  const unbounded = endpoints.flatMap(({ method, path, body }) => {
    if (!body) return []
    return [...unboundedIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), `${method} ${path}`)]
  })
  expect(unbounded).toEqual([])
})
