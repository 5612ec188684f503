import { cohere as vendor } from '@waystation/contract/vendors/cohere'
import { namedModels } from '../named-models.ts'
import { openAICompatible } from '../openai-compatible.ts'
import type { Provider, UpstreamCall } from '../provider.ts'

const provider = openAICompatible(vendor, { readModels: namedModels })

const listing: UpstreamCall = {
  ...{ operation: 'models', dialect: 'openai-chat', model: '', requestedModel: '' },
  ...{ isStream: false, clientHeaders: {}, settings: {} },
}

/** Its list of models is asked by endpoint, one at a time: of all of them, many could not be called. Source: https://docs.cohere.com/reference/list-models. */
export const cohere: Provider = {
  ...provider,
  modelLists: (channel) =>
    ['chat', 'embed', 'rerank'].map((endpoint) => {
      const { url, headers } = provider.address(listing, channel)
      url.searchParams.set('endpoint', endpoint)
      return { url, headers }
    }),
}
