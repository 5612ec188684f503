import type { JsonObject } from '../encoding/json.ts'
import type { ModelShape } from './dialect.ts'

/** The fixed time of creation that gateways of this family give, in Unix seconds (server-behaviour 2.7). */
export const CREATED_SECONDS = 1626777600

/** What OpenAI's lists had until 2023. Clients of that time read it. */
const permission: JsonObject = {
  id: 'modelperm-waystation',
  object: 'model_permission',
  created: CREATED_SECONDS,
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
}

/** Models as both of OpenAI's dialects list them. */
export const openaiModels: ModelShape = {
  one: ({ id, owner, endsOn }) => ({
    ...{ id, object: 'model', created: CREATED_SECONDS, owned_by: owner },
    ...{ permission: [permission], root: id, parent: null },
    ...(endsOn === undefined ? {} : { shutdown_date: endsOn }),
  }),
  // `success` stands next to the list, as the family's tools expect.
  list: (models) => ({ object: 'list', success: true, data: models.map(openaiModels.one) }),
}
