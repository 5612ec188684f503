import { isObject, type Json, type JsonObject, printedJson } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import { effortOfBudget } from '../../request/effort.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { turnPath } from '../../request/placed-part.ts'
import type { ChatRequest, OutputFormat, ReasoningRequest } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { customCallIds } from '../read/input.ts'
import { INCLUDE_ENCRYPTED, INCLUDE_LOGPROBS } from '../read/request.ts'
import { writeTurn } from './input.ts'
import { writeExtras } from './part.ts'
import { writeToolChoice, writeTools } from './tools.ts'

/** The vendor refuses a smaller limit. */
const MIN_OUTPUT_TOKENS = 16
/** Another dialect's word for a summary means that one is wanted. */
const summaries: readonly string[] = ['auto', 'concise', 'detailed']
const TIERS: readonly string[] = ['auto', 'default', 'flex', 'priority', 'scale']

/**
 * A canonical request as a body of `POST /v1/responses`. Fields that it cannot express go to `losses`.
 *
 * A request of another dialect is stored only on demand: no other vendor stores responses by default. Where it requests thinking, the
 * encrypted thinking is requested too, so that it can come back with the next turn.
 */
export function writeRequest(request: ChatRequest, losses: LossLog): JsonObject {
  const own = ownExtras(NAME, request)
  const words = own?.spellings
  const body: JsonObject = { model: request.model }
  writeTurns(body, request, words?.input, losses)

  if (request.tools !== undefined) {
    const tools = writeTools(request.tools, losses)
    // A list that lost all its tools is no list: vendors refuse an empty one.
    if (tools.length > 0 || request.tools.length === 0 || words?.tools === 'empty') body.tools = tools
  }
  if (request.toolChoice !== undefined) set(body, 'tool_choice', writeToolChoice(request.toolChoice, request.tools ?? [], losses))
  set(body, 'parallel_tool_calls', request.parallelToolCalls)
  writeText(body, request, losses)
  if (request.reasoning !== undefined) writeReasoning(body, request.reasoning, request.maxOutputTokens, losses)
  writeSampling(body, request, losses)
  writeInclude(body, request, words?.include)
  writeLimit(body, request, own !== undefined, losses)
  if (request.stop !== undefined && request.stop.length > 0) losses.add('stop', 'not-expressible')
  if (request.choices !== undefined && request.choices !== 1) losses.add('choices', 'needed')
  if (request.modalities?.some((each) => each !== 'text')) losses.add('modalities', 'needed')
  set(body, 'stream', request.stream)
  set(body, 'user', request.endUser)
  set(body, 'metadata', request.metadata)
  writeTier(body, request.serviceTier, own !== undefined, losses)
  set(body, 'store', request.store ?? (own === undefined ? false : undefined))
  set(body, 'prompt_cache_key', request.cacheKey)
  set(body, 'safety_identifier', request.safetyIdentifier)
  writeExtras(body, request, '', losses)
  return body
}

function set(target: JsonObject, key: string, value: Json | undefined): void {
  if (value !== undefined) target[key] = value
}

function writeTurns(body: JsonObject, request: ChatRequest, form: string | undefined, losses: LossLog): void {
  const custom = customCallIds(request.turns)
  const items: Json[] = []
  for (const [index, turn] of request.turns.entries()) {
    const [only] = turn.parts
    if (ownExtras(NAME, turn)?.spellings?.place === 'instructions' && only?.kind === 'text') body.instructions = only.text
    else if (form === 'text' && only?.kind === 'text') body.input = only.text
    else items.push(...writeTurn(turn, turnPath(index), custom, losses))
  }
  if (items.length > 0 || form === undefined) body.input = items
}

function writeText(body: JsonObject, request: ChatRequest, losses: LossLog): void {
  const own = ownExtras(NAME, request)
  const text: JsonObject = {}
  if (request.output !== undefined) set(text, 'format', writeFormat(request.output, losses))
  set(text, 'verbosity', request.verbosity)
  putMissing(text, own?.nested?.text)
  if (Object.keys(text).length > 0 || own?.spellings?.text === 'given') body.text = text
}

function writeFormat(output: OutputFormat, losses: LossLog): JsonObject | undefined {
  const isOwn = ownExtras(NAME, output) !== undefined
  if (output.kind === 'unknown') {
    if (isOwn) return output.value
    losses.add('output', 'needed')
    return undefined
  }
  const format: JsonObject = { type: output.kind === 'json' ? 'json_object' : output.kind === 'text' ? 'text' : 'json_schema' }
  if (output.kind === 'json-schema') {
    // The name is demanded here and not known everywhere.
    set(format, 'name', output.name ?? (isOwn ? undefined : 'output'))
    format.schema = output.schema
    // Schemas are strict here by default.
    set(format, 'strict', output.strict ?? (isOwn ? undefined : false))
    set(format, 'description', output.description)
  }
  writeExtras(format, output, 'output', losses)
  return format
}

function writeReasoning(body: JsonObject, reasoning: ReasoningRequest, limit: number | undefined, losses: LossLog): void {
  const own = ownExtras(NAME, reasoning)
  const inner: JsonObject = {}
  const { effort, budgetTokens, isEnabled, summary } = reasoning
  if (own !== undefined) {
    set(inner, 'effort', effort)
    set(inner, own.spellings?.summary ?? 'summary', summary)
    putMissing(inner, own.fields)
    body.reasoning = inner
    return
  }
  nameForeignExtras(NAME, reasoning, 'reasoning', losses)
  if (effort !== undefined) inner.effort = effort
  else if (budgetTokens !== undefined && budgetTokens > 0) inner.effort = effortOfBudget(budgetTokens, limit)
  if (effort !== undefined && budgetTokens !== undefined) losses.add('reasoning.budgetTokens', 'not-expressible')
  // Which words mean no thinking differs from model to model, and a wrong one is refused.
  if (isEnabled === false && effort === undefined) losses.add('reasoning.isEnabled', 'not-expressible')
  // In other dialects thinking that is on is visible; here it is hidden unless a summary is requested.
  const isForeign = summary !== undefined && !summaries.includes(summary)
  if (isForeign) losses.add('reasoning.summary', 'not-expressible')
  set(inner, 'summary', isForeign || (summary === undefined && isEnabled === true) ? 'auto' : summary)
  if (Object.keys(inner).length > 0) body.reasoning = inner
}

function writeSampling(body: JsonObject, request: ChatRequest, losses: LossLog): void {
  const { sampling } = request
  if (sampling === undefined) return
  set(body, 'temperature', sampling.temperature)
  set(body, 'top_p', sampling.topP)
  set(body, 'top_logprobs', sampling.topLogprobs)
  const hasPenalties = ownExtras(NAME, request)?.spellings?.penalties === 'given'
  // Some vendors of this dialect take them, and replies repeat them; OpenAI's reference has no such parameters.
  for (const [key, name] of [
    ['presencePenalty', 'presence_penalty'],
    ['frequencyPenalty', 'frequency_penalty'],
  ] as const) {
    if (hasPenalties) set(body, name, sampling[key])
    else if (sampling[key] !== undefined && sampling[key] !== 0) losses.add(`sampling.${key}`, 'not-expressible')
  }
  for (const key of ['topK', 'seed'] as const) if (sampling[key] !== undefined) losses.add(`sampling.${key}`, 'not-expressible')
}

function writeInclude(body: JsonObject, request: ChatRequest, listed: string | undefined): void {
  if (ownExtras(NAME, request) !== undefined) {
    if (listed !== undefined) body.include = printedJson(listed)
    return
  }
  const include: string[] = []
  if (isObject(body.reasoning)) include.push(INCLUDE_ENCRYPTED)
  if (request.sampling?.logprobs === true) include.push(INCLUDE_LOGPROBS)
  if (include.length > 0) body.include = include
}

function writeLimit(body: JsonObject, request: ChatRequest, isOwn: boolean, losses: LossLog): void {
  const limit = request.maxOutputTokens
  if (limit === undefined) return
  const isTooSmall = !isOwn && limit < MIN_OUTPUT_TOKENS
  if (isTooSmall) losses.add('maxOutputTokens', 'not-expressible')
  body.max_output_tokens = isTooSmall ? MIN_OUTPUT_TOKENS : limit
}

function writeTier(body: JsonObject, tier: string | undefined, isOwn: boolean, losses: LossLog): void {
  if (tier === undefined) return
  if (isOwn || TIERS.includes(tier)) body.service_tier = tier
  else if (tier === 'standard_only' || tier === 'standard') body.service_tier = 'default'
  else losses.add('serviceTier', 'not-expressible')
}
