import { bodyWithoutBillingLine } from '../../claude/billing-line.ts'
import { isObject, type Json } from '../../encoding/json.ts'
import type { Dialect } from '../dialect.ts'

/**
 * The edits that passthrough needs, on a body of this dialect. Each gives a new object and shares the rest; none of them checks the body.
 */
export const edit: Dialect['edit'] = {
  model(body, model) {
    return { ...body, model }
  },

  /** The text takes the place of the instructions; a cache mark that ended them ends the new ones. */
  system(body, text) {
    const blocks: readonly Json[] = Array.isArray(body.system) ? body.system : []
    const marked = blocks.findLast((block) => isObject(block) && isObject(block.cache_control))
    if (!isObject(marked)) return { ...body, system: text }
    return { ...body, system: [{ type: 'text', text, cache_control: marked.cache_control }] }
  },

  withoutBillingLine: bodyWithoutBillingLine,

  /** Usage always comes. */
  askForUsage(body) {
    return body
  },
}
