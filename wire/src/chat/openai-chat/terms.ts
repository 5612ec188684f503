import { isObject, type JsonObject } from '../../encoding/json.ts'
import { countOf, fieldSurcharges, type RequestTerms, type Surcharge, tierSurcharges, withoutPaths } from '../request/terms.ts'

/** Fields by which vendors that speak this dialect search or call other models. Source: their API references, 2026. */
const priced = {
  web_search_options: { kind: 'use', name: 'webSearch' }, // OpenAI's search models
  search_parameters: { kind: 'use', name: 'webSearch' }, // xAI
  enable_search: { kind: 'use', name: 'webSearch' }, // Qwen
  plugins: { kind: 'other', name: 'plugins' }, // OpenRouter: a search, a reader of files
  models: { kind: 'other', name: 'models' }, // OpenRouter: other models to fall back to
} as const

/** Tools that a vendor runs itself: Zhipu's and Moonshot's search. */
function toolSurcharges({ tools }: JsonObject): Surcharge[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool, at): Surcharge[] => {
    if (!isObject(tool) || tool.type === 'function' || tool.type === 'custom') return []
    const { type } = tool
    const isSearch =
      type === 'web_search' || (type === 'builtin_function' && isObject(tool.function) && tool.function.name === '$web_search')
    return isSearch ? [{ path: `tools[${at}]`, kind: 'use', name: 'webSearch', isNeeded: false }] : []
  })
}

/** The price terms of a chat request, with the additions of the vendors that speak this dialect. */
export const terms: RequestTerms = {
  content: new Set(['messages', 'functions', 'response_format', 'prediction', 'metadata']),

  maxOutputTokens(body) {
    const limits = [countOf(body.max_completion_tokens), countOf(body.max_tokens)].filter((limit) => limit !== undefined)
    return limits.length === 0 ? undefined : Math.max(...limits)
  },

  withMaxOutputTokens({ max_tokens: old, max_completion_tokens: newer, ...body }, tokens, thinking) {
    const isNewer = newer !== undefined || (old === undefined && thinking === 'effort')
    return isNewer ? { ...body, max_completion_tokens: tokens } : { ...body, max_tokens: tokens }
  },

  withOlderLimit(body) {
    const { max_completion_tokens: limit, ...rest } = body
    return limit === undefined ? body : { max_tokens: limit, ...rest }
  },

  hidesOutput(body, thinking) {
    if (body.reasoning_effort === 'none' || thinking === 'none') return false
    return thinking !== undefined || body.reasoning_effort !== undefined || isObject(body.reasoning)
  },

  isSpoken: ({ modalities }) => Array.isArray(modalities) && modalities.includes('audio'),

  surcharges: (body) => tierSurcharges(body).concat(tierSurcharges(body, 'speed'), fieldSurcharges(body, priced), toolSurcharges(body)),
  without: withoutPaths,
}
