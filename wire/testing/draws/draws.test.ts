import { describe, expect, test } from 'vitest'
import type { ClientDialectName } from '../../src/chat/dialects.ts'
import { type Draw, type DrawnDialect, draws, pairs, requestOf, singles } from './draw.ts'
import { drawnDialects } from './index.ts'

/** How many single draws each of the dialect's own models takes, in their order. Who adds a draw adds it here. */
const takenByModel: Readonly<Record<ClientDialectName, readonly number[]>> = {
  'openai-chat': [316, 325, 325, 293, 199, 200, 292, 8, 222],
  'openai-responses': [431, 413, 413, 422, 426],
  'anthropic-messages': [342, 346, 345, 352, 346, 357],
  'gemini-generate': [342, 332, 332, 340, 346, 233, 5],
}

/** What the vendor's models say where all of them refuse this draw; undefined where one takes it. */
function refusals(dialect: DrawnDialect, draw: Draw): string[] | undefined {
  const said = new Set<string>()
  for (const model of dialect.ownModels) {
    const refusal = dialect.vendor.judge(requestOf(dialect, draw, model))
    if (!refusal) return undefined
    said.add(`${draw.name} | ${refusal.rule}: ${JSON.stringify(refusal.body)}`)
  }
  return [...said]
}

describe.each(drawnDialects)('$name', (dialect) => {
  const alone = singles(dialect)

  test('each value alone has a name of its own and is taken by at least one of the vendor’s own models', () => {
    expect(new Set(alone.map(({ name }) => name)).size).toBe(alone.length)
    expect(alone.flatMap((draw) => refusals(dialect, draw) ?? [])).toEqual([])
    expect(alone.length).toBeGreaterThanOrEqual(150)
  })

  // A stand-in that has become stricter than its vendor, or laxer, shows here by the model.
  test('each model takes as many of the values as its vendor does', () => {
    const isTaken = (draw: Draw, model: string) => dialect.vendor.judge(requestOf(dialect, draw, model)) === undefined
    const counts = dialect.ownModels.map((model) => alone.filter((draw) => isTaken(draw, model)).length)
    expect(counts).toEqual(takenByModel[dialect.name])
  })

  test('most pairs of values are taken', () => {
    const all = pairs(dialect)
    const step = Math.floor(all.length / 600)
    const some = all.filter((_, index) => index % step === 0)
    const taken = some.filter((draw) => !refusals(dialect, draw)).length
    const share = taken / some.length
    console.log(
      `${dialect.name}: ${alone.length} singles, ${all.length} pairs, ${(share * 100).toFixed(1)} % of ${some.length} pairs taken`,
    )
    expect(share).toBeGreaterThan(0.9)
  })

  test('draws are the same for the same seed, and no two pairs are one', () => {
    const count = alone.length + 2000
    const first = draws(dialect, count, 7)
    expect(first).toEqual(draws(dialect, count, 7))
    expect(first.slice(0, alone.length)).toEqual(alone)
    expect(new Set(first.map(({ name }) => name)).size).toBe(count)
    expect(draws(dialect, count, 8).map(({ name }) => name)).not.toEqual(first.map(({ name }) => name))
  })

  test('after the pairs come three to six values of different fields', () => {
    const few = { ...dialect, variations: dialect.variations.filter((_, index) => index % 20 === 0) }
    const most = few.variations.length + pairs(few).length
    const random = draws(few, most + 50, 1).slice(most)
    const counts = random.map(({ name }) => name.split(' + ').length)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3)
    expect(Math.max(...counts)).toBeLessThanOrEqual(6)
    const fields = random.map(({ name }) => name.split(' + ').map((one) => one.slice(0, one.indexOf(': '))))
    expect(fields.filter((names) => new Set(names).size < names.length)).toEqual([])
  })

  test('twenty thousand draws are made in a few seconds', () => {
    const start = performance.now()
    expect(draws(dialect, 20_000, 1)).toHaveLength(20_000)
    expect(performance.now() - start).toBeLessThan(15_000)
  })
})
