import { randomNumbers } from '@waystation/wire/testing/draws/random'
import { expect, test } from 'vitest'
import { coveringCells } from './matrix.ts'

const range = (length: number) => Array.from({ length }, (_, at) => at)
const table = (...lengths: readonly number[]): number[][] =>
  lengths.reduce<number[][]>((cells, length) => cells.flatMap((cell) => range(length).map((value) => [...cell, value])), [[]])
const identity = (cell: number[]) => cell

test.each([1, 2, 3])('each row and each column of a table is met, by about as many cells as its longer side (seed %i)', (seed) => {
  const chosen = coveringCells(table(20, 7), identity, randomNumbers(seed))
  expect(new Set(chosen.map(([row]) => row)).size).toBe(20)
  expect(new Set(chosen.map(([, column]) => column)).size).toBe(7)
  expect(chosen.length).toBeLessThan(26)
})

test.each([1, 2, 3])('each two values of three axes are met, by far fewer cells than there are (seed %i)', (seed) => {
  const chosen = coveringCells(table(30, 6, 5), identity, randomNumbers(seed))
  for (const [one, other, pairs] of [
    [0, 1, 180],
    [0, 2, 150],
    [1, 2, 30],
  ] as const)
    expect(new Set(chosen.map((cell) => `${cell[one]} ${cell[other]}`)).size).toBe(pairs)
  expect(chosen.length).toBeLessThan(300)
})

test('a table with holes is met as far as it goes, and other seeds choose other cells', () => {
  const cells = table(9, 9, 2).filter(([row = 0, column = 0]) => row >= column)
  const of = (seed: number) => coveringCells(cells, identity, randomNumbers(seed))
  expect(new Set(of(1).map(([row, column]) => `${row} ${column}`)).size).toBe(45)
  expect(of(1)).toEqual(of(1))
  expect(of(1)).not.toEqual(of(2))
})
