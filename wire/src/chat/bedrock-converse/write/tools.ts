import type { Json, JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { nameForeignExtras } from '../../request/extras.ts'
import { freeTextFunction } from '../../request/free-text-tool.ts'
import type { ChatRequest, Tool, ToolChoice } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { cachePoint } from './block.ts'
import { isClaude } from './family.ts'

/**
 * Writes `toolConfig`. A choice among some of the tools leaves the others out, each named as a loss. Returns whether a tool must
 * be called.
 *
 * Two choices do not exist in Converse and are written in Claude's own form, in place of `toolChoice`: to call none, and no more than
 * one at once.
 */
export function writeTools(body: JsonObject, fields: JsonObject, request: ChatRequest, losses: LossLog): boolean {
  const { toolChoice: choice, model } = request
  if (choice !== undefined) nameForeignExtras(NAME, choice, 'toolChoice', losses)
  const tools = writeToolList(request, losses)
  const isForced = choice?.kind === 'required' || choice?.kind === 'tool' || (choice?.kind === 'some' && choice.isRequired)
  if (tools.length === 0) {
    if (isForced || choice?.kind === 'unknown') losses.add('toolChoice', 'needed')
    return false
  }
  const config: JsonObject = { tools }
  body.toolConfig = config
  const isSerial = request.parallelToolCalls === false && choice?.kind !== 'none'
  if (isClaude(model) && (isSerial || choice?.kind === 'none')) {
    fields.tool_choice = { ...claudeChoice(choice), ...(isSerial && { disable_parallel_tool_use: true }) }
    return isForced
  }
  if (isSerial) losses.add('parallelToolCalls', 'not-expressible')
  const written = writeChoice(choice, losses)
  if (written !== undefined) config.toolChoice = written
  return isForced
}

function writeToolList(request: ChatRequest, losses: LossLog): Json[] {
  const { tools = [], toolChoice: choice } = request
  const some = choice?.kind === 'some' ? new Set(choice.names) : undefined
  const list: Json[] = []
  for (const [index, tool] of tools.entries()) {
    const path = `tools[${index}]`
    if (tool.kind === 'vendor' || (some !== undefined && !some.has(tool.name))) losses.add(path, 'not-expressible')
    else list.push(...writeTool(tool, request.model, path, losses))
  }
  return list.length > 0 ? list : calledTools(request)
}

function writeTool(tool: Exclude<Tool, { kind: 'vendor' }>, model: string, path: string, losses: LossLog): JsonObject[] {
  nameForeignExtras(NAME, tool, path, losses)
  if (tool.kind === 'custom') {
    const { name, description, schema } = freeTextFunction(tool, path, losses)
    return [toolSpec(name, description, schema)]
  }
  const spec = toolSpec(tool.name, tool.description, { type: 'object', ...tool.parameters }, tool.strict === true)
  const point = tool.cacheMark && cachePoint(tool.cacheMark, model, path, losses)
  return point === undefined ? [spec] : [spec, point]
}

function toolSpec(name: string, description: string | undefined, schema: JsonObject, isStrict = false): JsonObject {
  const spec: JsonObject = { name }
  // An empty description is refused.
  if (description) spec.description = description
  spec.inputSchema = { json: schema }
  if (isStrict) spec.strict = true
  return { toolSpec: spec }
}

/** Converse refuses calls and results in a conversation without tools: those that were called are named again. */
function calledTools({ turns }: ChatRequest): JsonObject[] {
  const names = new Set<string>()
  for (const turn of turns) for (const part of turn.parts) if (part.kind === 'tool-call') names.add(part.name)
  return [...names].map((name) => toolSpec(name, undefined, { type: 'object' }))
}

function writeChoice(choice: ToolChoice | undefined, losses: LossLog): JsonObject | undefined {
  switch (choice?.kind) {
    case undefined:
      return undefined
    case 'auto':
      return { auto: {} }
    case 'required':
      return { any: {} }
    case 'tool':
      return { tool: { name: choice.name } }
    case 'some':
      return choice.isRequired ? { any: {} } : { auto: {} }
    default:
      losses.add('toolChoice', 'not-expressible')
      return undefined
  }
}

function claudeChoice(choice: ToolChoice | undefined): JsonObject {
  switch (choice?.kind) {
    case 'none':
      return { type: 'none' }
    case 'tool':
      return { type: 'tool', name: choice.name }
    case 'required':
      return { type: 'any' }
    case 'some':
      return { type: choice.isRequired ? 'any' : 'auto' }
    default:
      return { type: 'auto' }
  }
}
