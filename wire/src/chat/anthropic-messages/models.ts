import type { ModelShape } from '../dialect.ts'
import { CREATED_SECONDS } from '../model-shapes.ts'

const CREATED_TEXT = new Date(CREATED_SECONDS * 1000).toISOString()

/** Models as this dialect lists them: all at once, so there is never another page. */
export const models: ModelShape = {
  one: (id) => ({ type: 'model', id, display_name: id, created_at: CREATED_TEXT }),
  list: (ids) => ({ data: ids.map(models.one), has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null }),
}
