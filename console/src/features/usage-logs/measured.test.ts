import type { ChargeFact } from '@waystation/contract/log'
import { expect, test } from 'vitest'
import { measuredInput } from './measured.ts'

const charge: ChargeFact = {
  kind: 'per-token',
  price_source: 'ratio',
  priced_model: 'whisper-1',
  group_ratio: '1',
  model_ratio: '3',
  quota: 3099,
  held: 3099,
  lines: [{ bucket: 'freshInput', tokens: 1033, weight: '1' }],
}

// Test vector 10 of server-behaviour.
test('a recording of 61.2 seconds is shown as the 1033 tokens that were charged', () => {
  const shown = measuredInput({ audio_seconds: 61.2, charge })
  expect(shown).toEqual({ unit: 'seconds', seconds: 61.2, wholeSeconds: 62, tokens: charge.lines[0]?.tokens })
})

test('a text is shown as its characters', () => {
  expect(measuredInput({ characters: 1234, charge })).toEqual({ unit: 'characters', characters: 1234 })
})

test('nothing is shown where tokens were counted, or the price goes by the call', () => {
  expect(measuredInput({ charge })).toBeUndefined()
  expect(measuredInput({ audio_seconds: 61.2, charge: { ...charge, kind: 'per-call' } })).toBeUndefined()
  expect(measuredInput({ audio_seconds: 61.2 })).toBeUndefined()
})
