import type { Json, JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import { effortOfBudget } from '../../request/effort.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { withFunctionsOnly } from '../../request/free-text-tool.ts'
import type { ChatRequest, FunctionTool, OutputFormat, ReasoningRequest, Tool, ToolChoice } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { writeTurns } from './message.ts'
import { writeCacheMark, writeExtras } from './part.ts'

/**
 * A canonical request as a body of `POST /v1/chat/completions`. Fields that it cannot express go to `losses`.
 *
 * The limit of tokens is written as `max_tokens`, which every vendor of this dialect knows, unless it was read as `max_completion_tokens`;
 * a provider whose models want only the newer name renames it. Tools of free text that another dialect brings are written as functions: what
 * is called in this dialect instead of the Responses API is hardly ever OpenAI, and no other vendor of this dialect takes them.
 */
export function writeRequest(asked: ChatRequest, losses: LossLog): JsonObject {
  const request = withFunctionsOnly(asked, NAME, losses)
  const extras = ownExtras(NAME, request)
  const spellings = extras?.spellings
  const body: JsonObject = { model: request.model }
  body.messages = writeTurns(request.turns, losses)

  if (request.tools !== undefined) writeTools(body, request.tools, spellings?.tools === 'functions', losses)
  if (request.toolChoice !== undefined) writeToolChoice(body, request.toolChoice, spellings?.toolChoice === 'function_call', losses)
  if (request.output !== undefined) writeOutput(body, request.output, losses)
  if (request.reasoning !== undefined) writeReasoning(body, request, request.reasoning, losses)
  writeSampling(body, request, spellings?.topK !== undefined, losses)
  set(body, 'parallel_tool_calls', request.parallelToolCalls)
  set(body, spellings?.maxOutputTokens ?? 'max_tokens', request.maxOutputTokens)
  if (request.stop !== undefined) body.stop = spellings?.stop === 'text' ? (request.stop[0] ?? '') : [...request.stop]
  set(body, 'n', request.choices)
  set(body, 'stream', request.stream)
  if (request.streamUsage !== undefined) body.stream_options = { include_usage: request.streamUsage }
  else if (spellings?.streamOptions === 'given') body.stream_options = {}
  if (request.modalities !== undefined) body.modalities = [...request.modalities]
  set(body, 'user', request.endUser)
  set(body, 'metadata', request.metadata)
  set(body, 'service_tier', request.serviceTier)
  set(body, 'store', request.store)
  set(body, 'verbosity', request.verbosity)
  set(body, 'prompt_cache_key', request.cacheKey)
  set(body, 'safety_identifier', request.safetyIdentifier)
  writeExtras(body, request, '', losses)
  return body
}

function set(target: JsonObject, key: string, value: Json | undefined): void {
  if (value !== undefined) target[key] = value
}

function writeSampling(body: JsonObject, request: ChatRequest, maySayTopK: boolean, losses: LossLog): void {
  const sampling = request.sampling
  if (sampling === undefined) return
  set(body, 'temperature', sampling.temperature)
  set(body, 'top_p', sampling.topP)
  set(body, 'presence_penalty', sampling.presencePenalty)
  set(body, 'frequency_penalty', sampling.frequencyPenalty)
  set(body, 'seed', sampling.seed)
  set(body, 'logprobs', sampling.logprobs)
  set(body, 'top_logprobs', sampling.topLogprobs)
  // An addition of some vendors; OpenAI refuses it, so it is sent only when the request came in this dialect.
  if (maySayTopK) set(body, 'top_k', sampling.topK)
  else if (sampling.topK !== undefined) losses.add('sampling.topK', 'not-expressible')
}

function writeReasoning(body: JsonObject, request: ChatRequest, reasoning: ReasoningRequest, losses: LossLog): void {
  const extras = ownExtras(NAME, reasoning)
  const { effort, budgetTokens, isEnabled, summary } = reasoning
  if (extras?.spellings?.place === 'reasoning') {
    const inner: JsonObject = {}
    set(inner, 'effort', effort)
    set(inner, 'max_tokens', budgetTokens)
    set(inner, 'enabled', isEnabled)
    set(inner, 'summary', summary)
    putMissing(inner, extras.nested?.reasoning)
    body.reasoning = inner
    return
  }
  nameForeignExtras(NAME, reasoning, 'reasoning', losses)
  const { modelThinking } = request
  const takesEffort = modelThinking === 'effort'
  const isBudgetGiven = effort === undefined && takesEffort && isEnabled !== false && (budgetTokens ?? 0) > 0
  if (isBudgetGiven) body.reasoning_effort = effortOfBudget(budgetTokens ?? 0, request.maxOutputTokens)
  else if (modelThinking === 'none' && effort !== undefined) losses.add('reasoning.effort', 'not-expressible')
  else set(body, 'reasoning_effort', takesEffort && effort === 'max' ? 'xhigh' : effort)
  if (budgetTokens !== undefined && !isBudgetGiven) losses.add('reasoning.budgetTokens', 'not-expressible')
  // A model that thinks does so by default.
  if (isEnabled !== undefined && !(isEnabled && takesEffort)) losses.add('reasoning.isEnabled', 'not-expressible')
  if (summary !== undefined) losses.add('reasoning.summary', 'not-expressible')
}

function writeOutput(body: JsonObject, output: OutputFormat, losses: LossLog): void {
  if (output.kind === 'unknown') {
    if (ownExtras(NAME, output) !== undefined) body.response_format = output.value
    else losses.add('output', 'not-expressible')
    return
  }
  const format: JsonObject = { type: output.kind === 'json' ? 'json_object' : output.kind === 'text' ? 'text' : 'json_schema' }
  if (output.kind === 'json-schema') {
    const inner: JsonObject = { schema: output.schema }
    const isOwn = ownExtras(NAME, output) !== undefined
    // The name is demanded here and not known everywhere.
    set(inner, 'name', output.name ?? (isOwn ? undefined : 'output'))
    set(inner, 'strict', output.strict)
    set(inner, 'description', output.description)
    format.json_schema = inner
  }
  writeExtras(format, output, 'output', losses)
  body.response_format = format
}

function writeTools(body: JsonObject, tools: readonly Tool[], isLegacy: boolean, losses: LossLog): void {
  const list: Json[] = []
  for (const [index, tool] of tools.entries()) {
    const path = `tools[${index}]`
    if (tool.kind === 'vendor') {
      if (ownExtras(NAME, tool) !== undefined) list.push(tool.value)
      else losses.add(path, 'not-expressible')
      continue
    }
    const inner: JsonObject = { name: tool.name }
    set(inner, 'description', tool.description)
    if (tool.kind === 'custom') {
      set(inner, 'format', tool.format)
      const value: JsonObject = { type: 'custom', custom: inner }
      writeExtras(value, tool, path, losses)
      list.push(value)
    } else list.push(writeFunction(tool, inner, isLegacy, path, losses))
  }
  // A list that lost all its tools is no list: vendors refuse an empty one.
  if (list.length > 0 || tools.length === 0) body[isLegacy ? 'functions' : 'tools'] = list
}

function writeFunction(tool: FunctionTool, inner: JsonObject, isLegacy: boolean, path: string, losses: LossLog): JsonObject {
  set(inner, 'parameters', tool.parameters)
  set(inner, 'strict', tool.strict)
  const value: JsonObject = { type: 'function', function: inner }
  writeCacheMark(value, tool.cacheMark, path, losses)
  writeExtras(value, tool, path, losses)
  return isLegacy ? inner : value
}

function writeToolChoice(body: JsonObject, choice: ToolChoice, isLegacy: boolean, losses: LossLog): void {
  const key = isLegacy ? 'function_call' : 'tool_choice'
  switch (choice.kind) {
    case 'auto':
    case 'none':
    case 'required':
      body[key] = choice.kind
      nameForeignExtras(NAME, choice, 'toolChoice', losses)
      return
    case 'tool': {
      const type = ownExtras(NAME, choice)?.spellings?.type === 'custom' ? 'custom' : 'function'
      const inner: JsonObject = { name: choice.name }
      const value: JsonObject = { type, [type]: inner }
      writeExtras(value, choice, 'toolChoice', losses)
      body[key] = isLegacy ? inner : value
      return
    }
    case 'some':
      body.tool_choice = {
        type: 'allowed_tools',
        allowed_tools: {
          mode: choice.isRequired ? 'required' : 'auto',
          tools: choice.names.map((name) => ({ type: 'function', function: { name } })),
        },
      }
      nameForeignExtras(NAME, choice, 'toolChoice', losses)
      return
    case 'unknown':
      if (ownExtras(NAME, choice) !== undefined) body[key] = choice.value
      else losses.add('toolChoice', 'needed')
  }
}
