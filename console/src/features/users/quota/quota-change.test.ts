import { expect, test } from 'vitest'
import { changeInUnits, typedChange } from './quota-change.ts'

test('a typed sign decides whether to add or to deduct', () => {
  expect(typedChange('-5')).toEqual({ text: '5', direction: 'deduct' })
  expect(typedChange(' −$1,250.50')).toEqual({ text: '1250.50', direction: 'deduct' })
  expect(typedChange('+5')).toEqual({ text: '5', direction: 'add' })
  expect(typedChange('5')).toEqual({ text: '5', direction: undefined })
  expect(typedChange('-')).toEqual({ text: '', direction: 'deduct' })
})

test('a second point is no number of its own', () => {
  expect(typedChange('1.2.3').text).toBe('1.23')
})

test('dollars become whole units', () => {
  expect(changeInUnits('5', 'add', 500_000)).toBe(2_500_000)
  expect(changeInUnits('0.000003', 'deduct', 500_000)).toBe(-2)
  expect(changeInUnits('2009', 'add', 1)).toBe(2009)
})

test('what changes nothing is no change', () => {
  expect(changeInUnits('', 'add', 500_000)).toBeUndefined()
  expect(changeInUnits('0', 'add', 500_000)).toBeUndefined()
  expect(changeInUnits('0.0000001', 'deduct', 500_000)).toBeUndefined()
  expect(changeInUnits('9'.repeat(20), 'add', 500_000)).toBeUndefined()
})
