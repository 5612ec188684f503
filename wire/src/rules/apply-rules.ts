// One pass over a request before it is written for a vendor: what can be said otherwise is, what cannot is named as lost, and what the call
// needs is refused before money moves. Requests that are passed through are not touched.
import type { LossLog } from '../chat/losses/loss.ts'
import type { ChatRequest } from '../chat/request/request.ts'
import { analysisOf, type ConversationAnalysis } from './analysis.ts'
import { limitConflicts } from './conflicts.ts'
import { limitEndUserId } from './end-user-id.ts'
import { limitOutputTokens, limitServiceTier, limitWhole, withSomeOutput } from './limits.ts'
import { limitMedia } from './media.ts'
import { limitOutput } from './output.ts'
import { withOriginalPaths, withPlaces } from './places.ts'
import { keepThinking, limitEffort, showThinking, withoutSwitchedThinking } from './reasoning.ts'
import { limitSampling, limitStopWords, withoutIdleAlternatives } from './sampling.ts'
import { limitSchemas } from './schemas/guaranteed-schemas.ts'
import { limitToolNames } from './tool-names.ts'
import { isForced, limitTools, nameUnknownChoice, uniqueToolNames, withoutUselessTools } from './tools.ts'
import { limitCallIds } from './turns/call-ids.ts'
import { withSpokenAnswers } from './turns/histories.ts'
import { pairCalls } from './turns/pair-calls.ts'
import { limitTurns } from './turns/turns.ts'
import type { ChatRules, ChoicesRule, NotThinkingRule } from './vendors/chat-rules.ts'

interface Step {
  readonly kind: keyof ChatRules
  /** What limits a request by the rule of this kind; undefined where there is none. */
  limitBy(rules: ChatRules): ((request: ChatRequest, losses: LossLog, analysis: ConversationAnalysis) => ChatRequest) | undefined
}

function step<Kind extends keyof ChatRules>(
  kind: Kind,
  limit: (request: ChatRequest, rule: NonNullable<ChatRules[Kind]>, losses: LossLog, analysis: ConversationAnalysis) => ChatRequest,
): Step {
  return {
    kind,
    limitBy(rules) {
      const rule = rules[kind]
      return rule === undefined ? undefined : (request, losses, analysis) => limit(request, rule, losses, analysis)
    },
  }
}

/** In this order: conflicts come before what they may leave of the output, turns after what is added to the instructions. */
const steps: readonly Step[] = [
  step('fields', limitFields),
  step('alwaysThinks', keepThinking),
  step('thinkingSwitch', withoutSwitchedThinking),
  step('efforts', limitEffort),
  step('thinking', showThinking),
  step('sampling', limitSampling),
  step('stopWords', limitStopWords),
  step('endUserId', limitEndUserId),
  step('choices', limitChoices),
  step('serviceTiers', limitServiceTier),
  step('outputTokens', limitOutputTokens),
  step('streamsOnly', limitWhole),
  step('notThinking', withoutThinkingThere),
  step('media', limitMedia),
  step('modalities', limitModalities),
  step('tools', limitTools),
  step('conflicts', limitConflicts),
  step('schemas', limitSchemas),
  step('output', limitOutput),
  step('toolNames', limitToolNames),
  step('callIds', limitCallIds),
  step('turns', limitTurns),
]

/**
 * The request as a model of these rules takes it.
 * @param onUsed told about each kind of rule that changed or named something
 */
export function applyRules(asked: ChatRequest, rules: ChatRules, losses: LossLog, onUsed?: (kind: keyof ChatRules) => void): ChatRequest {
  // Steps add texts only, and results of calls that are there: whatever the request holds later is in it.
  const analysis = analysisOf(asked.turns)
  let request = withSomeOutput(uniqueToolNames(withoutUselessFields(withPlaces(asked), losses), losses), losses)
  request = pairCalls(withSpokenAnswers(request, analysis), losses, analysis)
  for (const { kind, limitBy } of steps) {
    const limit = limitBy(rules)
    if (limit === undefined) continue
    const before = request
    let isNamed = false
    const named = withOriginalPaths(before, losses)
    const noted: LossLog = {
      add(path, reason) {
        isNamed = true
        named.add(path, reason)
      },
    }
    request = limit(request, noted, analysis)
    if (isNamed || request !== before) onUsed?.(kind)
  }
  return request
}

function limitFields(
  request: ChatRequest,
  { refused }: { readonly refused: readonly (keyof ChatRequest)[] },
  losses: LossLog,
): ChatRequest {
  const given = refused.filter((key) => request[key] !== undefined)
  if (given.length === 0) return request
  // Not to be stored is what happens anyway.
  for (const key of given) if (!(key === 'store' && request.store === false)) losses.add(key, 'not-expressible')
  return Object.fromEntries(Object.entries(request).filter(([key]) => !given.includes(key as keyof ChatRequest))) as unknown as ChatRequest
}

/** What the caller wanted of the thinking that `translateRequest` switches off. */
function withoutThinkingThere(request: ChatRequest, rule: NotThinkingRule, losses: LossLog): ChatRequest {
  const { reasoning, ...rest } = request
  if (!mustNotThink(request, rule)) return request
  if (reasoning !== undefined) losses.add('reasoning', 'not-expressible')
  return rest
}

/** Must the model not think in this call? */
export function mustNotThink({ stream, toolChoice }: ChatRequest, { inWholeCalls, besideForcedTools }: NotThinkingRule): boolean {
  return (inWholeCalls === true && stream !== true) || (besideForcedTools === true && toolChoice !== undefined && isForced(toolChoice))
}

function limitChoices(request: ChatRequest, { max, oneAnswerAtTemperature0 }: ChoicesRule, losses: LossLog): ChatRequest {
  const { choices = 1, sampling } = request
  if (choices > max) losses.add('choices', 'needed')
  if (!oneAnswerAtTemperature0 || choices === 1 || sampling?.temperature !== 0) return request
  losses.add('sampling.temperature', 'not-expressible')
  return { ...request, sampling: { ...sampling, temperature: 0.01 } }
}

function limitModalities(request: ChatRequest, { taken }: { readonly taken: readonly string[] }, losses: LossLog): ChatRequest {
  if (request.modalities?.some((kind) => !taken.includes(kind))) losses.add('modalities', 'needed')
  return request
}

/** Without fields that say nothing here: text is the usual answer, and a choice needs tools. */
function withoutUselessFields(asked: ChatRequest, losses: LossLog): ChatRequest {
  const request = withoutIdleAlternatives(withoutUselessTools(asked, losses), losses)
  nameUnknownChoice(request, losses)
  // A conversation that only the client's own vendor has, such as a stored prompt.
  if (request.turns.length === 0) losses.add('turns', 'needed')
  if (request.modalities === undefined || request.modalities.some((kind) => kind !== 'text')) return request
  const { modalities: _, ...rest } = request
  return rest
}
