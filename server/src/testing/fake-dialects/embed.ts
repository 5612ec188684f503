// Google's embeddings. Source: Google's Gemini API reference, "Embeddings", 2026: every request of a batch names the model of the address.
import { type FakeDialect, type FakeRequest, type Fields, fields, firstOf, objects, text, unknownField } from './fake-dialect.ts'
import { generateDialect } from './generate.ts'

const FIELDS = new Set(['model', 'content', 'taskType', 'title', 'outputDimensionality', 'embedContentConfig'])
const USUAL_DIMENSIONS = 8

const isBatch = ({ path }: FakeRequest) => path.endsWith(':batchEmbedContents')
const requestsOf = (request: FakeRequest): Fields[] => (isBatch(request) ? objects(request.body.requests) : [request.body])
const modelOf = ({ path }: FakeRequest) => decodeURIComponent(/\/models\/([^:]+):/.exec(path)?.[1] ?? '')
const partsOf = (request: Fields) => objects(fields(request.content).parts)

export const embedDialect: FakeDialect = {
  read: (request) => ({
    model: modelOf(request),
    texts: requestsOf(request).flatMap((one) => partsOf(one).map((part) => text(part.text))),
    images: 0,
    messages: requestsOf(request).length,
    isStream: false,
    isSilent: true,
  }),

  complaint(request) {
    const all = requestsOf(request)
    if (all.length === 0) return '* BatchEmbedContentsRequest.requests: must not be empty'
    return firstOf(all, (one, at) => {
      const odd = unknownField(one, FIELDS)
      if (odd !== undefined) return `Invalid JSON payload received. Unknown name "${odd}": Cannot find field.`
      if (partsOf(one).length === 0) return '* EmbedContentRequest.content: contents is not specified'
      const named = one.model === undefined && !isBatch(request) ? undefined : text(one.model)
      return named === undefined || named === `models/${modelOf(request)}`
        ? undefined
        : `* BatchEmbedContentsRequest.requests[${at}].model: The model should match the model in the address`
    })
  },

  whole(ask, request) {
    const embeddings = requestsOf(request).map((one, index) => ({
      values: Array.from({ length: Number(one.outputDimensionality ?? USUAL_DIMENSIONS) }, (_, at) => Math.sin(index + at + 1)),
    }))
    // Older models report no usage.
    const usage = ask.usageMode === 'missing' ? {} : { usageMetadata: { promptTokenCount: ask.usage.prompt_tokens } }
    return isBatch(request) ? { embeddings, ...usage } : { embedding: embeddings[0], ...usage }
  },

  stream: () => [],
  broken: generateDialect.broken,
  error: generateDialect.error,
}
