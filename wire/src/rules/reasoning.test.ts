import { describe, expect, test } from 'vitest'
import { limited } from '../../testing/limited.ts'
import { keepThinking, limitEffort, showThinking } from './reasoning.ts'

describe('the effort', () => {
  const known = ['none', 'low', 'medium', 'high']
  test.each([
    ['low', known, 'low', []],
    ['max', known, 'high', ['reasoning.effort not-expressible']],
    ['xhigh', ['high'], 'high', ['reasoning.effort not-expressible']],
    ['minimal', known, 'low', ['reasoning.effort not-expressible']],
    ['medium', ['low', 'high'], 'low', ['reasoning.effort not-expressible']],
    ['high', ['none'], undefined, ['reasoning.effort not-expressible']],
    ['a-newer-word', known, undefined, ['reasoning.effort not-expressible']],
  ])('%s where %j are known becomes %s', (effort, words, expected, named) => {
    const { request, losses } = limited(limitEffort, { reasoning: { effort, summary: 'auto' } }, words)
    expect(request.reasoning).toEqual({ summary: 'auto', ...(expected && { effort: expected }) })
    expect(losses).toEqual(named)
  })

  test.each([
    [{ effort: 'none' }, known, { effort: 'none' }, []],
    [{ isEnabled: false }, known, { effort: 'none' }, []],
    [{ budgetTokens: 0, isEnabled: false }, known, { effort: 'none' }, []],
    [{ effort: 'none' }, ['minimal', 'low'], { isEnabled: false, effort: 'minimal' }, ['reasoning.effort not-expressible']],
    [{ isEnabled: false }, ['low', 'high'], { isEnabled: false, effort: 'low' }, ['reasoning.isEnabled not-expressible']],
    [{ budgetTokens: 0 }, ['high'], { isEnabled: false, effort: 'high' }, ['reasoning.budgetTokens not-expressible']],
    [{ isEnabled: false, effort: 'high' }, known, { effort: 'none' }, ['reasoning.effort not-expressible']],
  ])('%j where %j are known is no thinking, or as little as can be', (reasoning, words, expected, named) => {
    const { request, losses } = limited(limitEffort, { reasoning }, words)
    expect(request.reasoning).toEqual(expected)
    expect(losses).toEqual(named)
  })

  test('a budget stays a budget where the word that stands for it is known', () => {
    const reasoning = { budgetTokens: 8192 }
    expect(limited(limitEffort, { reasoning, maxOutputTokens: 16_384 }, known)).toMatchObject({ request: { reasoning }, losses: [] })
  })

  test('a budget becomes the nearest word that is known', () => {
    const { request, losses } = limited(limitEffort, { reasoning: { budgetTokens: 8192 }, maxOutputTokens: 16_384 }, ['low', 'high'])
    expect(request.reasoning).toEqual({ effort: 'low' })
    expect(losses).toEqual(['reasoning.budgetTokens not-expressible'])
  })

  test.each([
    [{ effort: 'high' }, ['reasoning not-expressible']],
    [{ budgetTokens: 5000 }, ['reasoning not-expressible']],
    [{ summary: 'auto' }, ['reasoning not-expressible']],
    [{ effort: 'none' }, []],
    [{ isEnabled: false }, []],
    [{ budgetTokens: 0 }, []],
  ])('%j is taken off where the model knows nothing of it', (reasoning, named) => {
    const { request, losses } = limited(limitEffort, { reasoning }, [])
    expect(request).not.toHaveProperty('reasoning')
    expect(losses).toEqual(named)
  })
})

describe('a model that always thinks', () => {
  test.each([{ effort: 'none' }, { isEnabled: false }, { budgetTokens: 0 }])(
    'the wish %j that it does not is lost and named',
    (reasoning) => {
      const { request, losses } = limited(keepThinking, { reasoning }, true)
      expect(request).not.toHaveProperty('reasoning')
      expect(losses).toEqual(['reasoning not-expressible'])
    },
  )

  test('other wishes stay', () => {
    expect(limited(keepThinking, { reasoning: { effort: 'high' } }, true)).toMatchObject({
      request: { reasoning: { effort: 'high' } },
      losses: [],
    })
    expect(limited(keepThinking, {}, true).losses).toEqual([])
  })
})

describe('a model that hides its thinking by default', () => {
  test.each([
    [{ effort: 'high' }, 'auto'],
    [{ budgetTokens: 5000 }, 'auto'],
    [{ isEnabled: true }, 'auto'],
    [{ effort: 'high', summary: 'detailed' }, 'detailed'],
    [{ effort: 'none' }, undefined],
    [{ isEnabled: false, effort: 'high' }, undefined],
    [{}, undefined],
  ])('%j shows it as: %s', (reasoning, summary) => {
    const { request, losses } = limited(showThinking, { reasoning }, { isHiddenByDefault: true })
    expect(request.reasoning?.summary).toBe(summary)
    expect(losses).toEqual([])
  })
})
