// Rankings in formats that one server has each, by address: `/sglang/…`, `/tei/…` (Text Embeddings Inference), `/ranking` (NVIDIA) and `/inference/…`
// (DeepInfra). Sources: their references, "Rerank", 2026. The longest document scores best; the texts' markers say what is counted (`#in:30`).
import { type FakeDialect, type FakeRequest, fields, firstOf, objects, text, unknownField } from './fake-dialect.ts'

const FIELDS = {
  sglang: new Set(['model', 'query', 'documents', 'instruct', 'top_n', 'return_documents']),
  tei: new Set(['query', 'texts', 'raw_scores', 'return_text', 'truncate', 'truncation_direction']),
  nvidia: new Set(['model', 'query', 'passages', 'truncate']),
  deepinfra: new Set(['queries', 'documents', 'instruction', 'service_tier']),
}

type Format = keyof typeof FIELDS

function formatOf({ path }: FakeRequest): Format {
  if (path.startsWith('/sglang/')) return 'sglang'
  if (path.startsWith('/tei/')) return 'tei'
  return path === '/ranking' ? 'nvidia' : 'deepinfra'
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function documentsOf(request: FakeRequest): unknown[] {
  const { documents, texts, passages } = request.body
  return formatOf(request) === 'nvidia' ? objects(passages).map((one) => one.text) : listOf(documents ?? texts)
}

/** The query, as often as it stands in the request. */
function queriesOf({ body: { query, queries } }: FakeRequest): unknown[] {
  return queries === undefined ? [typeof query === 'object' ? fields(query).text : query] : listOf(queries)
}

function complaintOf(request: FakeRequest): string | undefined {
  const odd = unknownField(request.body, FIELDS[formatOf(request)])
  if (odd !== undefined) return `unknown field: ${odd}`
  const documents = documentsOf(request)
  const queries = queriesOf(request)
  if (documents.length === 0) return 'documents: at least one is needed'
  if (formatOf(request) === 'deepinfra' && queries.length !== documents.length) return 'queries and documents must be of the same length'
  if (formatOf(request) === 'nvidia' && !['NONE', 'END', undefined].includes(request.body.truncate as string))
    return 'truncate: NONE or END'
  return firstOf([...queries, ...documents], (one) => (typeof one === 'string' ? undefined : 'expected a string'))
}

export const ownRerankDialect: FakeDialect = {
  read: (request) => ({
    model: formatOf(request) === 'deepinfra' ? request.path.replace('/inference/', '') : text(request.body.model),
    texts: [...queriesOf(request).slice(0, 1), ...documentsOf(request)].map(text),
    ...{ images: 0, messages: documentsOf(request).length, isStream: false, isSilent: true },
  }),
  complaint: complaintOf,

  whole({ usage: { prompt_tokens } }, request) {
    const documents = documentsOf(request).map(text)
    const scores = documents.map((document) => document.length / 1000)
    if (formatOf(request) === 'deepinfra')
      return { scores, input_tokens: prompt_tokens, request_id: 'fake', inference_status: { status: 'succeeded' } }
    const best = scores.map((score, index) => ({ index, score })).toSorted((a, b) => b.score - a.score)
    if (formatOf(request) === 'nvidia')
      return { rankings: best.map(({ index, score }) => ({ index, logit: score })), usage: { prompt_tokens, total_tokens: prompt_tokens } }
    return best
  },

  stream: () => [],
  broken: (message) => message,
  error: (_status, message) => ({ error: message, message }),
}
