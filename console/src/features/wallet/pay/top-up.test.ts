import { expect, test } from 'vitest'
import { topUpPrice, typedAmount } from './top-up.ts'

test('a price is amount × price × group ratio, rounded to the cent without the noise of doubles', () => {
  expect(topUpPrice(50, { price: 7.3, groupRatio: 0.9 })).toBe(328.5)
  expect(topUpPrice(1, { price: 1.005, groupRatio: 1 })).toBe(1.01)
  expect(topUpPrice(3, { price: 0.335, groupRatio: 1 })).toBe(1.01)
  expect(topUpPrice(500, { price: 7.3, groupRatio: 0.9 })).toBe(3285)
})

test('a group without a ratio pays the plain price', () => {
  expect(topUpPrice(10, { price: 7.3, groupRatio: 0 })).toBe(73)
})

test('what is typed becomes a whole amount of at least 1', () => {
  expect(typedAmount('50')).toBe(50)
  expect(typedAmount('1,000')).toBe(1000)
  expect(typedAmount('12.9')).toBe(12)
  expect(typedAmount('0')).toBe(1)
  expect(typedAmount('-5')).toBe(5)
  expect(typedAmount('$')).toBeUndefined()
  expect(typedAmount('')).toBeUndefined()
})

test('an endless row of digits stays a number that doubles hold', () => {
  expect(typedAmount('9'.repeat(40))).toBe(999_999_999)
})
