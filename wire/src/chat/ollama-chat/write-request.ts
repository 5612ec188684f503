import type { Json, JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { nameSettingLosses } from '../losses/name-losses.ts'
import { nameForeignExtras } from '../request/extras.ts'
import { withFunctionsOnly } from '../request/free-text-tool.ts'
import { chooseFunctions, functionJson } from '../request/function-tools.ts'
import type { ChatRequest } from '../request/request.ts'
import { NAME } from './name.ts'
import { writeMessages } from './write-messages.ts'

/** Words for effort, and those that Ollama has for them; a model without levels thinks at any of them. */
const levels: Readonly<Record<string, string>> = { minimal: 'low', low: 'low', medium: 'medium', high: 'high', xhigh: 'high', max: 'high' }

/** A canonical request as a body of `POST /api/chat`. Fields that it cannot express go to `losses`. */
export function writeRequest(original: ChatRequest, losses: LossLog): JsonObject {
  const request = withFunctionsOnly(original, NAME, losses)
  const body: JsonObject = {
    model: request.model,
    messages: writeMessages(request.turns, losses),
    // Ollama streams by default.
    stream: request.stream ?? false,
  }
  writeTools(body, request, losses)
  writeFormat(body, request, losses)
  writeThink(body, request, losses)
  const options = writeOptions(request)
  if (Object.keys(options).length > 0) body.options = options
  const { logprobs, topLogprobs } = request.sampling ?? {}
  if (logprobs !== undefined) body.logprobs = logprobs
  if (topLogprobs !== undefined) body.top_logprobs = topLogprobs
  nameSettingLosses(request, losses)
  nameForeignExtras(NAME, request, '', losses)
  return body
}

/** Nothing can force a call here. Where none may be made, no tools are given. */
function writeTools(body: JsonObject, request: ChatRequest, losses: LossLog): void {
  const { functions, isForced } = chooseFunctions(NAME, request, losses)
  if (isForced) losses.add('toolChoice', 'needed')
  if (request.toolChoice?.kind === 'none') {
    for (const { path } of functions) losses.add(path, 'not-expressible')
    return
  }
  for (const { tool, path } of functions) if (tool.strict === true) losses.add(`${path}.strict`, 'not-expressible')
  if (functions.length > 0) body.tools = functions.map(({ tool }) => functionJson(tool))
}

function writeFormat(body: JsonObject, { output }: ChatRequest, losses: LossLog): void {
  if (output === undefined) return
  nameForeignExtras(NAME, output, 'output', losses)
  if (output.kind === 'unknown') losses.add('output', 'not-expressible')
  if (output.kind === 'json') body.format = 'json'
  if (output.kind !== 'json-schema') return
  body.format = output.schema
  for (const key of ['name', 'description'] as const) if (output[key] !== undefined) losses.add(`output.${key}`, 'not-expressible')
  // Here a response always follows its schema.
  if (output.strict === false) losses.add('output.strict', 'not-expressible')
}

function writeThink(body: JsonObject, { reasoning }: ChatRequest, losses: LossLog): void {
  if (reasoning === undefined) return
  nameForeignExtras(NAME, reasoning, 'reasoning', losses)
  const { effort, budgetTokens, isEnabled, summary } = reasoning
  // Thinking is always shown, and whole.
  if (summary !== undefined) losses.add('reasoning.summary', 'not-expressible')
  if (isEnabled === false || effort === 'none' || budgetTokens === 0) {
    body.think = false
    return
  }
  const level = effort !== undefined && Object.hasOwn(levels, effort) ? levels[effort] : undefined
  if (effort !== undefined && level === undefined) losses.add('reasoning.effort', 'not-expressible')
  if (budgetTokens !== undefined) losses.add('reasoning.budgetTokens', 'not-expressible')
  if (level !== undefined) body.think = level
  else if (isEnabled === true || budgetTokens !== undefined) body.think = true
}

function writeOptions({ sampling = {}, maxOutputTokens, stop }: ChatRequest): JsonObject {
  const options: JsonObject = {}
  const set = (key: string, value: Json | undefined) => {
    if (value !== undefined) options[key] = value
  }
  set('num_predict', maxOutputTokens)
  set('temperature', sampling.temperature)
  set('top_p', sampling.topP)
  set('top_k', sampling.topK)
  set('seed', sampling.seed)
  set('presence_penalty', sampling.presencePenalty)
  set('frequency_penalty', sampling.frequencyPenalty)
  if (stop !== undefined && stop.length > 0) set('stop', [...stop])
  return options
}
