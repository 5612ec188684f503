import { expect, test } from 'vitest'
import { limited } from '../../testing/limited.ts'
import { limitOutputTokens, limitServiceTier, limitWhole, withSomeOutput } from './limits.ts'

test('an answer of no tokens becomes one of one token, which is named', () => {
  const some = (maxOutputTokens: number | undefined) =>
    limited((request, _, losses) => withSomeOutput(request, losses), maxOutputTokens === undefined ? {} : { maxOutputTokens }, undefined)
  expect(some(0)).toMatchObject({ request: { maxOutputTokens: 1 }, losses: ['maxOutputTokens not-expressible'] })
  expect(some(1)).toMatchObject({ request: { maxOutputTokens: 1 }, losses: [] })
  expect(some(undefined).request).not.toHaveProperty('maxOutputTokens')
})

test('an answer is at most as long as the model can write', () => {
  expect(limited(limitOutputTokens, { maxOutputTokens: 4097 }, { max: 4096 })).toMatchObject({
    request: { maxOutputTokens: 4096 },
    losses: ['maxOutputTokens not-expressible'],
  })
  expect(limited(limitOutputTokens, { maxOutputTokens: 4096 }, { max: 4096 })).toMatchObject({
    request: { maxOutputTokens: 4096 },
    losses: [],
  })
  expect(limited(limitOutputTokens, {}, { max: 4096 }).request).not.toHaveProperty('maxOutputTokens')
})

test.each([
  ['flex', 'flex', []],
  ['priority', undefined, ['serviceTier not-expressible']],
  ['auto', undefined, []],
  ['default', undefined, []],
])('the tier %s where only flex is known becomes %s', (serviceTier, expected, named) => {
  const { request, losses } = limited(limitServiceTier, { serviceTier }, ['flex'])
  expect(request.serviceTier).toBe(expected)
  expect(losses).toEqual(named)
})

test('a whole answer of a model that only streams cannot be had', () => {
  expect(limited(limitWhole, {}, true).losses).toEqual(['stream needed'])
  expect(limited(limitWhole, { stream: false }, true).losses).toEqual(['stream needed'])
  expect(limited(limitWhole, { stream: true }, true).losses).toEqual([])
})
