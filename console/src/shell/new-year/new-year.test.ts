import { expect, test } from 'vitest'
import { isNewYearsDay } from './new-year.ts'
import { type Spark, sparkAt, startSparks } from './spark.ts'

test.each([
  [new Date(2027, 0, 1, 0, 0, 0), true],
  [new Date(2027, 0, 1, 23, 59, 59), true],
  [new Date(2026, 11, 31, 23, 59, 59), false],
  [new Date(2027, 0, 2, 0, 0, 0), false],
  [new Date(2027, 1, 1, 12), false],
])("%s: New Year's Day is %s", (now, isIt) => {
  expect(isNewYearsDay(now)).toBe(isIt)
})

test('sparks rise from the foot of the window, fade, and are over', () => {
  const sparks = startSparks({ width: 1000, height: 800, count: 60, random: sequence() })
  expect(sparks).toHaveLength(60)
  for (const spark of sparks) {
    const [first, later] = [sparkAt(spark, spark.delay), sparkAt(spark, spark.delay + spark.life / 2)]
    expect(first?.y).toBe(800)
    expect(later?.y).toBeLessThan(800)
    expect(later?.y).toBeGreaterThan(0)
    expect(later?.opacity).toBeLessThanOrEqual(1)
    expect(sparkAt(spark, spark.delay - 1)).toBeUndefined()
    expect(sparkAt(spark, spark.delay + spark.life + 1)).toBeUndefined()
  }
  expect(Math.max(...sparks.map((spark: Spark) => spark.delay + spark.life + 1))).toBeLessThan(5000)
})

/** Fractions that are the same on every run. */
function sequence(): () => number {
  let seed = 1
  return () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
}
