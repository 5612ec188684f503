import type { ModelShape } from './dialect.ts'

/** The fixed time of creation that gateways of this family give, in Unix seconds (server-behaviour 2.7). */
export const CREATED_SECONDS = 1626777600

/** Models as both of OpenAI's dialects list them. */
export const openaiModels: ModelShape = {
  one: (id) => ({ id, object: 'model', created: CREATED_SECONDS, owned_by: 'waystation' }),
  // `success` stands next to the list, as the family's tools expect.
  list: (ids) => ({ object: 'list', success: true, data: ids.map(openaiModels.one) }),
}
