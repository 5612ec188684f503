// Tools and the choice of one, for vendors that know functions only and cannot name the one to call.
import { defined } from '../../defined.ts'
import type { JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { nameForeignExtras } from './extras.ts'
import type { ChatRequest, FunctionTool } from './request.ts'

export interface ChosenFunctions {
  readonly functions: readonly { readonly tool: FunctionTool; readonly path: string }[]
  /** Must one of them be called? */
  readonly isForced: boolean
}

/**
 * The functions that the model may call. A choice of one or some of the tools is made by leaving the others out, each of which is named as lost.
 * Lost fields of the remaining tools are named too, except `strict`.
 */
export function chooseFunctions(dialect: string, request: ChatRequest, losses: LossLog): ChosenFunctions {
  const { tools = [], toolChoice: choice } = request
  if (choice !== undefined) nameForeignExtras(dialect, choice, 'toolChoice', losses)
  const names = choice?.kind === 'tool' ? new Set([choice.name]) : choice?.kind === 'some' ? new Set(choice.names) : undefined
  const functions: { tool: FunctionTool; path: string }[] = []
  for (const [index, tool] of tools.entries()) {
    const path = `tools[${index}]`
    if (tool.kind !== 'function' || (names !== undefined && !names.has(tool.name))) {
      losses.add(path, 'not-expressible')
      continue
    }
    nameForeignExtras(dialect, tool, path, losses)
    if (tool.cacheMark !== undefined) losses.add(`${path}.cacheMark`, 'not-expressible')
    functions.push({ tool, path })
  }
  const isForced = choice?.kind === 'required' || choice?.kind === 'tool' || (choice?.kind === 'some' && choice.isRequired)
  if (choice?.kind === 'unknown' || (isForced && functions.length === 0)) losses.add('toolChoice', 'needed')
  return { functions, isForced: isForced && functions.length > 0 }
}

/** A function in the shape that OpenAI gave it and others took over. */
export function functionJson({ name, description, parameters }: FunctionTool): JsonObject {
  return { type: 'function', function: defined({ name, description, parameters: parameters ?? { type: 'object', properties: {} } }) }
}
