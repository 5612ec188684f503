import { expect, test } from 'vitest'
import { timeOf } from './request-id.ts'

test('a request id contains the time of its call', () => {
  expect(timeOf('01ARYZ6S41TSV4RRFFQ69G5FAV')).toBe(1_469_918_176_385)
  expect(timeOf('0000000001TSV4RRFFQ69G5FAV')).toBe(1)
  expect([timeOf(''), timeOf('01ARYZ6S4U-no-ulid')]).toEqual([Number.NaN, Number.NaN])
})
