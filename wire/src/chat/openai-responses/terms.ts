import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { countOf, fieldSurcharges, type RequestTerms, type Surcharge, tierSurcharges, withoutPaths } from '../request/terms.ts'

/** Tools that OpenAI runs and charges by use; one that is not priced per use has a name that no price table has. */
const hosted: readonly (readonly [RegExp, string])[] = [
  [/^web_search_preview/, 'webSearchPreview'],
  [/^web_search/, 'webSearch'],
  [/^file_search$/, 'fileSearch'],
  [/^code_interpreter$/, 'codeInterpreter'],
  [/^image_generation$/, 'imageGeneration'],
]

function toolSurcharges({ tools, tool_choice: choice, max_tool_calls: most }: JsonObject): Surcharge[] {
  if (!Array.isArray(tools)) return []
  const maxUses = countOf(most)
  return tools.flatMap((tool, at): Surcharge[] => {
    const type = isObject(tool) && typeof tool.type === 'string' ? tool.type : ''
    if (type === 'function' || type === 'custom') return []
    const name = hosted.find(([pattern]) => pattern.test(type))?.[1]
    if (name === undefined) return []
    return [{ path: `tools[${at}]`, kind: 'use', name, isNeeded: isChosen(choice, type), ...(maxUses !== undefined && { maxUses }) }]
  })
}

function isChosen(choice: Json | undefined, type: string): boolean {
  return isObject(choice) && choice.type === type
}

/** The price terms of a request of the Responses API. */
export const terms: RequestTerms = {
  content: new Set(['input', 'instructions', 'metadata', 'prompt']),
  maxOutputTokens: (body) => countOf(body.max_output_tokens),
  withMaxOutputTokens: (body, tokens) => ({ ...body, max_output_tokens: tokens }),
  withToolUses: (body, uses) => ({ ...body, max_tool_calls: uses }),

  hidesOutput(body, thinking) {
    const effort = isObject(body.reasoning) ? body.reasoning.effort : undefined
    if (effort === 'none' || thinking === 'none') return false
    return thinking !== undefined || isObject(body.reasoning)
  },

  isSpoken: () => false,
  surcharges: (body) => [
    ...tierSurcharges(body),
    ...fieldSurcharges(body, { models: { kind: 'other', name: 'models' } }),
    ...toolSurcharges(body),
  ],
  without: withoutPaths,
}
