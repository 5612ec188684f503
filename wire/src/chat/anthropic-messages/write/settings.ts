// Thinking, the form of the answer, sampling and stop words. The vendor refuses some of them together: of such a pair from another dialect,
// the one that the answer stays right without is left out and named as lost.
import { thinkingForm } from '../../../claude/thinking-form.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { put } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import type { ChatRequest, ReasoningRequest } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { isOwnThinking } from './block.ts'
import { writeExtras } from './extras.ts'

/** The values of other dialects that request a summary of the thinking. */
const summaries: readonly string[] = ['auto', 'concise', 'detailed', 'summarized']

/** Under these words of a schema stands a value, under those schemas by names of the caller's. */
const values: readonly string[] = ['enum', 'const', 'default', 'examples']
const named: readonly string[] = ['properties', 'patternProperties', '$defs', 'definitions']

/** Writes `thinking` and the effort. Returns whether the model is to think. */
export function writeReasoning(body: JsonObject, config: JsonObject, request: ChatRequest, losses: LossLog): boolean {
  const { reasoning } = request
  if (reasoning === undefined) return false
  if (ownExtras(NAME, reasoning) !== undefined) return writeOwnReasoning(body, config, reasoning, losses)
  nameForeignExtras(NAME, reasoning, 'reasoning', losses)
  const form = thinkingForm(reasoning, request.model, request.maxOutputTokens)
  const type = form?.thinking.type
  if (form?.effort !== undefined) config.effort = form.effort
  if (form === undefined || (type !== 'disabled' && isThinkingRefused(body, request, type === 'enabled'))) {
    losses.add('reasoning', 'not-expressible')
    return false
  }
  body.thinking = { ...form.thinking }
  if (reasoning.effort !== undefined && !form.isEffortWritten) losses.add('reasoning.effort', 'not-expressible')
  if (reasoning.budgetTokens !== undefined && type === 'adaptive') losses.add('reasoning.budgetTokens', 'not-expressible')
  writeSummary(body, reasoning, losses)
  return type !== 'disabled'
}

function writeSummary(body: JsonObject, { summary }: ReasoningRequest, losses: LossLog): void {
  if (summary === undefined) return
  const { thinking } = body
  if (summaries.includes(summary) && isObject(thinking) && thinking.type !== 'disabled') thinking.display = 'summarized'
  else losses.add('reasoning.summary', 'not-expressible')
}

function writeOwnReasoning(body: JsonObject, config: JsonObject, reasoning: ReasoningRequest, losses: LossLog): boolean {
  if (reasoning.effort !== undefined) config.effort = reasoning.effort
  if (reasoning.isEnabled === undefined) return false
  const isAdaptive = ownExtras(NAME, reasoning)?.spellings?.thinking === 'adaptive'
  const thinking: JsonObject = { type: !reasoning.isEnabled ? 'disabled' : isAdaptive ? 'adaptive' : 'enabled' }
  if (reasoning.budgetTokens !== undefined) thinking.budget_tokens = reasoning.budgetTokens
  if (reasoning.summary !== undefined) thinking.display = reasoning.summary
  body.thinking = thinking
  writeExtras(body, reasoning, 'reasoning', losses)
  return reasoning.isEnabled
}

/**
 * Thinking is refused with a forced call, and, with a budget, in the middle of a round of tools that did not begin with the vendor's own
 * thinking: another dialect's client may not have carried it.
 */
function isThinkingRefused(body: JsonObject, request: ChatRequest, hasBudget: boolean): boolean {
  const choice = body.tool_choice
  if (isObject(choice) && (choice.type === 'any' || choice.type === 'tool')) return true
  if (!hasBudget) return false
  const last = request.turns.findLast((turn) => turn.role !== 'tool' && !turn.parts.some((part) => part.kind === 'tool-result'))
  if (last?.role !== 'assistant' || !last.parts.some((part) => part.kind === 'tool-call')) return false
  return !last.parts.some((part) => part.kind === 'reasoning' && isOwnThinking(part))
}

/** Writes the response format. Free JSON does not exist here; callers that want it describe it in the prompt too, so nothing is added. */
export function writeOutput(body: JsonObject, config: JsonObject, request: ChatRequest, losses: LossLog): void {
  const { output } = request
  if (output === undefined) return
  const own = ownExtras(NAME, output)
  const target = own?.spellings?.place === 'output_format' ? body : config
  const key = target === body ? 'output_format' : 'format'
  if (output.kind === 'unknown') {
    if (own !== undefined) target[key] = output.value
    else losses.add('output', 'not-expressible')
    return
  }
  if (output.kind !== 'json-schema') {
    if (output.kind === 'json') losses.add('output', 'not-expressible')
    else nameForeignExtras(NAME, output, 'output', losses)
    return
  }
  for (const field of ['name', 'description'] as const) if (output[field] !== undefined) losses.add(`output.${field}`, 'not-expressible')
  // Here a response always follows its schema.
  if (output.strict === false) losses.add('output.strict', 'not-expressible')
  const schema = own === undefined ? closedObject(output.schema) : output.schema
  const value: JsonObject = { type: 'json_schema', schema }
  writeExtras(value, output, 'output', losses)
  target[key] = value
}

function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed)
  return isObject(schema) ? closedObject(schema) : schema
}

/** The schema with every object closed, as the vendor demands it: it refuses an open one, and what fits a closed schema fits the open one too. */
function closedObject(schema: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const key of Object.keys(schema)) {
    const value = schema[key]
    if (value === undefined || values.includes(key)) put(copy, key, value)
    else if (named.includes(key) && isObject(value)) put(copy, key, closedEach(value))
    else put(copy, key, closed(value))
  }
  if (schema.type === 'object' && isObject(schema.properties) && schema.additionalProperties === undefined)
    copy.additionalProperties = false
  return copy
}

function closedEach(schemas: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const key of Object.keys(schemas)) put(copy, key, closed(schemas[key] ?? null))
  return copy
}

/** Writes what the vendor has for sampling; a temperature beyond its scale as its highest. */
export function writeSampling(body: JsonObject, request: ChatRequest, isThinking: boolean, losses: LossLog): void {
  const { sampling } = request
  if (sampling === undefined) return
  const { temperature, topP, topK } = sampling
  if (ownExtras(NAME, request) !== undefined) {
    if (temperature !== undefined) body.temperature = temperature
    if (topP !== undefined) body.top_p = topP
    if (topK !== undefined) body.top_k = topK
    return
  }
  const lose = (key: string) => losses.add(`sampling.${key}`, 'not-expressible')
  if (temperature !== undefined) {
    if (temperature > 1 || (isThinking && temperature !== 1)) lose('temperature')
    if (!isThinking) body.temperature = Math.min(temperature, 1)
  }
  if (topP !== undefined) {
    if (!isThinking || topP >= 0.95) body.top_p = topP
    else lose('topP')
  }
  if (topK !== undefined) {
    if (isThinking) lose('topK')
    else body.top_k = topK
  }
  for (const key of ['presencePenalty', 'frequencyPenalty', 'seed', 'topLogprobs'] as const)
    if (sampling[key] !== undefined && (sampling[key] !== 0 || key === 'seed')) lose(key)
  if (sampling.logprobs === true) lose('logprobs')
}

/** Writes the stop words; the vendor refuses those without a letter or sign in them. */
export function writeStop(body: JsonObject, request: ChatRequest, losses: LossLog): void {
  const { stop } = request
  if (stop === undefined) return
  const isOwn = ownExtras(NAME, request) !== undefined
  const words: string[] = []
  for (const [index, word] of stop.entries()) {
    if (isOwn || word.trim() !== '') words.push(word)
    else losses.add(`stop[${index}]`, 'not-expressible')
  }
  if (isOwn || words.length > 0) body.stop_sequences = words
}
