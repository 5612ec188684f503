import { expect, test } from 'vitest'
import { decimalPlaces, decimalText, product, rational, readRational, roundHalfAway, sum } from './rational.ts'

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
  expect(readRational(text)).toBeUndefined()
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

test('decimals that floating point cannot hold stay exact', () => {
  expect(decimalText(rational('1e-7'))).toBe('0.0000001')
  expect(sum(rational('0.1'), rational('0.2'), rational('-0.05'))).toEqual(rational('0.25'))
  expect(sum()).toEqual(rational(0))
})

test('text has the places it needs, within bounds', () => {
  expect(decimalText(rational('1.09999999999'), 8, 2)).toBe('1.10')
  expect(decimalText(rational('0.0018432'), 8, 6)).toBe('0.0018432')
  expect(decimalText(rational('12.5'), 0)).toBe('13')
  expect(decimalText(rational('1.2345678901234567'))).toBe('1.2345678901234567')
  expect(decimalText({ numerator: 2n, denominator: 3n })).toBe('0.666666666667')
  expect([rational('12'), rational('0.25'), rational('1e-9'), { numerator: 1n, denominator: 3n }].map(decimalPlaces)).toEqual([
    0,
    2,
    9,
    Number.POSITIVE_INFINITY,
  ])
})
