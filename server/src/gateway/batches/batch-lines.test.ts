import { expect, test } from 'vitest'
import { eachLine } from './batch-lines.ts'

test('others have their turn between requests that take long, however few there are', async () => {
  let turns = 0
  let isOver = false
  const take = () => {
    turns += 1
    if (!isOver) setImmediate(take)
  }
  setImmediate(take)
  const seen: number[] = []
  await eachLine(['a', 'b', 'c', 'd'], (_line, index) => {
    for (const untilMs = performance.now() + 6; performance.now() < untilMs; );
    seen.push(turns)
    return index
  })
  isOver = true
  expect(new Set(seen).size).toBe(4)
})
