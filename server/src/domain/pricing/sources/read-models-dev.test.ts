import { expect, test } from 'vitest'
import { readModelsDev } from './read-models-dev.ts'

/** As the list has it: providers, each with its models. */
const listed = (providers: Record<string, Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(providers).map(([id, models]) => [id, { id, name: id, models }]))
const priced = (cost: unknown) => ({ id: 'model', name: 'Model', cost })
const read = (document: Record<string, unknown>, firstHand: readonly string[] = []) => {
  const { models, unreadable } = readModelsDev(document, firstHand)
  return { models: Object.fromEntries(models.map(({ model, prices }) => [model, Object.fromEntries(prices)])), unreadable }
}
const one = (cost: unknown) => read(listed({ far: { model: priced(cost) } }))

test('dollars for a million tokens become ratios, exact and without dust', () => {
  const cost = { input: 0.3, output: 0.9, cache_read: 0.03, cache_write: 0.375, input_audio: 1, output_audio: 10, reasoning: 0.9 }
  expect(one(cost)).toEqual({
    models: {
      model: {
        ModelRatio: 0.15,
        CompletionRatio: 3,
        CacheRatio: 0.1,
        CacheCreationRatio: 1.25,
        AudioRatio: 3.333333333333,
        AudioCompletionRatio: 10,
      },
    },
    unreadable: 0,
  })
  // 1.1 / 0.55 and 0.1 / 0.3 come to 2.0000000000000004 and 0.33333333333333337 as binary fractions.
  expect(one({ input: 0.55, output: 1.1, cache_read: 0.055 }).models.model).toEqual({
    ModelRatio: 0.275,
    CompletionRatio: 2,
    CacheRatio: 0.1,
  })
  expect(one({ input: 0.3, output: 0.1 }).models.model).toMatchObject({ CompletionRatio: 0.333333333333 })
})

test('prices of long prompts are left out: the settings have one for all lengths', () => {
  const cost = {
    input: 2,
    output: 12,
    context_over_200k: { input: 4, output: 18 },
    tiers: [{ input: 4, output: 18, tier: { type: 'context', size: 200_000 } }],
  }
  expect(one(cost)).toEqual({ models: { model: { ModelRatio: 1, CompletionRatio: 6 } }, unreadable: 0 })
})

test.each([
  ['no cost', undefined],
  ['null', null],
  ['a word', 'cheap'],
  ['a list', [1, 2]],
  ['no output', { input: 1 }],
  ['no input', { output: 1 }],
  ['a negative price', { input: -1, output: 1 }],
  ['a negative price of the cache', { input: 1, output: 1, cache_read: -0.1 }],
  ['numbers in words', { input: '1', output: '2' }],
  ['a number beyond all prices', { input: 1e300, output: 1 }],
  ['infinity', { input: Number.POSITIVE_INFINITY, output: 1 }],
  ['no number', { input: Number.NaN, output: 1 }],
  ['output that costs over input that does not', { input: 0, output: 1 }],
])('a model with %s is counted as unreadable', (_what, cost) => {
  expect(one(cost)).toEqual({ models: {}, unreadable: 1 })
})

test('a model that costs nothing is free', () => {
  expect(one({ input: 0, output: 0 })).toEqual({ models: { model: { ModelRatio: 0 } }, unreadable: 0 })
})

test('sound without a price of what comes in has none of what goes out', () => {
  expect(one({ input: 1, output: 2, output_audio: 8 }).models.model).toEqual({ ModelRatio: 0.5, CompletionRatio: 2 })
})

const asks = (input: number) => ({ model: priced({ input, output: input }) })

test("of several providers the vendor's own counts, wherever it stands", () => {
  const document = listed({ cheap: asks(1), 'also-cheap': asks(1), maker: asks(3) })
  expect(read(document, ['other', 'maker']).models.model).toMatchObject({ ModelRatio: 1.5 })
  // Not where its entry is none.
  expect(read(listed({ ...document, cheap: asks(1), maker: { model: priced(null) } }), ['maker']).models.model).toMatchObject({
    ModelRatio: 0.5,
  })
})

test('else the price that most ask, else the first; what is sold by subscription counts only where nobody asks for money', () => {
  expect(read(listed({ a: asks(5), b: asks(2), c: asks(2) })).models.model).toMatchObject({ ModelRatio: 1 })
  expect(read(listed({ a: asks(5), b: asks(2) })).models.model).toMatchObject({ ModelRatio: 2.5 })
  expect(read(listed({ a: asks(0), b: asks(0), c: asks(2) })).models.model).toMatchObject({ ModelRatio: 1 })
  expect(read(listed({ a: asks(0), b: asks(0) })).models.model).toEqual({ ModelRatio: 0 })
})

test('names that no model may have are counted and never followed', () => {
  const text = `{"far":{"models":{"__proto__":{"cost":{"input":1,"output":1}},"constructor":{"cost":{"input":1,"output":1}},"":{"cost":{"input":1,"output":1}},"${'x'.repeat(191)}":{"cost":{"input":1,"output":1}},"fine":{"cost":{"input":1,"output":1}}}},"__proto__":{"models":{"sly":{"cost":{"input":1,"output":1}}}}}`
  expect(read(JSON.parse(text) as Record<string, unknown>)).toEqual({
    models: { fine: { ModelRatio: 0.5, CompletionRatio: 1 }, sly: { ModelRatio: 0.5, CompletionRatio: 1 } },
    unreadable: 4,
  })
  expect(Object.keys({})).toEqual([])
  expect('cost' in {}).toBe(false)
})

test('what is no provider, or has no models, is passed over', () => {
  expect(read({ a: 1, b: null, c: [], d: {}, e: { models: [] }, f: { models: 'x' } })).toEqual({ models: {}, unreadable: 0 })
})
