// The versions of Anthropic's API. 2026-10-21 is 2023-06-01 with three refusals in what is requested; answers, streams and errors are the
// same. Source: Anthropic, "Migrating to API version 2026-10-21" and "Versions", 2026-11.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'

/** The header that names the version. */
export const VERSION_HEADER = 'anthropic-version'

/** The version of requests that the gateway writes: in it the models before Claude 4.7 still take a temperature. */
export const USUAL_VERSION = '2023-06-01'

const SINCE = '2026-10-21'
const SAMPLING = ['temperature', 'top_p', 'top_k'] as const

/** Whether this version refuses sampling, documents of the assistant and citations in the user's texts. Versions are days. */
export const isRefusing = (version: string): boolean => /^\d{4}-\d\d-\d\d$/.test(version) && version >= SINCE

/**
 * A request of an earlier version as a refusing one takes it, which is what counting tokens and batches take too. What is left out is named;
 * a turn that would be empty without its document is `needed`. The body itself is not changed.
 */
export function inRefusingVersion(body: JsonObject, losses: LossLog): JsonObject {
  const result: JsonObject = { ...body }
  for (const name of SAMPLING) {
    // A temperature or a share of 1 is what happens anyway.
    if (result[name] !== undefined && (name === 'top_k' || result[name] !== 1)) losses.add(name, 'not-expressible')
    delete result[name]
  }
  if (!Array.isArray(body.messages)) return result
  return { ...result, messages: body.messages.map((message, at) => turnTaken(message, `messages[${at}]`, losses)) }
}

function turnTaken(message: Json, path: string, losses: LossLog): Json {
  if (!isObject(message) || !Array.isArray(message.content)) return message
  const content: readonly Json[] = message.content
  if (message.role === 'user') return { ...message, content: withoutCitations(content, `${path}.content`, losses) }
  if (message.role !== 'assistant') return message
  // What the vendor's own tools fetched stands inside their results, where it is taken.
  const kept = content.filter((block) => !isObject(block) || block.type !== 'document')
  for (const [at, block] of content.entries())
    if (!kept.includes(block)) losses.add(`${path}.content[${at}]`, kept.length === 0 ? 'needed' : 'not-expressible')
  return kept.length === content.length ? message : { ...message, content: kept }
}

/** Texts stand in the turn itself, in results of searches, and in results of tools, which may hold such results. */
function withoutCitations(blocks: readonly Json[], path: string, losses: LossLog): Json[] {
  return blocks.map((block, at): Json => {
    if (!isObject(block)) return block
    const here = `${path}[${at}]`
    if (block.type === 'text') {
      if (!Array.isArray(block.citations) || block.citations.length === 0) return block
      losses.add(`${here}.citations`, 'not-expressible')
      const { citations: _, ...text } = block
      return text
    }
    const isNested = (block.type === 'search_result' || block.type === 'tool_result') && Array.isArray(block.content)
    return isNested && Array.isArray(block.content)
      ? { ...block, content: withoutCitations(block.content, `${here}.content`, losses) }
      : block
  })
}
