import { expect, test } from 'vitest'
import { anyColumns, type Column } from './column.ts'
import { directionOf, nextSort } from './sort.ts'

interface Thing {
  readonly name: string
  readonly cost: number
}
const columns: Column<Thing>[] = [
  { field: 'name', title: 'token.name', sortKey: 'name' },
  { field: 'cost', title: 'token.used', align: 'right', sortKey: 'used_quota' },
  { id: 'dearest', field: 'cost', title: 'token.used', align: 'right', sortKey: 'cost', sortsOneWay: true },
  { id: 'plain', field: 'cost', title: 'token.used' },
]
const [name, cost, dearest, plain] = anyColumns(columns)
if (!name || !cost || !dearest || !plain) throw new Error('four columns were given')

test('a name is sorted upwards first, then downwards, then not at all', () => {
  expect(nextSort(name, undefined)).toBe('name')
  expect(nextSort(name, 'name')).toBe('-name')
  expect(nextSort(name, '-name')).toBeUndefined()
})

test('figures begin with the greatest, by the name that the server knows', () => {
  expect(nextSort(cost, undefined)).toBe('-used_quota')
  expect(nextSort(cost, '-used_quota')).toBe('used_quota')
  expect(nextSort(cost, 'used_quota')).toBeUndefined()
})

test('where the server sorts in one direction only, the second click returns to the default order', () => {
  expect(nextSort(dearest, undefined)).toBe('-cost')
  expect(nextSort(dearest, '-cost')).toBeUndefined()
})

test('another column takes the order over', () => {
  expect(nextSort(name, '-used_quota')).toBe('name')
  expect([directionOf(name, '-used_quota'), directionOf(cost, '-used_quota')]).toEqual([undefined, 'down'])
})

test('a column that the server cannot sort by does nothing', () => {
  expect(directionOf(plain, undefined)).toBeUndefined()
  expect(nextSort(plain, 'name')).toBeUndefined()
})
