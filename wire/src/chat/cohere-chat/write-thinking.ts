import type { JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { budgetOfEffort } from '../request/effort.ts'
import { nameForeignExtras } from '../request/extras.ts'
import type { ChatRequest } from '../request/request.ts'
import { NAME } from './name.ts'

/** Models that do not think; Cohere refuses them `thinking`. The others think by default. Source: Cohere docs, "Reasoning" and "Models". */
const PLAIN = /command-(r|a-03|a-vision|a-translate|light|nightly)|aya/

/** Writes whether and how long the model shall think. A word for effort is written as the share of tokens that it stands for. */
export function writeThinking(body: JsonObject, request: ChatRequest, losses: LossLog): void {
  const { reasoning, model, maxOutputTokens } = request
  if (reasoning === undefined) return
  nameForeignExtras(NAME, reasoning, 'reasoning', losses)
  const { effort, budgetTokens, isEnabled, summary } = reasoning
  // Thinking is always shown, and whole.
  if (summary !== undefined) losses.add('reasoning.summary', 'not-expressible')
  const isOff = isEnabled === false || effort === 'none' || budgetTokens === 0
  if (PLAIN.test(model)) {
    if (!isOff) losses.add('reasoning', 'not-expressible')
    return
  }
  if (isOff) {
    body.thinking = { type: 'disabled' }
    return
  }
  const share = effort === undefined ? undefined : budgetOfEffort(effort, maxOutputTokens)
  if (effort !== undefined && (share === undefined || budgetTokens !== undefined)) losses.add('reasoning.effort', 'not-expressible')
  // Below 0 stands for "as much as it likes".
  const budget = budgetTokens === undefined ? share : budgetTokens > 0 ? budgetTokens : undefined
  body.thinking = { type: 'enabled', ...(budget !== undefined && { token_budget: budget }) }
}
