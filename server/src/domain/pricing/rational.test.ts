import { expect, test } from 'vitest'
import { decimalText, product, rational, roundHalfAway } from './rational.ts'

test.each([
  ['0.15', 3n, 20n],
  ['1', 1n, 1n],
  ['-2.50', -5n, 2n],
  ['1e-7', 1n, 10_000_000n],
  ['1.5E+3', 1500n, 1n],
  ['.5', 1n, 2n],
  ['5.', 5n, 1n],
  ['0', 0n, 1n],
])('%s is %i/%i', (text, numerator, denominator) => {
  expect(rational(text)).toEqual({ numerator, denominator })
})

test.each(['', '.', 'abc', '1.2.3', '0x10', 'NaN', 'Infinity', '1e999', '--1', '1_000'])('%s is refused', (text) => {
  expect(() => rational(text)).toThrow(RangeError)
})

test('a number is taken by its shortest text, so 0.1 is a tenth', () => {
  expect(rational(0.1)).toEqual({ numerator: 1n, denominator: 10n })
})

test('halves go away from zero', () => {
  expect([5n, -5n, 4n, -4n, 6n, -6n].map((numerator) => roundHalfAway(numerator, 10n))).toEqual([1n, -1n, 0n, 0n, 1n, -1n])
})

test('decimal text ends where the number ends', () => {
  expect(decimalText(product(rational('1.25'), rational('0.5')))).toBe('0.625')
  expect(decimalText({ numerator: 1n, denominator: 3n }, 4)).toBe('0.3333')
  expect(decimalText(rational('-3'))).toBe('-3')
})
