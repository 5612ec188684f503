import { defined } from '../../defined.ts'
import type { JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { ownExtras } from './extras.ts'
import type { ChatRequest, CustomTool, Part, Tool, Turn } from './request.ts'

/** A tool that takes free text, for a dialect that knows functions only. */
export interface FreeTextFunction {
  readonly name: string
  readonly description?: string
  /** The schema of the arguments: one, the text, by the name of `freeTextInput`. */
  readonly schema: JsonObject
}

/** The tool as a function whose only argument is the text; the form of the text is not enforced, and that is named. */
export function freeTextFunction({ name, description, format }: CustomTool, path: string, losses: LossLog): FreeTextFunction {
  losses.add(`${path}.kind`, 'not-expressible')
  if (format !== undefined) losses.add(`${path}.format`, 'not-expressible')
  const properties = { input: { type: 'string', description: 'The text that the tool takes, whole.' } }
  return defined({ name, description, schema: { type: 'object', properties, required: ['input'], additionalProperties: false } })
}

/** The arguments of a call of such a function. */
export const freeTextInput = (text: string): JsonObject => ({ input: text })

/**
 * A request whose tools of free text, and the calls of them, are functions, but for those that were read in this dialect: it knows such
 * tools, and few of the vendors that speak it do.
 */
export function withFunctionsOnly(request: ChatRequest, dialect: string, losses: LossLog): ChatRequest {
  const isForeign = (each: Tool | Part) =>
    (each.kind === 'custom' || (each.kind === 'tool-call' && each.isCustom === true)) && ownExtras(dialect, each) === undefined
  const { turns, tools } = request
  const hasTools = tools?.some(isForeign) === true
  if (!hasTools && !turns.some((turn) => turn.parts.some(isForeign))) return request
  const asFunction = (tool: Tool, index: number): Tool => {
    if (tool.kind !== 'custom' || !isForeign(tool)) return tool
    const { schema: parameters, ...named } = freeTextFunction(tool, `tools[${index}]`, losses)
    return defined({ kind: 'function' as const, ...named, parameters, extras: tool.extras })
  }
  const asCall = (part: Part): Part => {
    if (part.kind !== 'tool-call' || !isForeign(part)) return part
    const { isCustom: _, ...call } = part
    return { ...call, argumentsText: JSON.stringify(freeTextInput(part.argumentsText)) }
  }
  return {
    ...request,
    turns: turns.map((turn): Turn => (turn.parts.some(isForeign) ? { ...turn, parts: turn.parts.map(asCall) } : turn)),
    ...(tools && { tools: tools.map(asFunction) }),
  }
}
