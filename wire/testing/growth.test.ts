import { expect, test } from 'vitest'
import { growthOf, MOST_IN_LINE } from './growth.ts'

const texts = (size: number) => Array.from({ length: size }, (_, at) => `text ${at}`)

test('what grows with the square of its size is told from what grows in line', () => {
  const inLine = (size: number) => {
    const list = texts(size)
    return () => new Set(list).size
  }
  const withSquare = (size: number) => {
    const list = texts(size)
    return () => list.filter((text, at) => list.indexOf(text) === at)
  }
  expect(growthOf(inLine, 500)).toBeLessThan(MOST_IN_LINE)
  expect(growthOf(withSquare, 500, 3)).toBeGreaterThan(MOST_IN_LINE)
})
