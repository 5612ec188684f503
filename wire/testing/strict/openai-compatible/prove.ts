// The tests that every judge of this dialect must pass: each rule refuses an example, and what the vendor documents is taken.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import type { StrictVendor } from '../judge.ts'

/** A body that breaks a rule, and a part of what the vendor says to it. */
export type Broken = { rule: string; says: string; body: JsonObject; headers?: Record<string, string> }

type Examples = {
  refused: readonly Broken[]
  /** Names of requests that are taken. */
  taken: Readonly<Record<string, JsonObject>>
  /** The text of an answer; it expects the vendor's form. */
  told(body: unknown): string
}

export function prove(vendor: StrictVendor, { refused, taken, told }: Examples): void {
  const paths = ['/chat/completions', '/v1/chat/completions', '/openai/v1/chat/completions']
  const request = (body: JsonObject) => ({ path: '/v1/chat/completions', headers: { authorization: 'Bearer key' }, body })

  describe(vendor.name, () => {
    test('every rule has an example, a source and a name of its own', () => {
      const rules = vendor.rules.map(({ rule }) => rule)
      expect([...new Set(refused.map(({ rule }) => rule))].sort()).toEqual([...rules].sort())
      expect(vendor.rules.filter(({ source }) => !source.startsWith('https://'))).toEqual([])
      expect(refused.length).toBeGreaterThanOrEqual(25)
      expect(Object.keys(taken).length).toBeGreaterThanOrEqual(15)
    })

    test.each(refused.map((one) => [`${one.rule}: ${one.says}`, one] as const))('refuses by %s', (_, { rule, says, body, headers }) => {
      const refusal = vendor.judge({ ...request(body), ...(headers && { headers }) })

      expect(refusal?.rule).toBe(rule)
      expect(told(refusal?.body)).toContain(says)
      expect(refusal?.status).toBeGreaterThanOrEqual(400)
    })

    test.each(Object.entries(taken))('takes %s', (_, body) => {
      expect(vendor.judge(request(body))).toBeUndefined()
    })

    test('the chat address is judged in each of its forms, and no other', () => {
      const verdicts = [...paths, '/v1/embeddings'].map((path) => vendor.judge({ path, headers: {}, body: {} })?.rule)
      expect(verdicts).toEqual([...paths.map(() => 'no-api-key'), undefined])
    })
  })
}
