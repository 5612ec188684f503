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
  { id: 'plain', field: 'cost', title: 'token.used' },
]
const [name, cost, plain] = anyColumns(columns)
if (!name || !cost || !plain) throw new Error('three columns were given')

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

test('another column takes the order over', () => {
  expect(nextSort(name, '-used_quota')).toBe('name')
  expect([directionOf(name, '-used_quota'), directionOf(cost, '-used_quota')]).toEqual([undefined, 'down'])
})

test('a column that the server cannot sort by does nothing', () => {
  expect(directionOf(plain, undefined)).toBeUndefined()
  expect(nextSort(plain, 'name')).toBeUndefined()
})
