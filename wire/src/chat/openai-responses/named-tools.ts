// The caller's tools by the names that other dialects know them by: a tool within a namespace is `namespace__name` there.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { flatName } from './read/item.ts'

export interface NamedTool {
  readonly name: string
  readonly namespace?: string
  readonly type: 'function' | 'custom'
}

/** The tools that a request of this dialect names, those in its items included. Takes whatever stands there: nothing throws. */
export function namedTools(request: JsonObject | undefined): ReadonlyMap<string, NamedTool> {
  const named = new Map<string, NamedTool>()
  const items = Array.isArray(request?.input) ? request.input.filter(isObject) : []
  const brought = items.filter((item) => item.type === 'additional_tools' || item.type === 'tool_search_output')
  for (const tools of [request?.tools, ...brought.map((item) => item.tools)]) {
    if (Array.isArray(tools)) for (const tool of tools) addTool(named, tool, undefined)
  }
  return named
}

function addTool(named: Map<string, NamedTool>, value: Json, namespace: string | undefined): void {
  if (!isObject(value) || typeof value.name !== 'string') return
  const { type, name, tools } = value
  if (type === 'namespace' && Array.isArray(tools)) for (const inner of tools) addTool(named, inner, name)
  else if (type === 'function' || type === 'custom') {
    if (namespace === undefined) named.set(name, { name, type })
    else named.set(flatName(namespace, name), { name, namespace, type })
  }
}
