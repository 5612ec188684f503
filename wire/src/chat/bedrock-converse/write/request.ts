import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { nameSettingLosses } from '../../losses/name-losses.ts'
import { nameForeignExtras } from '../../request/extras.ts'
import type { ChatRequest } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { writeConversation } from './conversation.ts'
import { isClaude } from './family.ts'
import { writeOutput, writeSampling, writeTier } from './settings.ts'
import { writeThinking } from './thinking.ts'
import { writeTools } from './tools.ts'

/**
 * A canonical request as a body of `POST /model/{modelId}/converse`; the model and whether it streams stand in the address. Fields that it
 * cannot express go to `losses`. Fields of the model's own vendor go into `additionalModelRequestFields`.
 *
 * `guardrailConfig` is taken from a caller's body of any dialect, where it is no field of its own: other gateways take it there too.
 * Source: AWS, Bedrock API reference, "Converse", 2026.
 */
export function writeRequest(request: ChatRequest, losses: LossLog): JsonObject {
  const { system, messages } = writeConversation(request, losses)
  const body: JsonObject = { messages }
  if (system.length > 0) body.system = system
  // Claude's own fields, where the model is one.
  const fields: JsonObject = {}
  const inference: JsonObject = {}
  if (request.maxOutputTokens !== undefined) inference.maxTokens = request.maxOutputTokens
  const isForced = writeTools(body, fields, request, losses)
  const isThinking = writeThinking(fields, request, isForced, losses)
  writeSampling(inference, fields, request, isThinking, losses)
  writeStop(body, inference, request, losses)
  writeOutput(body, request, losses)
  writeTier(body, request, losses)
  if (Object.keys(inference).length > 0) body.inferenceConfig = inference
  if (Object.keys(fields).length > 0) body.additionalModelRequestFields = fields
  writeGuardrail(body, request, losses)
  const { parallelToolCalls: _, serviceTier: __, ...others } = request
  nameSettingLosses(others, losses)
  return body
}

/** Stop words; blank ones are refused. The response names the one that ended it only on request, at either place. */
function writeStop(body: JsonObject, inference: JsonObject, { stop, model }: ChatRequest, losses: LossLog): void {
  if (stop === undefined) return
  const words: Json[] = []
  for (const [index, word] of stop.entries()) {
    if (word.trim() === '') losses.add(`stop[${index}]`, 'not-expressible')
    else words.push(word)
  }
  if (words.length === 0) return
  inference.stopSequences = words
  if (isClaude(model)) body.additionalModelResponseFieldPaths = ['/stop_sequence', '/delta/stop_sequence']
}

function writeGuardrail(body: JsonObject, { extras }: ChatRequest, losses: LossLog): void {
  if (extras === undefined) return
  const { guardrailConfig, ...fields } = extras.fields ?? {}
  const isGuarded = isObject(guardrailConfig)
  if (isGuarded) body.guardrailConfig = guardrailConfig
  nameForeignExtras(NAME, { extras: isGuarded ? { ...extras, fields } : extras }, '', losses)
}
