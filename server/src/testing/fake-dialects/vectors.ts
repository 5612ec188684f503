// Vectors in the formats of Cohere (`/v2/embed`) and Voyage (`/voyage/v1/embeddings`), which refuse fields that they do not know. Sources: the
// vendors' references, "Embed" and "Text embedding models", 2026, and the types of their packages cohere-ai 8.1.0 and voyageai 0.4.0. The
// texts' markers say what is counted (`#in:30`); `#usage:missing` leaves the usage out.
import type { FakeAsk } from '../fakes/fake-provider-ask.ts'
import { type FakeDialect, type FakeRequest, type Fields, fields, objects, text, unknownField } from './fake-dialect.ts'

const COHERE = new Set([
  'model',
  'texts',
  'images',
  'inputs',
  'input_type',
  'embedding_types',
  'output_dimension',
  'truncate',
  'max_tokens',
  'priority',
])
const VOYAGE = new Set(['model', 'input', 'input_type', 'truncation', 'output_dimension', 'output_dtype', 'encoding_format'])
const TYPES = new Set<unknown>(['float', 'int8', 'uint8', 'binary', 'ubinary', 'base64'])
const PURPOSES = new Set<unknown>(['search_document', 'search_query', 'classification', 'clustering', 'image'])
const USUAL_DIMENSIONS = 16

const isCohere = ({ path }: FakeRequest) => path === '/v2/embed'
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

/** The texts of each vector. */
function textsOf(request: FakeRequest): string[] {
  const { texts, images, inputs, input } = request.body
  if (!isCohere(request)) return listOf(input).map(text)
  const contents = objects(inputs).map((one) =>
    objects(one.content)
      .map((part) => text(part.text))
      .join('\n'),
  )
  return [...listOf(texts).map(text), ...listOf(images).map(() => ''), ...contents]
}

export const vectorsDialect: FakeDialect = {
  read: (request) => ({
    model: text(request.body.model),
    texts: textsOf(request),
    images: JSON.stringify(request.body).split('data:image/').length - 1,
    messages: textsOf(request).length,
    isStream: false,
    isSilent: true,
  }),

  complaint: (request) => (isCohere(request) ? coheresComplaint(request.body) : voyagesComplaint(request.body)),

  whole: (ask, request, id) => (isCohere(request) ? coheresReply(ask, request, id) : voyagesReply(ask, request)),
  stream: () => [],
  broken: (message) => message,
  error: (status, message) => (status === 400 ? { message, detail: message } : { message }),
}

function coheresComplaint(body: Fields): string | undefined {
  const { texts, images, inputs, input_type, embedding_types, output_dimension, truncate } = body
  const odd = unknownField(body, COHERE)
  if (odd !== undefined) return `invalid request: unknown field ${odd}`
  if ([texts, images, inputs].filter((one) => one !== undefined).length !== 1)
    return 'invalid request: only one of texts, images, and inputs must be provided'
  if (listOf(texts).length > 96) return 'invalid request: total number of texts must be at most 96'
  if (!listOf(texts).every((one) => typeof one === 'string')) return 'invalid request: texts must be strings'
  if (!PURPOSES.has(input_type)) return 'invalid request: valid input_type must be provided with the provided model'
  if (!listOf(embedding_types).every((type) => TYPES.has(type))) return 'invalid request: embedding_types is not valid'
  if (output_dimension !== undefined && !Number.isInteger(output_dimension)) return 'invalid request: output_dimension is not valid'
  if (truncate !== undefined && !['NONE', 'START', 'END'].includes(text(truncate))) return 'invalid request: truncate is not valid'
  const urls = objects(inputs)
    .flatMap((one) => objects(one.content).map((part) => fields(part.image_url).url))
    .filter((url) => url !== undefined)
  return [...urls, ...listOf(images)].every((url) => text(url).startsWith('data:image/'))
    ? undefined
    : 'invalid request: image must be a data URI'
}

function voyagesComplaint(body: Fields): string | undefined {
  const { input, input_type, encoding_format, output_dtype, output_dimension, truncation } = body
  const odd = unknownField(body, VOYAGE)
  if (odd !== undefined) return `Argument '${odd}' is not supported by our API`
  if (listOf(input).length === 0 || !listOf(input).every((one) => typeof one === 'string'))
    return 'Input must be a string or a list of strings'
  if (![undefined, null, 'query', 'document'].includes(input_type as string)) return `Input type '${text(input_type)}' is not valid`
  if (![undefined, null, 'base64'].includes(encoding_format as string)) return "Encoding format must be null or 'base64'"
  if (output_dtype !== undefined && (!TYPES.has(output_dtype) || output_dtype === 'base64')) return 'Output dtype is not valid'
  if (output_dimension !== undefined && !Number.isInteger(output_dimension)) return 'Output dimension is not valid'
  return truncation === undefined || typeof truncation === 'boolean' ? undefined : 'Truncation is not valid'
}

/** A vector that anybody can compute: of the sines of its places, or of small whole numbers. */
function vector(index: number, length: number, type: string): number[] {
  const sine = (at: number) => Math.fround(Math.sin(index + at + 1))
  return Array.from({ length }, (_, at) => (type === 'float' ? sine(at) : Math.trunc(sine(at) * 100) + (type.startsWith('u') ? 100 : 0)))
}

function counted({ usageMode, usage: { prompt_tokens } }: FakeAsk): number {
  return usageMode === 'negative' ? -prompt_tokens : usageMode === 'absurd' ? 1e12 : prompt_tokens
}

function coheresReply(ask: FakeAsk, request: FakeRequest, id: string): object {
  const { embedding_types, output_dimension, texts } = request.body
  const length = Number(output_dimension ?? USUAL_DIMENSIONS)
  const types = listOf(embedding_types ?? 'float').map(text)
  const vectorOf = (index: number, type: string) =>
    type === 'base64'
      ? Buffer.from(Float32Array.from(vector(index, length, 'float')).buffer).toString('base64')
      : vector(index, length, type)
  const embeddings = Object.fromEntries(types.map((type) => [type, textsOf(request).map((_, index) => vectorOf(index, type))]))
  const billed = ask.usageMode === 'missing' ? {} : { billed_units: { input_tokens: counted(ask) } }
  return {
    response_type: 'embeddings_by_type',
    id: `fake-${id}`,
    embeddings,
    texts: texts ?? [],
    meta: { api_version: { version: '2' }, ...billed },
  }
}

function voyagesReply(ask: FakeAsk, request: FakeRequest): object {
  const { output_dimension, output_dtype } = request.body
  const length = Number(output_dimension ?? USUAL_DIMENSIONS)
  const data = textsOf(request).map((_, index) => ({
    object: 'embedding',
    embedding: vector(index, length, text(output_dtype) || 'float'),
    index,
  }))
  return {
    object: 'list',
    data: data.toReversed(),
    model: ask.model,
    ...(ask.usageMode === 'missing' ? {} : { usage: { total_tokens: counted(ask) } }),
  }
}
