import { expect, test } from 'vitest'
import { vendorOf } from './vendor-of.ts'

test.each([
  ['claude-sonnet-4-5', 'Anthropic'],
  ['anthropic.claude-3-haiku', 'Anthropic'],
  ['gpt-5-mini', 'OpenAI'],
  ['o3-mini', 'OpenAI'],
  ['far/gemini-2.5-pro', 'Google'],
  ['DeepSeek-V3', 'DeepSeek'],
  ['mj_imagine', 'Midjourney'],
  ['house-model', ''],
])('%s is of %s', (model, vendor) => {
  expect(vendorOf(model)).toBe(vendor)
})
