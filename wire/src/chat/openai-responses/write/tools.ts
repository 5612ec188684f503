// The tools of a request, and which of them may or must be called.
import { isObject, type Json, type JsonObject, printedJson } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import type { CustomTool, FunctionTool, Tool, ToolChoice, VendorTool } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { writeExtras } from './part.ts'

/** The tools as a list; those that came in one namespace go into it again. */
export function writeTools(tools: readonly Tool[], losses: LossLog): Json[] {
  const list: Json[] = []
  const groups = new Map<string, Json[]>()
  for (const [index, tool] of tools.entries()) {
    const path = `tools[${index}]`
    // It stands in an item of the input, which is written there.
    if (ownExtras(NAME, tool)?.spellings?.place === 'item') continue
    if (tool.kind === 'vendor') {
      const value = writeVendorTool(tool, path, losses)
      if (value !== undefined) list.push(value)
      continue
    }
    const value = tool.kind === 'function' ? writeFunction(tool, path, losses) : writeCustom(tool, path, losses)
    const words = ownExtras(NAME, tool)?.spellings
    if (words?.namespace === undefined) {
      list.push(value)
      continue
    }
    value.name = words.name ?? tool.name
    const key = words.group ?? words.namespace
    const group = groups.get(key)
    if (group !== undefined) {
      group.push(value)
      continue
    }
    const begun: Json[] = [value]
    groups.set(key, begun)
    const space: JsonObject = { type: 'namespace', name: words.namespace, tools: begun }
    putMissing(space, ownExtras(NAME, tool)?.nested?.namespace)
    list.push(space)
  }
  return list
}

function writeFunction(tool: FunctionTool, path: string, losses: LossLog): JsonObject {
  const isOwn = ownExtras(NAME, tool) !== undefined
  const value: JsonObject = { type: 'function', name: tool.name }
  if (tool.description !== undefined) value.description = tool.description
  if (tool.parameters !== undefined) value.parameters = tool.parameters
  else if (!isOwn) value.parameters = { type: 'object', properties: {} }
  // Functions are strict by default here, and only here.
  if (tool.strict !== undefined || !isOwn) value.strict = tool.strict ?? false
  if (tool.cacheMark !== undefined) losses.add(`${path}.cacheMark`, 'not-expressible')
  writeExtras(value, tool, path, losses)
  return value
}

function writeCustom(tool: CustomTool, path: string, losses: LossLog): JsonObject {
  const value: JsonObject = { type: 'custom', name: tool.name }
  if (tool.description !== undefined) value.description = tool.description
  if (tool.format !== undefined) value.format = flatFormat(tool.format)
  writeExtras(value, tool, path, losses)
  return value
}

/** A grammar stands in the format itself here. */
function flatFormat(format: JsonObject): JsonObject {
  const { grammar, ...others } = format
  return format.type === 'grammar' && isObject(grammar) ? { ...others, ...grammar } : format
}

function writeVendorTool(tool: VendorTool, path: string, losses: LossLog): JsonObject | undefined {
  if (ownExtras(NAME, tool) !== undefined) return tool.value
  nameForeignExtras(NAME, tool, path, losses)
  if (tool.purpose === 'code-execution') {
    nameDetails(tool, [], path, losses)
    return { type: 'code_interpreter', container: { type: 'auto' } }
  }
  if (tool.purpose !== 'web-search') {
    losses.add(path, 'not-expressible')
    return undefined
  }
  const value: JsonObject = { type: 'web_search' }
  // Anthropic's dialect and this one have the same shape for these two.
  const { allowed_domains: domains, user_location: location } = tool.value
  if (Array.isArray(domains) && domains.length > 0) value.filters = { allowed_domains: domains }
  if (isObject(location)) value.user_location = location
  nameDetails(tool, ['allowed_domains', 'user_location'], path, losses)
  return value
}

/** The settings of another vendor's tool, beyond its type. */
function nameDetails(tool: VendorTool, said: readonly string[], path: string, losses: LossLog): void {
  for (const key of Object.keys(tool.value)) {
    const value = tool.value[key]
    if (key === 'type' || key === 'name' || said.includes(key) || value === null || isBlank(value)) continue
    losses.add(`${path}.value.${key}`, 'not-expressible')
  }
}

function isBlank(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

/** What this dialect calls the tool of another vendor that a choice names. */
function hostedType(name: string, tools: readonly Tool[]): string | undefined {
  const tool = tools.find((each) => each.kind === 'vendor' && each.value.name === name)
  if (tool?.kind !== 'vendor') return undefined
  return tool.purpose === 'web-search' ? 'web_search' : tool.purpose === 'code-execution' ? 'code_interpreter' : undefined
}

/** `tool_choice`; undefined, with the loss named, when this dialect cannot express it. */
export function writeToolChoice(choice: ToolChoice, tools: readonly Tool[], losses: LossLog): Json | undefined {
  const own = ownExtras(NAME, choice)
  const custom = new Set(tools.flatMap((tool) => (tool.kind === 'custom' ? [tool.name] : [])))
  const typeOf = (name: string): string => (custom.has(name) ? 'custom' : 'function')
  const hosted = own === undefined && choice.kind === 'tool' ? hostedType(choice.name, tools) : undefined
  if (hosted !== undefined) return { type: hosted }
  switch (choice.kind) {
    case 'auto':
    case 'none':
    case 'required':
      nameForeignExtras(NAME, choice, 'toolChoice', losses)
      return choice.kind
    case 'tool': {
      const words = own?.spellings
      const value: JsonObject = {
        type: own === undefined ? typeOf(choice.name) : (words?.type ?? 'function'),
        name: words?.name ?? choice.name,
      }
      if (words?.namespace !== undefined) value.namespace = words.namespace
      writeExtras(value, choice, 'toolChoice', losses)
      return value
    }
    case 'some': {
      const listed = own?.spellings?.tools
      const list = listed === undefined ? choice.names.map((name) => ({ type: typeOf(name), name })) : printedJson(listed)
      const value: JsonObject = { type: 'allowed_tools', mode: choice.isRequired ? 'required' : 'auto', tools: list }
      writeExtras(value, choice, 'toolChoice', losses)
      return value
    }
    case 'unknown':
      if (own !== undefined) return choice.value
      losses.add('toolChoice', 'needed')
      return undefined
  }
}
