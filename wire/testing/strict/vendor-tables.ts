// The tests that every strict vendor of OpenAI's chat dialect has: each rule refuses an example of its own, and what is documented passes.
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/encoding/json.ts'
import type { StrictVendor } from './judge.ts'

/** A body that breaks a rule, and a part of what the vendor says to it. */
export type Broken = { rule: string; says: string; body: Json; headers?: Record<string, string>; status?: number }
/** A request that the vendor takes. */
export type Valid = { name: string; body: JsonObject }

type Tables = {
  vendor: StrictVendor
  path: string
  refused: readonly Broken[]
  taken: readonly Valid[]
  /** The vendor's form of an error around what it says. */
  form: (says: unknown) => object
}

const headers = { authorization: 'Bearer sk-test', 'content-type': 'application/json' }

export function describeVendor({ vendor, path, refused, taken, form }: Tables): void {
  describe(vendor.name, () => {
    test('every rule has an example, a source and a name of its own', () => {
      const rules = vendor.rules.map(({ rule }) => rule)
      expect(new Set(rules).size).toBe(rules.length)
      expect([...new Set(refused.map(({ rule }) => rule))].sort()).toEqual([...rules].sort())
      expect(vendor.rules.filter(({ source }) => !source.startsWith('https://'))).toEqual([])
    })

    test.each(refused.map((one) => [`${one.rule}: ${one.says}`, one] as const))('refuses by %s', (_, one) => {
      const refusal = vendor.judge({ path, headers: one.headers ?? headers, body: one.body })
      expect(refusal?.rule).toBe(one.rule)
      expect(refusal?.body).toEqual(form(expect.stringContaining(one.says)))
      expect(refusal?.status).toBe(one.status ?? 400)
    })

    test.each(taken.map((one) => [one.name, one] as const))('takes %s', (_, { body }) => {
      expect(vendor.judge({ path, headers, body })).toBeUndefined()
    })

    test('other addresses are not judged', () => {
      expect(vendor.judge({ path: '/v1/embeddings', headers: {}, body: [] })).toBeUndefined()
    })
  })
}
