import { defined } from '../../../defined.ts'
import { isObject, type JsonObject } from '../../../encoding/json.ts'
import { put } from '../../../encoding/reader.ts'
import { type Extras, keep } from '../../request/extras.ts'
import type { FunctionTool, Tool, ToolChoice, VendorTool } from '../../request/request.ts'
import type { Fields } from '../fields.ts'
import { NAME } from '../name.ts'
import { plainSchema } from './schema.ts'

const purposes: Readonly<Record<string, VendorTool['purpose']>> = {
  googleSearch: 'web-search',
  google_search: 'web-search',
  googleSearchRetrieval: 'web-search',
  google_search_retrieval: 'web-search',
  codeExecution: 'code-execution',
  code_execution: 'code-execution',
  urlContext: 'url-context',
  url_context: 'url-context',
}

/**
 * Google's tools: each object holds functions, or tools that Google runs, or both. In the hub each of them is a tool of its own; `group`
 * among the spellings names the object it stood in.
 */
export function readTools(f: Fields): Tool[] | undefined {
  return f.objects('tools')?.flatMap((tool, index) => readTool(tool, String(index)))
}

function readTool(f: Fields, group: string): Tool[] {
  const tools: Tool[] = []
  const declared = f.peek('functionDeclarations')
  const hasFunctions = isObject(declared) || (Array.isArray(declared) && declared.length > 0)
  if (hasFunctions) {
    for (const item of f.objects('functionDeclarations') ?? []) tools.push(readFunction(item, group, f.words?.functionDeclarations))
  }
  const rest = f.rest()
  for (const key of Object.keys(rest ?? {})) {
    const value: JsonObject = {}
    put(value, key, rest?.[key])
    const purpose = Object.hasOwn(purposes, key) ? purposes[key] : undefined
    tools.push(defined({ kind: 'vendor' as const, type: key, value, purpose, extras: inGroup(group) }))
  }
  return tools.length > 0 ? tools : [{ kind: 'vendor', type: '', value: {}, extras: inGroup(group) }]
}

function inGroup(group: string): Extras {
  return { dialect: NAME, spellings: { group } }
}

function readFunction(f: Fields, group: string, list: string | undefined): FunctionTool {
  const name = f.needText('name')
  const description = f.text('description')
  const schema = isObject(f.peek('parametersJsonSchema')) ? f.object('parametersJsonSchema')?.source : undefined
  const own = schema === undefined ? f.object('parameters')?.source : undefined
  const parameters = schema ?? (own === undefined ? undefined : plainSchema(own))
  const words = { ...f.words, group, functionDeclarations: list }
  const extras: Extras = { dialect: NAME, ...keep(NAME, f.rest(), {}, words), ...(own !== undefined && { originals: { parameters: own } }) }
  return defined({ kind: 'function' as const, name, description, parameters, extras })
}

/** Which tool shall be called. Left unread, and so carried whole, where the word for it is not known. */
export function readToolChoice(config: Fields | undefined): ToolChoice | undefined {
  const found = config?.peek('functionCallingConfig')
  if (config === undefined || !isObject(found) || typeof found.mode !== 'string') return undefined
  const f = config.object('functionCallingConfig')
  const mode = f?.text('mode')
  if (f === undefined || mode === undefined) return undefined
  const isRequired = mode === 'ANY'
  const list = f.peek('allowedFunctionNames')
  const names =
    (isRequired || mode === 'VALIDATED') && list !== undefined && !(Array.isArray(list) && list.length === 0)
      ? f.texts('allowedFunctionNames')
      : undefined
  const extras = keep(NAME, f.rest(), {}, { ...f.words, mode }) ?? { dialect: NAME }
  if (names !== undefined) {
    const [name, ...others] = names
    if (isRequired && name !== undefined && others.length === 0) return { kind: 'tool', name, extras }
    return { kind: 'some', names, isRequired, extras }
  }
  switch (mode) {
    case 'ANY':
      return { kind: 'required', extras }
    case 'NONE':
      return { kind: 'none', extras }
    case 'AUTO':
    case 'VALIDATED':
    case 'MODE_UNSPECIFIED':
      return { kind: 'auto', extras }
    default:
      return { kind: 'unknown', value: found, extras: { dialect: NAME } }
  }
}
