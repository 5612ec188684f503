import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { ownExtras } from '../../request/extras.ts'
import type { ChatRequest } from '../../request/request.ts'
import { putField, type Words } from '../fields.ts'
import { NAME } from '../name.ts'
import { putConfig, writeConfig } from './config.ts'
import { writeContents } from './contents.ts'
import { familyOf } from './family.ts'
import { type WriteContext, writeExtras } from './part.ts'
import { writeToolChoice, writeTools } from './tools.ts'

/** What this dialect has no place for, where the answer stays right without it. */
const unsayable = ['endUser', 'metadata', 'serviceTier', 'store', 'verbosity', 'cacheKey', 'safetyIdentifier'] as const

/**
 * A canonical request as a body of `:generateContent`. Inexpressible fields go to `losses`. The model and whether to stream stand in the
 * address; the model's name decides only what its generation can do.
 */
export function writeRequest(request: ChatRequest, losses: LossLog): JsonObject {
  const extras = ownExtras(NAME, request)
  const words = extras?.spellings
  const family = familyOf(request.model)
  const context: WriteContext = { to: 'google', isOwn: extras !== undefined, family, losses }
  const body: JsonObject = {}
  if (words?.model !== undefined) body.model = modelField(words.model, request.model)

  const { system, contents } = writeContents(request.turns, context)
  putField(body, words, 'systemInstruction', system)
  putField(body, words, 'contents', contents)
  const tools = request.tools === undefined ? undefined : writeTools(request.tools, losses)
  // A list that lost all its tools is no list.
  if (tools !== undefined && (tools.length > 0 || request.tools?.length === 0)) putField(body, words, 'tools', tools)

  const toolConfig: JsonObject = {}
  writeChoice(toolConfig, request, words, context)
  // The third generation wants to be told that its own tools run beside functions; those before it refuse both together.
  if (!context.isOwn && family.isThird && hasHosted(tools) && hasFunctions(request)) toolConfig.includeServerSideToolInvocations = true
  putConfig(body, toolConfig, 'toolConfig', extras?.nested?.toolConfig, words)
  putConfig(body, writeConfig(request, words, family, losses), 'generationConfig', extras?.nested?.generationConfig, words)

  for (const key of unsayable) if (request[key] !== undefined) losses.add(key, 'not-expressible')
  if (request.parallelToolCalls === false) losses.add('parallelToolCalls', 'not-expressible')
  writeExtras(body, request, '', losses)
  return body
}

const hasFunctions = ({ tools }: ChatRequest) => tools?.some((tool) => tool.kind !== 'vendor') === true
const hasHosted = (written: readonly Json[] | undefined) =>
  written?.some((tool) => isObject(tool) && tool.functionDeclarations === undefined && tool.function_declarations === undefined) === true

/** Google refuses a choice among functions where there are none. */
function writeChoice(toolConfig: JsonObject, request: ChatRequest, words: Words | undefined, context: WriteContext): void {
  const choice = request.toolChoice
  if (choice === undefined) return
  if (context.isOwn || hasFunctions(request)) {
    putField(toolConfig, words, 'functionCallingConfig', writeToolChoice(choice, context.losses))
    return
  }
  if (choice.kind !== 'auto' && choice.kind !== 'none') context.losses.add('toolChoice', 'needed')
  writeExtras({}, choice, 'toolChoice', context.losses)
}

/** A body may name the model that its address names; it must then be the same. */
function modelField(given: string, model: string): string {
  if (model === '') return given
  return given.startsWith('models/') && !model.includes('/') ? `models/${model}` : model
}
