// What is known of how a model thinks decides which fields it is asked by, and whether it may charge for what it does not show.
import { describe, expect, test } from 'vitest'
import type { ModelThinking } from '../../model-thinking.ts'
import { lossList } from '../losses/loss.ts'
import type { ChatRequest, ReasoningRequest } from '../request/request.ts'
import { terms } from './terms.ts'
import { writeRequest } from './write/request.ts'

const written = (reasoning: ReasoningRequest, modelThinking: ModelThinking | undefined) => {
  const request: ChatRequest = { model: 'm', turns: [], reasoning, ...(modelThinking && { modelThinking }) }
  const losses = lossList()
  const { reasoning_effort: effort } = writeRequest(request, losses)
  return { effort, lost: losses.losses.map(({ path }) => path) }
}

describe('a request to think', () => {
  test.each<[ReasoningRequest, ModelThinking | undefined, string | undefined, string[]]>([
    [{ effort: 'high' }, 'effort', 'high', []],
    [{ effort: 'high' }, 'own', 'high', []],
    [{ effort: 'high' }, undefined, 'high', []],
    [{ effort: 'high' }, 'none', undefined, ['reasoning.effort']],
    [{ effort: 'max' }, 'effort', 'xhigh', []],
    [{ effort: 'max' }, undefined, 'max', []],
    [{ budgetTokens: 2000 }, 'effort', 'low', []],
    [{ budgetTokens: 2000 }, undefined, undefined, ['reasoning.budgetTokens']],
    [{ isEnabled: true }, 'effort', undefined, []],
    [{ isEnabled: true }, 'own', undefined, ['reasoning.isEnabled']],
  ])('%o of a model that thinks by %s', (reasoning, thinking, effort, lost) => {
    expect(written(reasoning, thinking)).toEqual({ effort, lost })
  })
})

test('a model that is told how hard to think knows the limit by its newer name', () => {
  expect(terms.withMaxOutputTokens({}, 10, 'effort')).toEqual({ max_completion_tokens: 10 })
  for (const thinking of ['own', 'none', undefined] as const)
    expect(terms.withMaxOutputTokens({}, 10, thinking)).toEqual({ max_tokens: 10 })
  expect(terms.withMaxOutputTokens({ max_tokens: 20 }, 10, 'effort')).toEqual({ max_tokens: 10 })
})

test.each<[object, ModelThinking | undefined, boolean]>([
  [{}, 'effort', true],
  [{}, 'own', true],
  [{}, 'none', false],
  [{}, undefined, false],
  [{ reasoning_effort: 'low' }, undefined, true],
  [{ reasoning_effort: 'low' }, 'none', false],
  [{ reasoning_effort: 'none' }, 'effort', false],
  [{ reasoning: {} }, undefined, true],
])('%o at a model that thinks by %s may cost what is not shown: %s', (body, thinking, isHidden) => {
  expect(terms.hidesOutput({ ...body }, thinking)).toBe(isHidden)
})
