// Claude's `thinking`, `{ type, budget_tokens }`, as far as it decides what an answer may cost. It is the same in every cloud.
import { isObject, type Json } from '../encoding/json.ts'
import type { ModelThinking } from '../model-thinking.ts'

/** A budget for thinking may not be smaller. */
const MIN_BUDGET_TOKENS = 1024
/** The share of an answer's maximum that thinking may take when the maximum has been lowered. */
const BUDGET_SHARE = 0.8

/** This maximum of an answer, in tokens, and the thinking with a budget that fits below it. */
export function limitThinking(
  thinking: Json | undefined,
  tokens: number,
): { readonly maxTokens: number; readonly thinking: Json | undefined } {
  if (!isObject(thinking) || typeof thinking.budget_tokens !== 'number' || thinking.budget_tokens < tokens)
    return { maxTokens: tokens, thinking }
  const budget = Math.max(MIN_BUDGET_TOKENS, Math.floor(tokens * BUDGET_SHARE))
  return { maxTokens: Math.max(tokens, MIN_BUDGET_TOKENS + 1), thinking: { ...thinking, budget_tokens: budget } }
}

/** Is thinking charged that is not shown? The fourth generation and later show a summary; from the fifth on they think unless it is turned off. */
export function hidesThinking(thinking: Json | undefined, modelThinking: ModelThinking | undefined): boolean {
  return isObject(thinking) ? thinking.type !== 'disabled' : modelThinking === 'own'
}
