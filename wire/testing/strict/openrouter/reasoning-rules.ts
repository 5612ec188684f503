// How a request says how much the model shall think.
import { type ChatRule, inside, isGiven } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { zodMessage } from './zod.ts'

/** Models that cannot be asked not to think, as far as their refusals are recorded. */
const alwaysThinking = /^(stepfun\/step-3\.5|minimax\/minimax-m2\.5|moonshotai\/kimi-k3)/

export const reasoningRules: readonly ChatRule[] = [
  rule('reasoning-twice', 'https://github.com/danny-avila/LibreChat/issues/6076 (2025-02-26)', ({ body }) =>
    isGiven(body.reasoning) && isGiven(body.reasoning_effort)
      ? zodMessage({ code: 'custom', message: 'Only one of "reasoning" and "reasoning_effort" may be provided', path: [] })
      : undefined,
  ),
  rule('reasoning-effort-and-tokens', 'https://github.com/omeryasirkucuk/amx/pull/66 (2026-05-02)', ({ body }) => {
    const { effort, max_tokens: tokens } = inside(body.reasoning)
    return isGiven(effort) && isGiven(tokens) ? 'Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified' : undefined
  }),
  rule(
    'reasoning-is-mandatory',
    'https://github.com/musistudio/claude-code-router/issues/1229 (2026-02-24), https://github.com/enricoros/big-AGI/issues/1161',
    ({ body, model }) => {
      const { enabled, effort } = inside(body.reasoning)
      const isOff = enabled === false || effort === 'none' || body.reasoning_effort === 'none' || body.include_reasoning === false
      return isOff && alwaysThinking.test(model) ? 'Reasoning is mandatory for this endpoint and cannot be disabled.' : undefined
    },
  ),
]
