import { defined } from '../defined.ts'
import type { JsonObject } from '../json.ts'
import type { LossLog } from './loss.ts'
import type { CustomTool } from './request.ts'

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
