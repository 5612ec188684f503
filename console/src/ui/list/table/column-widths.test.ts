import { expect, test } from 'vitest'
import { fitting, fittingColumns, sharedWidths, type WidthNeed } from './column-widths.ts'

const need = (least: number, grow = 0): WidthNeed => ({ least, grow })
const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0)

test('what is left goes to the columns that grow, by their parts', () => {
  expect(sharedWidths([need(100, 1), need(100, 3), need(80)], 400)).toEqual([130, 190, 80])
})

test('where none grows, all do', () => {
  expect(sharedWidths([need(100), need(60), need(40)], 230)).toEqual([110, 70, 50])
})

test('no px is lost to rounding', () => {
  const widths = sharedWidths([need(33, 1), need(33, 1), need(33, 1)], 200)
  expect(sum(widths)).toBe(200)
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1)
})

test('columns that need more than there is keep what they need', () => {
  expect(sharedWidths([need(300, 1), need(300)], 400)).toEqual([300, 300])
})

test('where there is not room for all, columns go by how readily they yield, and the others stay for good', () => {
  const part = (least: number, yields?: number) => ({ least, yields })
  const parts = [part(200), part(100, 2), part(100, 1), part(100)]
  const left = (available: number) => fitting(parts, available).map((one) => parts.indexOf(one))
  expect(left(500)).toEqual([0, 1, 2, 3])
  expect(left(499)).toEqual([0, 2, 3])
  expect(left(399)).toEqual([0, 3])
  expect(left(100)).toEqual([0, 3])
  expect(left(0)).toEqual([0, 1, 2, 3])
})

test('a column that comes to stand at the edge needs more there, and another one may have to go for it', () => {
  const yields: Readonly<Record<string, number>> = { details: 2, first: 1 }
  const needsOf = (shown: readonly string[]) =>
    shown.map((column, at) => ({ least: 100 + (at === shown.length - 1 ? 6 : 0), yields: yields[column], column }))
  const all = ['name', 'first', 'cost', 'details']
  expect(fittingColumns(all, needsOf, 406)).toEqual(all)
  expect(fittingColumns(all, needsOf, 306)).toEqual(['name', 'first', 'cost'])
  expect(fittingColumns(all, needsOf, 305)).toEqual(['name', 'cost'])
})
