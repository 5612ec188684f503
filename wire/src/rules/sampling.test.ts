import { describe, expect, test } from 'vitest'
import { limited } from '../../testing/limited.ts'
import type { Sampling } from '../chat/request/request.ts'
import { limitSampling, limitStopWords, withoutIdleAlternatives } from './sampling.ts'

describe('sampling', () => {
  test('what the model refuses is left out and named', () => {
    const { request, losses } = limited(
      limitSampling,
      { sampling: { temperature: 0.3, topK: 5, seed: 7 } },
      { refused: ['temperature', 'topK'] },
    )
    expect(request.sampling).toEqual({ seed: 7 })
    expect(losses).toEqual(['sampling.temperature not-expressible', 'sampling.topK not-expressible'])
  })

  test('a value that means what happens anyway is left out without a word', () => {
    const { request, losses } = limited(
      limitSampling,
      { sampling: { temperature: 1, presencePenalty: 0, logprobs: false } },
      { refused: ['temperature', 'presencePenalty', 'logprobs'] },
    )
    expect(request.sampling).toEqual({})
    expect(losses).toEqual([])
  })

  const whileThinking = { refused: ['temperature'], takenAtEffort: { effort: 'none', usual: 'medium' } } as const
  test.each([
    ['names none and usually thinks', undefined, 'medium', true],
    ['names none and usually does not think', undefined, 'none', false],
    ['names the effort at which it is taken', { effort: 'none' }, 'medium', false],
    ['names another effort', { effort: 'low' }, 'none', true],
    ['names a budget instead', { budgetTokens: 5000 }, 'none', true],
    ['has a budget of nothing and usually does not think', { budgetTokens: 0 }, 'none', false],
    ['wants no thinking and has no word for it', { isEnabled: false }, 'medium', true],
  ])('a temperature where the request %s', (_, reasoning, usual, isDropped) => {
    const fields = { sampling: { temperature: 0.3 }, ...(reasoning && { reasoning }) }
    const { request, losses } = limited(limitSampling, fields, { ...whileThinking, takenAtEffort: { effort: 'none', usual } })
    expect(request.sampling).toEqual(isDropped ? {} : { temperature: 0.3 })
    expect(losses).toEqual(isDropped ? ['sampling.temperature not-expressible'] : [])
  })

  test('of two that are not taken together the second one is left out', () => {
    const rule = { notTogether: [['temperature', 'topP']] } as const
    const { request, losses } = limited(limitSampling, { sampling: { temperature: 0.3, topP: 0.5 } }, rule)
    expect(request.sampling).toEqual({ temperature: 0.3 })
    expect(losses).toEqual(['sampling.topP not-expressible'])
    expect(limited(limitSampling, { sampling: { topP: 0.5 } }, rule).request.sampling).toEqual({ topP: 0.5 })
  })

  test.each([
    [2, 1.5],
    [-1, 0],
    [1.5, 1.5],
    [0, 0],
  ])('a temperature of %d becomes %d within bounds from 0 to 1.5', (asked, taken) => {
    const { request, losses } = limited(limitSampling, { sampling: { temperature: asked } }, { bounds: { temperature: [0, 1.5] } })
    expect(request.sampling).toEqual({ temperature: taken })
    expect(losses).toEqual(asked === taken ? [] : ['sampling.temperature not-expressible'])
  })

  test('a request within the rules is the same request', () => {
    const { request, losses } = limited(
      (asked, rule, log) => {
        const out = limitSampling(asked, rule, log)
        expect(out).toBe(asked)
        return out
      },
      { sampling: { seed: 7 } },
      { refused: ['temperature'] } as const,
    )
    expect(request.sampling).toEqual({ seed: 7 })
    expect(losses).toEqual([])
  })
})

describe('stop words', () => {
  test('the first ones stay, and the others are named by their places', () => {
    const { request, losses } = limited(limitStopWords, { stop: ['a', 'b', 'c', 'd'] }, { max: 2 })
    expect(request.stop).toEqual(['a', 'b'])
    expect(losses).toEqual(['stop[2] not-expressible', 'stop[3] not-expressible'])
  })

  test('empty ones are left out without a word, and an empty list goes with them', () => {
    expect(limited(limitStopWords, { stop: ['', 'b'] }, { max: 1 })).toMatchObject({ request: { stop: ['b'] }, losses: [] })
    for (const stop of [[], ['']]) {
      const { request, losses } = limited(limitStopWords, { stop }, { max: 4 })
      expect(request).not.toHaveProperty('stop')
      expect(losses).toEqual([])
    }
  })

  test('a word that is too long is left out and named', () => {
    const { request, losses } = limited(limitStopWords, { stop: ['x'.repeat(33), 'x'.repeat(32)] }, { max: 5, maxLength: 32 })
    expect(request.stop).toEqual(['x'.repeat(32)])
    expect(losses).toEqual(['stop[0] not-expressible'])
  })
})

test('a number of alternatives goes with the probabilities only', () => {
  const ask = (sampling: Sampling) => limited((request, _, losses) => withoutIdleAlternatives(request, losses), { sampling }, undefined)
  expect(ask({ topLogprobs: 0, temperature: 1 })).toMatchObject({ request: { sampling: { temperature: 1 } }, losses: [] })
  expect(ask({ topLogprobs: 0 }).request.sampling).toEqual({})
  expect(ask({ topLogprobs: 3 }).losses).toEqual(['sampling.topLogprobs not-expressible'])
  expect(ask({ topLogprobs: 3, logprobs: true }).request.sampling).toEqual({ topLogprobs: 3, logprobs: true })
})
