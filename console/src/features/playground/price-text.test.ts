import { expect, test } from 'vitest'
import { priceText } from './price-text.ts'

test.each([
  [3, '$3.00'],
  [1234.5, '$1,234.50'],
  [0.15, '$0.15'],
  [0.075, '$0.075'],
  [0.0375, '$0.0375'],
  [0.00015, '$0.00015'],
  [0, '$0.00'],
])('%d is written %s', (dollars, words) => {
  expect(priceText(dollars)).toBe(words)
})
