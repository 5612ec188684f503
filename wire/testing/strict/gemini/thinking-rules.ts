// Rules on thinking: a budget for Gemini 2.5, a level for Gemini 3 and later, and never both.
import { rule } from '../judge.ts'
import type { Call } from './content-rules.ts'
import { isGemini3, isGemini25, type Model } from './models.ts'
import type { ThinkingConfig } from './request.ts'
import { type Rule, UNNAMED } from './rule.ts'

export type ThinkingCall = { model: Model; thinking: ThinkingConfig }

const GUIDE = 'https://ai.google.dev/gemini-api/docs/thinking'
const isGemma4 = (model: Model) => model.family === 'gemma' && (model.version ?? 0) >= 4

/** The smallest and the largest budget, for models that have one. Zero and -1 are judged apart. */
function budgetRange({ tier }: Model): readonly [least: number, most: number] {
  if (tier === 'pro') return [128, 32_768]
  return tier === 'flash-lite' ? [512, 24_576] : [1, 24_576]
}

/** The levels that a model knows; undefined where that is not surely known. */
function knownLevels(model: Model): readonly string[] | undefined {
  if (isGemma4(model)) return ['MINIMAL', 'HIGH']
  if (!isGemini3(model)) return undefined
  if (model.tier === 'pro') return model.version === 3 ? ['LOW', 'HIGH'] : ['LOW', 'MEDIUM', 'HIGH']
  return model.tier === 'flash' && (model.version === 3.7 || model.version === 3.8) ? ['LOW', 'MEDIUM', 'HIGH'] : undefined
}

const isLevel = (level: string | number | undefined): level is string => typeof level === 'string' && level !== 'THINKING_LEVEL_UNSPECIFIED'

/** The rules on a thinking configuration, wherever in a request it stands. */
export const thinkingRules: readonly Rule<ThinkingCall>[] = [
  rule('thinking-budget-and-level', 'https://github.com/sterlp/eclipse-peon-ai/issues/115 (2026-08-05)', ({ thinking }) =>
    thinking.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined
      ? 'You can only set only one of thinking budget and thinking level.'
      : undefined,
  ),
  rule('thinking-level-before-gemini-3', 'https://github.com/RooCodeInc/Roo-Code/issues/10700 (2026-01-13)', ({ thinking, model }) =>
    isGemini25(model) && isLevel(thinking.thinkingLevel) ? 'Thinking level is not supported for this model.' : undefined,
  ),
  rule('thinking-level-of-model', 'https://github.com/agentjido/req_llm/issues/971 (2026-08-23)', ({ thinking, model }) => {
    const level = thinking.thinkingLevel
    const isUnknown = isLevel(level) && knownLevels(model)?.includes(level) === false
    return isUnknown ? `Thinking level ${level} is not supported for this model. Please retry with other thinking level.` : undefined
  }),
  rule('thinking-cannot-be-off', `${GUIDE}, https://github.com/ChatLunaLab/chatluna/issues/519 (2025-07-21)`, ({ thinking, model }) =>
    thinking.thinkingBudget === 0 && model.tier === 'pro' && (isGemini25(model) || isGemini3(model))
      ? 'Budget 0 is invalid. This model only works in thinking mode.'
      : undefined,
  ),
  // Other Flash models of Gemini 3 take a budget of zero.
  rule('thinking-off-at-flash-lite', 'https://github.com/googleapis/python-genai/issues/2936 (2026-09-08)', ({ thinking, model }) =>
    thinking.thinkingBudget === 0 && isGemini3(model) && model.version === 3.5 && model.tier === 'flash-lite' ? UNNAMED : undefined,
  ),
  rule('thinking-budget-range', `${GUIDE}, https://github.com/earendil-works/pi/pull/2861 (2026-04-06)`, ({ thinking, model }) => {
    const budget = thinking.thinkingBudget
    if (!isGemini25(model) || budget === undefined || budget === 0 || budget === -1) return undefined
    const [least, most] = budgetRange(model)
    const shown = model.tier === 'flash' ? 0 : least
    return budget < least || budget > most
      ? `The thinking budget ${budget} is invalid. Please choose a value between ${shown} and ${most}.`
      : undefined
  }),
  rule('thinking-budget-of-gemma', 'https://github.com/aduermael/herm/issues/23 (2026-04-11)', ({ thinking, model }) =>
    isGemma4(model) && thinking.thinkingBudget !== undefined ? 'Thinking budget is not supported for this model.' : undefined,
  ),
  rule('thinking-at-gemini-2.0', 'https://github.com/googleapis/js-genai/issues/681 (2025-06-12)', ({ thinking, model }) =>
    model.family === 'gemini' && model.version === 2 && thinking.thinkingBudget
      ? 'Unable to submit request because thinking is not supported by this model. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini'
      : undefined,
  ),
]

/** The same rules for a Gemini request. */
export const thinkingRulesOfRequest: readonly Rule<Call>[] = thinkingRules.map(({ rule: name, source, refuses }) =>
  rule(name, source, ({ model, body }) => refuses({ model, thinking: body.generationConfig?.thinkingConfig ?? {} })),
)
