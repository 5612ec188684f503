import type { LossLog } from '../chat/loss.ts'
import type { ChatRequest } from '../chat/request.ts'

/** All words for the effort, least first; the first one switches thinking off. */
const words: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The effort in the nearest word that the model knows, and never a higher one unless there is no lower. */
export function limitEffort(request: ChatRequest, known: readonly string[], losses: LossLog): ChatRequest {
  const { reasoning } = request
  const effort = reasoning?.effort
  if (reasoning !== undefined && known.length === 0) return withoutReasoning(request, losses)
  if (effort === undefined || known.includes(effort)) return request
  losses.add('reasoning.effort', 'not-expressible')
  const wanted = words.indexOf(effort)
  // Who asks for some thinking is not served by none.
  const others = known.filter((word) => word !== 'none')
  const below = others.findLast((word) => words.indexOf(word) <= wanted)
  const nearest = wanted <= 0 ? undefined : (below ?? others[0])
  const { effort: _, ...rest } = reasoning ?? {}
  return { ...request, reasoning: nearest === undefined ? rest : { ...rest, effort: nearest } }
}

/** For a model that knows nothing of it. Not to think is what it does anyway. */
function withoutReasoning({ reasoning, ...rest }: ChatRequest, losses: LossLog): ChatRequest {
  const isOff = reasoning?.isEnabled === false || reasoning?.effort === 'none' || reasoning?.budgetTokens === 0
  if (!isOff) losses.add('reasoning', 'not-expressible')
  return rest
}

/** For a model that always thinks: the wish that it does not is lost. */
export function keepThinking(request: ChatRequest, _always: true, losses: LossLog): ChatRequest {
  const { reasoning, ...rest } = request
  if (reasoning?.isEnabled !== false && reasoning?.effort !== 'none' && reasoning?.budgetTokens !== 0) return request
  losses.add('reasoning', 'not-expressible')
  return rest
}

/** Who asks for an effort sees the thinking, as at models that show it by themselves. */
export function showThinking(request: ChatRequest): ChatRequest {
  const { reasoning } = request
  if (reasoning === undefined || reasoning.summary !== undefined || reasoning.isEnabled === false) return request
  const isWanted = (reasoning.effort ?? 'none') !== 'none' || (reasoning.budgetTokens ?? 0) > 0 || reasoning.isEnabled === true
  return isWanted ? { ...request, reasoning: { ...reasoning, summary: 'auto' } } : request
}
