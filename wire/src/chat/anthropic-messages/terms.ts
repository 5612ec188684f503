import { hidesThinking, limitThinking } from '../../claude/thinking-limit.ts'
import { isObject, type JsonObject } from '../../encoding/json.ts'
import { countOf, type RequestTerms, type Surcharge, tierSurcharges, withoutPaths } from '../request/terms.ts'

/** Tools that Anthropic runs and charges by use; fetching a page costs its tokens only. Source: Anthropic, "Pricing", 2026. */
const hosted: readonly (readonly [RegExp, string])[] = [
  [/^web_search_\d/, 'webSearch'],
  [/^code_execution_\d/, 'codeExecution'],
]

function toolSurcharges({ tools, tool_choice: choice }: JsonObject): Surcharge[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool, at): Surcharge[] => {
    if (!isObject(tool) || typeof tool.type !== 'string') return []
    const { type } = tool
    const name = hosted.find(([pattern]) => pattern.test(type))?.[1]
    if (name === undefined) return []
    const isNeeded = isObject(choice) && choice.type === 'tool' && choice.name === tool.name
    const maxUses = countOf(tool.max_uses)
    return [{ path: `tools[${at}]`, kind: 'use', name, isNeeded, ...(maxUses !== undefined && { maxUses }) }]
  })
}

function speedSurcharges({ speed, inference_geo: region }: JsonObject): Surcharge[] {
  const found: Surcharge[] = []
  if (typeof speed === 'string' && speed !== 'standard') found.push({ path: 'speed', kind: 'tier', name: speed, isNeeded: false })
  if (typeof region === 'string' && region !== 'global')
    // A request for one region must not be served from another.
    found.push({ path: 'inference_geo', kind: 'tier', name: `geo:${region}`, isNeeded: true })
  return found
}

/** The price terms of a request of the Messages API. */
export const terms: RequestTerms = {
  content: new Set(['messages', 'system', 'metadata']),
  maxOutputTokens: (body) => countOf(body.max_tokens),

  withMaxOutputTokens(body, tokens) {
    const { maxTokens, thinking } = limitThinking(body.thinking, tokens)
    return { ...body, max_tokens: maxTokens, ...(thinking !== undefined && { thinking }) }
  },

  /** Each tool has a limit of its own, so they share what there is; those that nothing is left for are left out. */
  withToolUses(body, uses) {
    const priced = toolSurcharges(body)
    const share = Math.max(1, Math.floor(uses / Math.max(1, priced.length)))
    const limits = new Map(priced.map(({ path, maxUses = share }) => [path, Math.min(maxUses, share)]))
    const tools = Array.isArray(body.tools) ? body.tools : []
    const limited = tools.map((tool, at) => {
      const most = limits.get(`tools[${at}]`)
      return most === undefined || !isObject(tool) ? tool : { ...tool, max_uses: most }
    })
    return withoutPaths({ ...body, tools: limited }, priced.slice(uses))
  },

  hidesOutput: ({ thinking }, modelThinking) => hidesThinking(thinking, modelThinking),
  isSpoken: () => false,
  surchargedBetas: { 'anthropic-beta': { 'fast-mode': 'fast' } },
  surcharges: (body) => [...tierSurcharges(body), ...speedSurcharges(body), ...toolSurcharges(body)],
  without: withoutPaths,
}
