// Claude's thinking, which Converse knows as one of the model's own fields.
import { NATIVE_DIALECT } from '../../../claude/native.ts'
import { thinkingForm } from '../../../claude/thinking-form.ts'
import { isObject, type JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { nameForeignExtras } from '../../request/extras.ts'
import type { ChatRequest, ReasoningPart, ReasoningRequest } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { isClaude } from './family.ts'

/** The values that request a summary of the thinking. */
const summaries: readonly string[] = ['auto', 'concise', 'detailed', 'summarized']

/**
 * Writes Claude's `thinking` and the effort. Returns whether thinking is on.
 *
 * @param isForced must a tool be called? Claude refuses to think before
 */
export function writeThinking(fields: JsonObject, request: ChatRequest, isForced: boolean, losses: LossLog): boolean {
  const { reasoning, model } = request
  if (reasoning === undefined) return false
  nameForeignExtras(NAME, reasoning, 'reasoning', losses)
  if (!isClaude(model)) {
    losses.add('reasoning', 'not-expressible')
    return false
  }
  if (hasEffortOnly(reasoning)) {
    fields.output_config = { effort: reasoning.effort ?? null }
    return false
  }
  const form = thinkingForm(reasoning, model, request.maxOutputTokens)
  const type = form?.thinking.type
  if (form?.effort !== undefined) fields.output_config = { effort: form.effort }
  if (form === undefined || (type !== 'disabled' && (isForced || (type === 'enabled' && isWithinForeignRound(request))))) {
    losses.add('reasoning', 'not-expressible')
    return false
  }
  fields.thinking = { ...form.thinking }
  if (reasoning.effort !== undefined && !form.isEffortWritten) losses.add('reasoning.effort', 'not-expressible')
  if (reasoning.budgetTokens !== undefined && type === 'adaptive') losses.add('reasoning.budgetTokens', 'not-expressible')
  writeSummary(fields, reasoning, losses)
  return type !== 'disabled'
}

/** Thinking that the model can be given back: what it signed, here or at its own vendor's. */
export function isReplayable(part: ReasoningPart, model: string): boolean {
  if (part.signedBy === NAME) return true
  const isNative = part.signedBy === NATIVE_DIALECT || (part.signedBy === undefined && part.extras?.dialect === NATIVE_DIALECT)
  return isNative && isClaude(model)
}

/** In Claude's native dialect effort and thinking are settings apart; in others an effort is a wish to think. */
function hasEffortOnly({ extras, isEnabled, budgetTokens, effort }: ReasoningRequest): boolean {
  return extras?.dialect === NATIVE_DIALECT && isEnabled === undefined && budgetTokens === undefined && effort !== undefined
}

function writeSummary(fields: JsonObject, { summary }: ReasoningRequest, losses: LossLog): void {
  if (summary === undefined) return
  const { thinking } = fields
  const isThinking = isObject(thinking) && thinking.type !== 'disabled'
  if (isThinking && summaries.includes(summary)) thinking.display = 'summarized'
  else if (isThinking && summary === 'omitted') thinking.display = summary
  else losses.add('reasoning.summary', 'not-expressible')
}

/** A budget is refused in the middle of a round of tools that did not begin with the model's own thinking. */
function isWithinForeignRound({ turns, model }: ChatRequest): boolean {
  const last = turns.findLast((turn) => turn.role !== 'tool' && !turn.parts.some((part) => part.kind === 'tool-result'))
  if (last?.role !== 'assistant' || !last.parts.some((part) => part.kind === 'tool-call')) return false
  return !last.parts.some((part) => part.kind === 'reasoning' && isReplayable(part, model))
}
