import type { LossLog } from '../chat/losses/loss.ts'
import { effortOfBudget } from '../chat/request/effort.ts'
import type { ChatRequest, ReasoningRequest } from '../chat/request/request.ts'
import type { JsonObject } from '../encoding/json.ts'
import type { ThinkingSwitchRule } from './vendors/chat-rules.ts'

/** All words for the effort, least first; the first one switches thinking off. */
const words: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The effort in the nearest word that the model knows, and never a higher one unless there is no lower. */
export function limitEffort(request: ChatRequest, known: readonly string[], losses: LossLog): ChatRequest {
  const { reasoning } = request
  const effort = reasoning?.effort
  if (reasoning !== undefined && known.length === 0) return withoutReasoning(request, losses)
  if (reasoning !== undefined && isOff(reasoning)) return { ...request, reasoning: least(reasoning, known, losses) }
  if (effort === undefined) return withWordOfBudget(request, known, losses)
  if (known.includes(effort)) return request
  losses.add('reasoning.effort', 'not-expressible')
  const nearest = nearestWord(effort, known)
  const { effort: _, ...rest } = reasoning ?? {}
  return { ...request, reasoning: nearest === undefined ? rest : { ...rest, effort: nearest } }
}

/** Does the caller ask for no thinking? */
function isOff({ effort, isEnabled, budgetTokens }: ReasoningRequest): boolean {
  return effort === 'none' || isEnabled === false || budgetTokens === 0
}

/** No thinking in the model's own word for it, else as little as it knows: left out, it would think as much as it does by default. */
function least({ isEnabled, budgetTokens, ...reasoning }: ReasoningRequest, known: readonly string[], losses: LossLog): ReasoningRequest {
  const { effort = 'none' } = reasoning
  if (effort !== 'none') losses.add('reasoning.effort', 'not-expressible')
  if (known.includes('none')) return { ...reasoning, effort: 'none' }
  const field = isEnabled === false ? 'isEnabled' : budgetTokens === 0 ? 'budgetTokens' : 'effort'
  losses.add(`reasoning.${field}`, 'not-expressible')
  const word = words.find((each) => known.includes(each))
  return { ...reasoning, isEnabled: false, ...(word !== undefined && { effort: word }) }
}

/** Writers turn a budget into a word where the model knows words only; here into one that this model knows. */
function withWordOfBudget(request: ChatRequest, known: readonly string[], losses: LossLog): ChatRequest {
  const { budgetTokens = 0, ...rest } = request.reasoning ?? {}
  const word = budgetTokens > 0 ? effortOfBudget(budgetTokens, request.maxOutputTokens) : undefined
  if (word === undefined || known.includes(word)) return request
  losses.add('reasoning.budgetTokens', 'not-expressible')
  const nearest = nearestWord(word, known)
  return { ...request, reasoning: nearest === undefined ? rest : { ...rest, effort: nearest } }
}

function nearestWord(effort: string, known: readonly string[]): string | undefined {
  const wanted = words.indexOf(effort)
  // None is no nearest word for some.
  const others = known.filter((word) => word !== 'none')
  const below = others.findLast((word) => words.indexOf(word) <= wanted)
  return wanted < 0 ? undefined : (below ?? others[0])
}

/** Does the caller ask for thinking? */
function isWanted({ effort = 'none', isEnabled, budgetTokens = 0 }: ReasoningRequest): boolean {
  return isEnabled !== false && (effort !== 'none' || budgetTokens > 0 || isEnabled === true)
}

/** For a model that knows nothing of it. Not to think is what it does anyway. */
function withoutReasoning({ reasoning, ...rest }: ChatRequest, losses: LossLog): ChatRequest {
  const hasMore = Object.keys({ ...reasoning?.extras?.fields, ...reasoning?.extras?.nested }).length > 0
  if (!isOff(reasoning ?? {}) || hasMore) losses.add('reasoning', 'not-expressible')
  return rest
}

/** For a model that always thinks: the wish that it does not is lost. */
export function keepThinking(request: ChatRequest, _always: true, losses: LossLog): ChatRequest {
  const { reasoning, ...rest } = request
  if (reasoning === undefined || !isOff(reasoning)) return request
  losses.add('reasoning', 'not-expressible')
  return rest
}

/** A caller that names an effort sees the thinking, as at models that show it by themselves. */
export function showThinking(request: ChatRequest): ChatRequest {
  const { reasoning } = request
  if (reasoning === undefined || reasoning.summary !== undefined || !isWanted(reasoning)) return request
  return { ...request, reasoning: { ...reasoning, summary: 'auto' } }
}

/** The request without what `switchedThinking` says, and without degrees of thinking that the model has not. */
export function withoutSwitchedThinking(request: ChatRequest, { hasDegrees }: ThinkingSwitchRule, losses: LossLog): ChatRequest {
  const { reasoning, ...rest } = request
  if (reasoning === undefined) return request
  const { isEnabled: _, ...degrees } = reasoning
  const isDegreed = degrees.effort !== undefined || degrees.budgetTokens !== undefined || degrees.summary !== undefined
  // What else stands there is for the writer to write or to name.
  const others = reasoning.extras ? { ...rest, reasoning: { extras: reasoning.extras } } : rest
  if (isOff(reasoning) || !isDegreed) return others
  if (hasDegrees) return { ...rest, reasoning: degrees }
  for (const name of ['effort', 'budgetTokens', 'summary'] as const)
    if (degrees[name] !== undefined) losses.add(`reasoning.${name}`, 'not-expressible')
  return others
}

/** The field that says whether the model is to think; empty where the caller says nothing of that. */
export function switchedThinking(reasoning: ReasoningRequest | undefined, { field, on, off }: ThinkingSwitchRule): JsonObject {
  if (reasoning === undefined) return {}
  if (isOff(reasoning)) return { [field]: off }
  return isWanted(reasoning) ? { [field]: on } : {}
}

/** A body in OpenAI's chat dialect whose effort the vendor does not know, with the vendor's field in its place, unless that is there. */
export function withThinkingSwitch(body: JsonObject, rule: ThinkingSwitchRule): JsonObject {
  const { reasoning_effort: effort, ...rest } = body
  if (typeof effort !== 'string' || (effort !== 'none' && rule.hasDegrees)) return body
  return { ...switchedThinking({ effort }, rule), ...rest }
}
