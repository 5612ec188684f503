import { defined } from '../../../defined.ts'
import { isObject } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { WireError } from '../../../wire-error.ts'
import { keep } from '../../request/extras.ts'
import type { Tool, ToolChoice, VendorTool } from '../../request/request.ts'
import { NAME, OWN } from '../name.ts'
import { readCacheMark } from './block.ts'

/** The tools of a request. Throws WireError where one has no name or is no object. */
export function readTools(r: Reader): Tool[] | undefined {
  return r.list('tools')?.map((tool, index) => readTool(reader(tool, `tools[${index}]`)))
}

function readTool(r: Reader): Tool {
  const type = r.peek('type')
  if (typeof type === 'string' && type !== 'custom') {
    return defined({ kind: 'vendor' as const, type, value: r.source, purpose: purposeOf(type), extras: OWN })
  }
  if (type === 'custom') r.take('type')
  return defined({
    kind: 'function' as const,
    name: r.needText('name'),
    description: r.text('description'),
    parameters: r.object('input_schema')?.source,
    strict: r.boolean('strict'),
    cacheMark: readCacheMark(r),
    extras: keep(NAME, r.rest(), {}, { type: type === 'custom' ? 'custom' : undefined }) ?? OWN,
  })
}

/** Tools that other vendors have too. Each has several versions, with a date at the end of the name. */
function purposeOf(type: string): VendorTool['purpose'] {
  if (type.startsWith('web_search')) return 'web-search'
  if (type.startsWith('web_fetch')) return 'url-context'
  if (type.startsWith('code_execution')) return 'code-execution'
  return undefined
}

/** The choice of a tool, and whether several may be called at once. Throws WireError when it is no object. */
export function readToolChoice(r: Reader): { choice: ToolChoice | undefined; parallel: boolean | undefined } {
  const found = r.peek('tool_choice')
  if (found === undefined || found === null) return { choice: undefined, parallel: undefined }
  if (!isObject(found)) throw new WireError('tool_choice', 'an object')
  const inner = r.needObject('tool_choice')
  const type = inner.peek('type')
  if (type !== 'auto' && type !== 'any' && type !== 'tool' && type !== 'none') {
    return { choice: { kind: 'unknown', value: found, extras: OWN }, parallel: undefined }
  }
  inner.take('type')
  const isAlone = inner.boolean('disable_parallel_tool_use')
  const parallel = isAlone === undefined ? undefined : !isAlone
  if (type === 'tool') {
    const name = inner.needText('name')
    return { choice: { kind: 'tool', name, extras: keep(NAME, inner.rest()) ?? OWN }, parallel }
  }
  const extras = keep(NAME, inner.rest()) ?? OWN
  return { choice: { kind: type === 'any' ? 'required' : type, extras }, parallel }
}
