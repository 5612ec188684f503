// The tools that a request offers, and which of them may or must be called.
import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonArray, type JsonObject } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { WireError } from '../../../wire-error.ts'
import { keep } from '../../request/extras.ts'
import type { CustomTool, FunctionTool, Tool, ToolChoice, VendorTool } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { flatName } from './item.ts'

/** The tools of a list. Those of a namespace become tools of their own, with the namespace before their names. Throws WireError. */
export function readTools(list: JsonArray, path: string): Tool[] {
  return list.flatMap((tool, index) => readTool(reader(tool, `${path}[${index}]`), `${path}[${index}]`))
}

/** The tools that items of the input bring: those that Codex adds, and those that a search found. Throws WireError. */
export function itemTools(input: Json | undefined): Tool[] {
  if (!Array.isArray(input)) return []
  return input.flatMap((item, index) => {
    if (!isObject(item) || (item.type !== 'additional_tools' && item.type !== 'tool_search_output')) return []
    return Array.isArray(item.tools) ? readTools(item.tools, `input[${index}].tools`) : []
  })
}

function readTool(r: Reader, group: string): Tool[] {
  const type = r.peek('type')
  if (type === 'function') return [readFunction(r)]
  if (type === 'custom') return [readCustom(r)]
  if (type === 'namespace') {
    const inner = readNamespace(r, group)
    if (inner !== undefined) return inner
  }
  const purpose = typeof type === 'string' ? purposeOf(type) : undefined
  const tool: VendorTool = { kind: 'vendor', type: typeof type === 'string' ? type : '', value: r.source, extras: { dialect: NAME } }
  return [purpose === undefined ? tool : { ...tool, purpose }]
}

function purposeOf(type: string): VendorTool['purpose'] {
  if (type.startsWith('web_search')) return 'web-search'
  return type === 'code_interpreter' ? 'code-execution' : undefined
}

function readFunction(r: Reader): FunctionTool {
  r.take('type')
  return defined({
    kind: 'function' as const,
    name: r.needText('name'),
    description: r.text('description'),
    parameters: r.object('parameters')?.source,
    strict: r.boolean('strict'),
    extras: keep(NAME, r.rest()) ?? { dialect: NAME },
  })
}

function readCustom(r: Reader): CustomTool {
  r.take('type')
  return defined({
    kind: 'custom' as const,
    name: r.needText('name'),
    description: r.text('description'),
    format: hubFormat(r.object('format')?.source),
    extras: keep(NAME, r.rest()) ?? { dialect: NAME },
  })
}

/** A format in its canonical form, which is OpenAI chat's: a grammar in an object of its own. */
function hubFormat(format: JsonObject | undefined): JsonObject | undefined {
  if (format?.type !== 'grammar' || format.grammar !== undefined) return format
  const { type, ...grammar } = format
  return { type, grammar }
}

/** A namespace as its tools; undefined when anything but functions and custom tools is in it, or nothing, so that it is carried whole. */
function readNamespace(r: Reader, group: string): Tool[] | undefined {
  const list = r.peek('tools')
  if (!Array.isArray(list) || list.length === 0 || !list.every(isCallable)) return undefined
  const namespace = r.needText('name')
  for (const key of ['type', 'tools'] as const) r.take(key)
  const rest = r.rest()
  return list.map((value, at) => {
    const inner = reader(value, `${r.path}.tools[${at}]`)
    const tool = inner.peek('type') === 'custom' ? readCustom(inner) : readFunction(inner)
    const words = { namespace, name: tool.name, group }
    const extras = keep(NAME, tool.extras?.fields, at === 0 ? { namespace: rest } : undefined, words) ?? { dialect: NAME }
    return { ...tool, name: flatName(namespace, tool.name), extras }
  })
}

function isCallable(value: Json): boolean {
  return isObject(value) && (value.type === 'function' || value.type === 'custom') && typeof value.name === 'string'
}

/** `tool_choice`: a word, one tool, some of the tools, or something of the vendor's own, which is carried whole. Throws WireError. */
export function readToolChoice(found: Json): ToolChoice {
  if (found === 'auto' || found === 'none' || found === 'required') return { kind: found }
  if (!isObject(found)) {
    if (typeof found !== 'string') throw new WireError('tool_choice', 'a string or an object')
    return { kind: 'unknown', value: found, extras: { dialect: NAME } }
  }
  if ((found.type === 'function' || found.type === 'custom') && typeof found.name === 'string') {
    const r = reader(found, 'tool_choice')
    const type = r.needText('type')
    const bare = r.needText('name')
    const namespace = r.text('namespace')
    const words = { type: type === 'custom' ? type : undefined, ...(namespace !== undefined && { namespace, name: bare }) }
    const name = namespace === undefined ? bare : flatName(namespace, bare)
    return defined({ kind: 'tool' as const, name, extras: keep(NAME, r.rest(), undefined, words) ?? { dialect: NAME } })
  }
  return allowedTools(found) ?? { kind: 'unknown', value: found, extras: { dialect: NAME } }
}

/** `allowed_tools` where all of them are the caller's own; with anything else among them it is carried whole. */
function allowedTools(found: JsonObject): ToolChoice | undefined {
  if (found.type !== 'allowed_tools' || !Array.isArray(found.tools) || (found.mode !== 'auto' && found.mode !== 'required'))
    return undefined
  const names: string[] = []
  for (const tool of found.tools) {
    if (!isObject(tool) || (tool.type !== 'function' && tool.type !== 'custom') || typeof tool.name !== 'string') return undefined
    if (Object.keys(tool).length !== 2) return undefined
    names.push(tool.name)
  }
  const { type: _, mode, tools, ...rest } = found
  const extras = keep(NAME, Object.keys(rest).length > 0 ? rest : undefined, undefined, { tools: JSON.stringify(tools) })
  return defined({ kind: 'some' as const, names, isRequired: mode === 'required', extras })
}
