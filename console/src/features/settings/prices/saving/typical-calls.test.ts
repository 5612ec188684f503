import { expect, test } from 'vitest'
import { changedModels, typicalCosts } from './typical-calls.ts'

const saved = {
  ModelRatio: { m: 1.5, plain: 1 },
  CompletionRatio: { m: 5 },
  CacheRatio: { m: 0.1 },
  CacheCreationRatio: { m: 1.25 },
  ModelPrice: {},
}

test('a chat, a turn of an agent and a long answer, before and after', () => {
  const book = { ...saved, ModelRatio: { ...saved.ModelRatio, m: 3 } }
  // 3 dollars in, 15 out, 0.30 read from the cache, 3.75 written to it.
  expect(typicalCosts({ saved, book, model: 'm' })).toEqual([
    { name: 'chat', before: 0.0075, after: 0.015 },
    { name: 'agent', before: 0.0615, after: 0.123 },
    { name: 'long', before: 0.189, after: 0.378 },
  ])
})

test('what is not set costs what is charged then: cached input as input, writing a quarter more, output as input', () => {
  const [chat, agent] = typicalCosts({ saved, book: saved, model: 'plain' })
  expect(chat?.before).toBe(0.0026)
  // 2 dollars a million: 2,000 + 60,000 + 4,000 × 1.25 + 1,500 tokens.
  expect(agent?.before).toBe(0.137)
})

test('a long prompt costs as a whole what its step says, a price per call is the cost, and without a price there is none', () => {
  const lengths = [{ above: 32_000, factors: { input: 2, output: 1.5 } }]
  const [chat, agent] = typicalCosts({ saved, book: saved, model: 'm', lengths })
  expect(chat?.before).toBe(0.0075)
  // 0.006 + 0.018 + 0.015 of input twice, 0.0225 of output one and a half times.
  expect(agent?.before).toBe(0.11175)
  const book = { ...saved, ModelPrice: { m: 0.05 } }
  expect(typicalCosts({ saved, book, model: 'm' }).map(({ after }) => after)).toEqual([0.05, 0.05, 0.05])
  expect(typicalCosts({ saved, book, model: 'none' })[0]).toEqual({ name: 'chat', before: undefined, after: undefined })
})

test('which models have another price', () => {
  expect(changedModels(saved, { ...saved, ModelRatio: { m: 1.5 }, ModelPrice: { drawn: 1 } })).toEqual(['drawn', 'plain'])
})
