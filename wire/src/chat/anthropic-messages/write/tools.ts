import type { Json, JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { ownExtras } from '../../request/extras.ts'
import { freeTextFunction } from '../../request/free-text-tool.ts'
import type { ChatRequest, CustomTool, FunctionTool, Tool, ToolChoice, VendorTool } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { writeCacheMark, writeExtras } from './extras.ts'

/** The vendor's own tools for what other vendors have tools for too, in the versions that need no permission. */
const vendorTools: Readonly<Record<NonNullable<VendorTool['purpose']>, JsonObject>> = {
  'web-search': { type: 'web_search_20250305', name: 'web_search' },
  'url-context': { type: 'web_fetch_20250910', name: 'web_fetch' },
  'code-execution': { type: 'code_execution_20250825', name: 'code_execution' },
}

/** Writes `tools` and `tool_choice`. A choice among some of the tools is made by leaving the others out, each of which is named as lost. */
export function writeTools(body: JsonObject, request: ChatRequest, losses: LossLog): void {
  const { tools, toolChoice } = request
  const some = toolChoice?.kind === 'some' ? new Set(toolChoice.names) : undefined
  const names = new Set<unknown>()
  const list: Json[] = []
  for (const [index, tool] of (tools ?? []).entries()) {
    const path = `tools[${index}]`
    if (some !== undefined && (tool.kind === 'vendor' || !some.has(tool.name))) {
      losses.add(path, 'not-expressible')
      continue
    }
    const value = writeTool(tool, path, losses)
    // Two of another vendor's tools may have one purpose, and names stand once.
    if (value === undefined || (tool.kind === 'vendor' && value.name !== undefined && names.has(value.name))) continue
    names.add(value.name)
    list.push(value)
  }
  const isOwn = ownExtras(NAME, request) !== undefined
  if (list.length > 0 || (isOwn && tools !== undefined)) body.tools = list
  writeToolChoice(body, request, list.length > 0, losses)
}

function writeTool(tool: Tool, path: string, losses: LossLog): JsonObject | undefined {
  switch (tool.kind) {
    case 'function':
      return writeFunction(tool, path, losses)
    case 'custom':
      return writeCustom(tool, path, losses)
    case 'vendor': {
      if (ownExtras(NAME, tool) !== undefined) return tool.value
      const own = tool.purpose && vendorTools[tool.purpose]
      // The settings of another vendor's tool have no meaning for this one.
      losses.add(own === undefined ? path : `${path}.value`, 'not-expressible')
      return own && { ...own }
    }
  }
}

function writeFunction(tool: FunctionTool, path: string, losses: LossLog): JsonObject {
  const own = ownExtras(NAME, tool)
  const value: JsonObject = { name: tool.name }
  if (own?.spellings?.type !== undefined) value.type = own.spellings.type
  if (tool.description !== undefined) value.description = tool.description
  if (own === undefined) value.input_schema = { type: 'object', ...tool.parameters }
  else if (tool.parameters !== undefined) value.input_schema = tool.parameters
  // Not to be strict is what a tool is without a word.
  if (tool.strict === true || (tool.strict === false && own !== undefined)) value.strict = tool.strict
  writeCacheMark(value, tool.cacheMark, path, losses)
  writeExtras(value, tool, path, losses)
  return value
}

function writeCustom(tool: CustomTool, path: string, losses: LossLog): JsonObject {
  const { schema, ...named } = freeTextFunction(tool, path, losses)
  const value: JsonObject = { ...named, input_schema: schema }
  writeExtras(value, tool, path, losses)
  return value
}

function writeToolChoice(body: JsonObject, request: ChatRequest, hasTools: boolean, losses: LossLog): void {
  const { toolChoice: choice, parallelToolCalls: isParallel } = request
  if (choice === undefined) {
    if (isParallel === false && hasTools) body.tool_choice = { type: 'auto', disable_parallel_tool_use: true }
    return
  }
  const isOwn = ownExtras(NAME, choice) !== undefined
  if (choice.kind === 'unknown') {
    if (isOwn) body.tool_choice = choice.value
    else {
      losses.add('toolChoice', 'not-expressible')
      if (isParallel === false && hasTools) body.tool_choice = { type: 'auto', disable_parallel_tool_use: true }
    }
    return
  }
  const isForced = choice.kind === 'required' || choice.kind === 'tool' || (choice.kind === 'some' && choice.isRequired)
  if (!hasTools && !isOwn) {
    // Without tools the vendor takes no choice; only one that forces a call would have meant anything.
    if (isForced) losses.add('toolChoice', 'needed')
    else writeExtras({}, choice, 'toolChoice', losses)
    return
  }
  const value: JsonObject = choice.kind === 'tool' ? { type: 'tool', name: choice.name } : { type: wordOf(choice) }
  if (isOwn ? isParallel !== undefined : isParallel === false && choice.kind !== 'none') value.disable_parallel_tool_use = !isParallel
  writeExtras(value, choice, 'toolChoice', losses)
  body.tool_choice = value
}

function wordOf(choice: ToolChoice): string {
  if (choice.kind === 'some') return choice.isRequired ? 'any' : 'auto'
  return choice.kind === 'required' ? 'any' : choice.kind
}
