import type { JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { nameSettingLosses } from '../losses/name-losses.ts'
import { nameForeignExtras } from '../request/extras.ts'
import { withFunctionsOnly } from '../request/free-text-tool.ts'
import { chooseFunctions, functionJson } from '../request/function-tools.ts'
import type { ChatRequest } from '../request/request.ts'
import { NAME } from './name.ts'
import { writeMessages } from './write-messages.ts'
import { writeSampling, writeStop } from './write-sampling.ts'
import { writeThinking } from './write-thinking.ts'

/** A canonical request as a body of `POST /v2/chat`. Fields that it cannot express go to `losses`. */
export function writeRequest(original: ChatRequest, losses: LossLog): JsonObject {
  const request = withFunctionsOnly(original, NAME, losses)
  const body: JsonObject = { model: request.model, messages: writeMessages(request.turns, losses) }
  writeTools(body, request, losses)
  writeOutput(body, request, losses)
  writeThinking(body, request, losses)
  writeSampling(body, request, losses)
  writeStop(body, request, losses)
  if (request.maxOutputTokens !== undefined) body.max_tokens = request.maxOutputTokens
  if (request.stream !== undefined) body.stream = request.stream
  nameSettingLosses(request, losses)
  nameForeignExtras(NAME, request, '', losses)
  return body
}

/** Here all functions are strict or none is. */
function writeTools(body: JsonObject, request: ChatRequest, losses: LossLog): void {
  const { functions, isForced } = chooseFunctions(NAME, request, losses)
  if (functions.length === 0) return
  body.tools = functions.map(({ tool }) => functionJson(tool))
  if (functions.every(({ tool }) => tool.strict === true)) body.strict_tools = true
  else for (const { tool, path } of functions) if (tool.strict === true) losses.add(`${path}.strict`, 'not-expressible')
  if (isForced) body.tool_choice = 'REQUIRED'
  else if (request.toolChoice?.kind === 'none') body.tool_choice = 'NONE'
}

/** Cohere refuses a response format together with tools. */
function writeOutput(body: JsonObject, { output }: ChatRequest, losses: LossLog): void {
  if (output === undefined) return
  nameForeignExtras(NAME, output, 'output', losses)
  if (output.kind === 'unknown' || (output.kind !== 'text' && body.tools !== undefined)) {
    losses.add('output', 'not-expressible')
    return
  }
  if (output.kind === 'json-schema') {
    for (const key of ['name', 'description'] as const) if (output[key] !== undefined) losses.add(`output.${key}`, 'not-expressible')
    // Here a response always follows its schema.
    if (output.strict === false) losses.add('output.strict', 'not-expressible')
    body.response_format = { type: 'json_object', json_schema: output.schema }
  } else body.response_format = { type: output.kind === 'json' ? 'json_object' : 'text' }
}
