import type { JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import { budgetOfEffort, effortOfBudget } from '../../request/effort.ts'
import { ownExtras } from '../../request/extras.ts'
import type { ChatRequest, OutputFormat, ReasoningRequest } from '../../request/request.ts'
import { putField, type Words } from '../fields.ts'
import { NAME } from '../name.ts'
import type { Family } from './family.ts'
import { writeExtras } from './part.ts'

/** The seed is a 32-bit number here. */
const MAX_SEED = 2 ** 31 - 1

/** `generationConfig`, without its carried extras. */
export function writeConfig(request: ChatRequest, words: Words | undefined, family: Family, losses: LossLog): JsonObject {
  const config: JsonObject = {}
  const { sampling } = request
  putField(config, words, 'stopSequences', request.stop && [...request.stop])
  putField(config, words, 'maxOutputTokens', request.maxOutputTokens)
  putField(config, words, 'candidateCount', request.choices)
  putField(config, words, 'temperature', sampling?.temperature)
  putField(config, words, 'topP', sampling?.topP)
  putField(config, words, 'topK', sampling?.topK)
  putField(config, words, 'presencePenalty', sampling?.presencePenalty)
  putField(config, words, 'frequencyPenalty', sampling?.frequencyPenalty)
  if (sampling?.seed !== undefined && Math.abs(sampling.seed) > MAX_SEED) losses.add('sampling.seed', 'not-expressible')
  else putField(config, words, 'seed', sampling?.seed)
  putField(config, words, 'responseLogprobs', sampling?.logprobs)
  putField(config, words, 'logprobs', sampling?.topLogprobs)
  putField(
    config,
    words,
    'responseModalities',
    request.modalities?.map((word) => word.toUpperCase()),
  )
  if (request.output !== undefined) writeOutput(config, request.output, words, losses)
  if (request.reasoning !== undefined) writeThinking(config, request.reasoning, request, words, family, losses)
  return config
}

function writeOutput(config: JsonObject, output: OutputFormat, words: Words | undefined, losses: LossLog): void {
  const extras = ownExtras(NAME, output)
  if (output.kind === 'unknown') {
    if (extras === undefined) losses.add('output', 'not-expressible')
    for (const key of extras === undefined ? [] : Object.keys(output.value)) putField(config, words, key, output.value[key])
    return
  }
  writeExtras({}, output, 'output', losses)
  if (output.kind === 'text') {
    // Text is the default.
    if (extras !== undefined) putField(config, words, 'responseMimeType', 'text/plain')
    return
  }
  putField(config, words, 'responseMimeType', 'application/json')
  if (output.kind !== 'json-schema') return
  const original = extras?.originals?.responseSchema
  if (original !== undefined) putField(config, words, 'responseSchema', original)
  else putField(config, words, 'responseJsonSchema', output.schema)
  if (output.name !== undefined) losses.add('output.name', 'not-expressible')
  if (output.description !== undefined) losses.add('output.description', 'not-expressible')
}

function writeThinking(
  config: JsonObject,
  reasoning: ReasoningRequest,
  request: ChatRequest,
  words: Words | undefined,
  family: Family,
  losses: LossLog,
): void {
  const extras = ownExtras(NAME, reasoning)
  const thinking: JsonObject = {}
  if (extras === undefined) writeForeignThinking(thinking, reasoning, request, family, losses)
  else writeOwnThinking(thinking, reasoning, extras.spellings)
  writeExtras(thinking, reasoning, 'reasoning', losses)
  if (extras !== undefined || Object.keys(thinking).length > 0) putField(config, words, 'thinkingConfig', thinking)
}

function writeOwnThinking(thinking: JsonObject, reasoning: ReasoningRequest, words: Words | undefined): void {
  putField(
    thinking,
    words,
    'includeThoughts',
    words?.isShown === undefined ? (reasoning.summary === undefined ? undefined : true) : words.isShown === 'true',
  )
  putField(thinking, words, 'thinkingBudget', reasoning.budgetTokens ?? (words?.budget === undefined ? undefined : Number(words.budget)))
  putField(thinking, words, 'thinkingLevel', words?.level ?? reasoning.effort?.toUpperCase())
}

const levels: Readonly<Record<string, string>> = {
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
}

/** How much to think, in the form that the model takes: a budget in the second generation, a level since then, never both. */
function writeForeignThinking(
  thinking: JsonObject,
  reasoning: ReasoningRequest,
  request: ChatRequest,
  family: Family,
  losses: LossLog,
): void {
  const { effort, budgetTokens, isEnabled, summary } = reasoning
  const isOff = isEnabled === false || effort === 'none'
  const isKnown = effort !== undefined && Object.hasOwn(levels, effort)
  if (effort !== undefined && !isKnown && !isOff) losses.add('reasoning.effort', 'not-expressible')
  const wanted = budgetTokens ?? (isKnown ? budgetOfEffort(effort, request.maxOutputTokens) : undefined)
  if (family.hasBudget) {
    const budget = isOff ? 0 : wanted === undefined ? (isEnabled === true ? -1 : undefined) : wanted
    if (budget !== undefined)
      thinking.thinkingBudget = budget < 0 ? budget : Math.min(Math.max(budget, family.leastBudget), family.mostBudget)
    if (budgetTokens !== undefined && thinking.thinkingBudget !== budgetTokens) losses.add('reasoning.budgetTokens', 'not-expressible')
    if (isOff && family.leastBudget > 0) losses.add('reasoning.isEnabled', 'not-expressible')
  } else {
    const word = isOff
      ? 'minimal'
      : isKnown
        ? levels[effort]
        : wanted === undefined
          ? undefined
          : effortOfBudget(wanted, request.maxOutputTokens)
    if (word !== undefined) thinking.thinkingLevel = (word === 'minimal' && !family.hasMinimal ? 'low' : word).toUpperCase()
    if (budgetTokens !== undefined) losses.add('reasoning.budgetTokens', 'not-expressible')
    // Its models always think a little, whatever the request.
    if (isOff) losses.add('reasoning.isEnabled', 'not-expressible')
  }
  const isShown = summary === undefined ? !isOff && (isKnown || wanted !== undefined || isEnabled === true) : summary !== 'none'
  if (isShown) thinking.includeThoughts = true
  if (summary !== undefined && summary !== 'auto' && summary !== 'none') losses.add('reasoning.summary', 'not-expressible')
}

/** Restores the carried extras of a nested object of the body, and sets it unless it is empty and was absent. */
export function putConfig(
  body: JsonObject,
  config: JsonObject,
  key: string,
  fields: JsonObject | undefined,
  words: Words | undefined,
): void {
  putMissing(config, fields)
  if (Object.keys(config).length > 0 || words?.[key] !== undefined) putField(body, words, key, config)
}
