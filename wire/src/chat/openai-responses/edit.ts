import type { Dialect } from '../dialect.ts'

/**
 * The edits that passthrough needs, on a body of this dialect. Each gives a new object and shares the rest; none of them checks the body.
 */
export const edit: Dialect['edit'] = {
  model(body, model) {
    return { ...body, model }
  },

  system(body, text) {
    return { ...body, instructions: text }
  },

  /** Usage always stands in the last event here. */
  askForUsage(body) {
    return body
  },
}
