import { expect, test } from 'vitest'
import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, flagParameter, integerParameter, pageOf } from './page.ts'

test.each([
  [{}, 1, { number: 1, size: DEFAULT_PAGE_SIZE, offset: 0 }],
  [{}, 0, { number: 0, size: DEFAULT_PAGE_SIZE, offset: 0 }],
  [{ number: 3, size: 20 }, 1, { number: 3, size: 20, offset: 40 }],
  [{ number: 3, size: 20 }, 0, { number: 3, size: 20, offset: 60 }],
  [{ number: -5, size: 20 }, 1, { number: 1, size: 20, offset: 0 }],
  [{ number: 2, size: 1_000_000 }, 1, { number: 2, size: 100, offset: 100 }],
  [{ number: 1, size: 0 }, 1, { number: 1, size: DEFAULT_PAGE_SIZE, offset: 0 }],
  [{ number: 1, size: -10 }, 1, { number: 1, size: DEFAULT_PAGE_SIZE, offset: 0 }],
] as const)('%j counted from %d is %j', (asked, first, page) => {
  expect(pageOf(asked, { first, maxSize: 100 })).toEqual(page)
})

test('an offset never leaves what a database can count', () => {
  expect(pageOf({ number: Number.MAX_SAFE_INTEGER, size: 100 }, { first: 1, maxSize: 100 }).offset).toBeLessThan(2 ** 31)
})

test.each([
  ['7', 7],
  ['-2', -2],
  ['7.9', 7],
  [7, 7],
  ['', undefined],
  ['abc', undefined],
  ['Infinity', undefined],
  [undefined, undefined],
])('the number %j in a query reads as %j', (sent, read) => {
  expect(z.decode(z.object({ p: integerParameter }), { p: sent })).toEqual({ p: read })
})

test.each([
  ['true', true],
  ['1', true],
  ['', true],
  ['false', false],
  ['0', false],
  [undefined, false],
])('the flag %j in a query reads as %j', (sent, read) => {
  expect(z.decode(z.object({ flag: flagParameter }), { flag: sent })).toEqual({ flag: read })
})
