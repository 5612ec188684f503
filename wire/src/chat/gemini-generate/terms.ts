import { isObject, type JsonObject } from '../../encoding/json.ts'
import { countOf, type RequestTerms, type Surcharge, tierSurcharges } from '../request/terms.ts'

/** Tools that Google runs and charges by use, in both spellings. Its code execution and its reader of pages cost their tokens only. */
const hosted: ReadonlyMap<string, string> = new Map(
  Object.entries({
    googleSearch: 'webSearch',
    google_search: 'webSearch',
    googleSearchRetrieval: 'webSearch',
    google_search_retrieval: 'webSearch',
    enterpriseWebSearch: 'enterpriseWebSearch',
    enterprise_web_search: 'enterpriseWebSearch',
    googleMaps: 'maps',
    google_maps: 'maps',
  }),
)

function configOf(body: JsonObject): JsonObject {
  const config = body.generationConfig ?? body.generation_config
  return isObject(config) ? config : {}
}

/** The price terms of a request to generateContent. */
export const terms: RequestTerms = {
  content: new Set(['contents', 'systemInstruction', 'system_instruction', 'labels', 'safetySettings']),

  maxOutputTokens(body) {
    const config = configOf(body)
    return countOf(config.maxOutputTokens ?? config.max_output_tokens)
  },

  withMaxOutputTokens(body, tokens) {
    const { max_output_tokens: _, ...config } = configOf(body)
    const thinking = isObject(config.thinkingConfig) ? config.thinkingConfig : undefined
    const budget = thinking && typeof thinking.thinkingBudget === 'number' ? Math.min(thinking.thinkingBudget, tokens) : undefined
    const { generation_config: __, ...rest } = body
    return {
      ...rest,
      generationConfig: {
        ...config,
        maxOutputTokens: tokens,
        ...(thinking && budget !== undefined && { thinkingConfig: { ...thinking, thinkingBudget: budget } }),
      },
    }
  },

  hidesOutput(body, modelThinking) {
    const { thinkingConfig, thinking_config: snake } = configOf(body)
    const thinking = isObject(thinkingConfig) ? thinkingConfig : isObject(snake) ? snake : undefined
    if (thinking) return (thinking.thinkingBudget ?? thinking.thinking_budget) !== 0
    return modelThinking === 'own'
  },

  isSpoken(body) {
    const { responseModalities } = configOf(body)
    return Array.isArray(responseModalities) && responseModalities.includes('AUDIO')
  },

  surcharges(body) {
    const tools = Array.isArray(body.tools) ? body.tools : []
    const found: Surcharge[] = [...tierSurcharges(body, 'serviceTier'), ...tierSurcharges(body, 'service_tier')]
    tools.forEach((tool, at) => {
      if (!isObject(tool)) return
      for (const key of Object.keys(tool)) {
        const name = hosted.get(key)
        if (name !== undefined) found.push({ path: `tools[${at}].${key}`, kind: 'use', name, isNeeded: false })
      }
    })
    return found
  },

  /** Here one entry of the list holds several tools; the others in it stay. */
  without(body, surcharges) {
    const result: JsonObject = { ...body }
    const taken = new Set(surcharges.map(({ path }) => path))
    for (const path of taken) if (!path.startsWith('tools[')) delete result[path]
    if (Array.isArray(body.tools)) {
      const tools = body.tools.map((tool, at) =>
        isObject(tool) ? Object.fromEntries(Object.entries(tool).filter(([key]) => !taken.has(`tools[${at}].${key}`))) : tool,
      )
      result.tools = tools.filter((tool) => !isObject(tool) || Object.keys(tool).length > 0)
      if (result.tools.length === 0) delete result.tools
    }
    return result
  },
}
