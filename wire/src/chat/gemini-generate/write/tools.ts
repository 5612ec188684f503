import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { freeTextFunction } from '../../request/free-text-tool.ts'
import type { CustomTool, FunctionTool, Tool, ToolChoice, VendorTool } from '../../request/request.ts'
import { hasWord, putField } from '../fields.ts'
import { NAME } from '../name.ts'
import { writeExtras } from './part.ts'

const ownTools: Readonly<Record<NonNullable<VendorTool['purpose']>, string>> = {
  'web-search': 'googleSearch',
  'code-execution': 'codeExecution',
  'url-context': 'urlContext',
}

/** The tools as Google groups them: our own as they were, functions of another dialect in one object, each tool that Google runs in its own. */
export function writeTools(tools: readonly Tool[], losses: LossLog): Json[] {
  const list: JsonObject[] = []
  const groups = new Map<string, JsonObject>()
  function group(name: string): JsonObject {
    let found = groups.get(name)
    if (found === undefined) {
      found = {}
      groups.set(name, found)
      list.push(found)
    }
    return found
  }

  for (const [index, tool] of tools.entries()) {
    const path = `tools[${index}]`
    const own = ownExtras(NAME, tool)
    const place = own?.spellings?.group
    if (tool.kind === 'vendor') {
      if (own !== undefined) Object.assign(group(place ?? `tool ${index}`), tool.value)
      else writeForeignVendor(list, tool, path, losses)
    } else {
      const value = tool.kind === 'function' ? writeFunction(tool, path, losses) : writeCustom(tool, path, losses)
      addFunction(group(place ?? 'functions'), value, own?.spellings)
    }
  }
  return list
}

function addFunction(target: JsonObject, value: JsonObject, words: Readonly<Record<string, string>> | undefined): void {
  const key = hasWord(words, 'functionDeclarations', 'snake') ? 'function_declarations' : 'functionDeclarations'
  const list = target[key]
  if (hasWord(words, 'functionDeclarations', 'one')) target[key] = value
  else if (Array.isArray(list)) list.push(value)
  else target[key] = [value]
}

function writeForeignVendor(list: JsonObject[], tool: VendorTool, path: string, losses: LossLog): void {
  nameForeignExtras(NAME, tool, path, losses)
  if (tool.purpose === undefined) {
    losses.add(path, 'not-expressible')
    return
  }
  const name = ownTools[tool.purpose]
  if (!list.some((each) => each[name] !== undefined)) list.push({ [name]: {} })
  // Each vendor has settings of its own for where and how often may be searched.
  for (const key of Object.keys(tool.value)) if (key !== 'type' && key !== 'name') losses.add(`${path}.value.${key}`, 'not-expressible')
}

function writeFunction(tool: FunctionTool, path: string, losses: LossLog): JsonObject {
  const extras = ownExtras(NAME, tool)
  const value: JsonObject = { name: tool.name }
  if (tool.description !== undefined) value.description = tool.description
  const original = extras?.originals?.parameters
  if (original !== undefined) value.parameters = original
  else putField(value, extras?.spellings, 'parametersJsonSchema', tool.parameters)
  if (tool.strict === true) losses.add(`${path}.strict`, 'not-expressible')
  if (tool.cacheMark !== undefined) losses.add(`${path}.cacheMark`, 'not-expressible')
  writeExtras(value, tool, path, losses)
  return value
}

function writeCustom(tool: CustomTool, path: string, losses: LossLog): JsonObject {
  const { schema, ...named } = freeTextFunction(tool, path, losses)
  const value: JsonObject = { ...named, parametersJsonSchema: schema }
  writeExtras(value, tool, path, losses)
  return value
}

/** `functionCallingConfig` for a choice; undefined, with the loss named, when this dialect cannot express it. */
export function writeToolChoice(choice: ToolChoice, losses: LossLog): JsonObject | undefined {
  const extras = ownExtras(NAME, choice)
  if (choice.kind === 'unknown') {
    if (extras !== undefined && isObject(choice.value)) return choice.value
    losses.add('toolChoice', 'needed')
    return undefined
  }
  const value: JsonObject = { mode: extras?.spellings?.mode ?? modeOf(choice) }
  const names = choice.kind === 'tool' ? [choice.name] : choice.kind === 'some' ? [...choice.names] : undefined
  putField(value, extras?.spellings, 'allowedFunctionNames', names)
  writeExtras(value, choice, 'toolChoice', losses)
  return value
}

function modeOf(choice: ToolChoice): string {
  switch (choice.kind) {
    case 'auto':
      return 'AUTO'
    case 'none':
      return 'NONE'
    case 'some':
      // The one mode besides ANY that takes names: calls or text, as the model likes.
      return choice.isRequired ? 'ANY' : 'VALIDATED'
    default:
      return 'ANY'
  }
}
