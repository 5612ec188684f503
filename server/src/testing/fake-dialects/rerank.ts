// Rankings in the formats of several vendors, by address: `/v2/rerank` is Cohere's, `…/text-rerank` DashScope's, `/voyage/…` Voyage's, `…/invoke`
// Bedrock's, all others are Jina's. Sources: the vendors' references, "Rerank", 2026. The longest document comes first, and the texts' markers say what is counted
// (`#in:30`, `#searches:2`); `#usage:missing` leaves the usage out.
import { signatureRefusal } from './aws-signature.ts'
import { type FakeDialect, type FakeRequest, type Fields, fields, firstOf, text, unknownField } from './fake-dialect.ts'

const FIELDS = {
  jina: new Set(['model', 'query', 'documents', 'top_n', 'return_documents', 'truncation', 'max_chunks_per_doc', 'overlap_tokens', 'own']),
  cohere: new Set(['model', 'query', 'documents', 'top_n', 'max_tokens_per_doc', 'priority']),
  dashscope: new Set(['model', 'input', 'parameters']),
  bedrock: new Set(['query', 'documents', 'top_n', 'max_tokens_per_doc', 'api_version']),
  voyage: new Set(['model', 'query', 'documents', 'top_k', 'return_documents', 'truncation']),
}
const DOCUMENTS_PER_SEARCH = 100

type Format = keyof typeof FIELDS

function formatOf({ path }: FakeRequest): Format {
  if (path === '/v2/rerank') return 'cohere'
  if (path.startsWith('/voyage/')) return 'voyage'
  if (path.endsWith('/invoke')) return 'bedrock'
  return path.endsWith('/text-rerank') ? 'dashscope' : 'jina'
}
const askedOf = (request: FakeRequest): Fields =>
  formatOf(request) === 'dashscope' ? { ...fields(request.body.parameters), ...fields(request.body.input) } : request.body
const documentsOf = (request: FakeRequest): unknown[] => {
  const { documents } = askedOf(request)
  return Array.isArray(documents) ? documents : []
}
const modelIn = ({ path }: FakeRequest) => decodeURIComponent(path.split('/')[2] ?? '')
const textOf = (item: unknown): string => (typeof item === 'string' ? item : text(fields(item).text))

export const rerankDialect: FakeDialect = {
  read: (request) => ({
    model: formatOf(request) === 'bedrock' ? modelIn(request) : text(request.body.model),
    texts: [askedOf(request).query, ...documentsOf(request)].map(textOf),
    images: documentsOf(request).filter((document) => typeof fields(document).image === 'string').length,
    messages: documentsOf(request).length,
    isStream: false,
    isSilent: true,
  }),

  refuses: (request) => (formatOf(request) === 'bedrock' ? signatureRefusal(request) : undefined),

  complaint(request) {
    const wrongVersion = formatOf(request) === 'bedrock' && modelIn(request).startsWith('cohere.') !== (request.body.api_version === 2)
    if (wrongVersion) return 'Malformed input request: #/api_version: 1 is not greater or equal to 2'
    const odd = unknownField(request.body, FIELDS[formatOf(request)])
    if (odd !== undefined) return `unknown field: ${odd}`
    if (documentsOf(request).length === 0) return 'documents: at least one is needed'
    if (formatOf(request) === 'jina') return undefined
    return firstOf(documentsOf(request), (one, at) => (typeof one === 'string' ? undefined : `documents[${at}] must be a string`))
  },

  whole(ask, request, id) {
    const { top_k, top_n = top_k } = askedOf(request)
    const all = documentsOf(request).map((document, index) => ({ index, relevance_score: textOf(document).length / 1000 }))
    const results = all.toSorted((a, b) => b.relevance_score - a.relevance_score).slice(0, typeof top_n === 'number' ? top_n : all.length)
    const isMissing = ask.usageMode === 'missing'
    const { prompt_tokens } = ask.usage
    const count = ask.usageMode === 'negative' ? -prompt_tokens : ask.usageMode === 'absurd' ? 1e12 : prompt_tokens
    if (formatOf(request) === 'cohere') return cohereReply(ask.promptText, { id, results, all, isMissing })
    const usage = isMissing ? {} : { usage: { total_tokens: count } }
    if (formatOf(request) === 'dashscope') return { output: { results }, ...usage, request_id: `fake-${id}` }
    if (formatOf(request) === 'bedrock') return { results }
    if (formatOf(request) === 'voyage') return { object: 'list', data: results, model: ask.model, ...usage }
    return { model: ask.model, object: 'list', ...usage, results: results.map((one) => ({ ...one, document: { text: 'ours' } })) }
  },

  stream: () => [],
  broken: (message) => message,
  error: (_status, message) => ({ detail: message }),
}

interface CohereParts {
  readonly id: string
  readonly results: readonly object[]
  readonly all: readonly object[]
  readonly isMissing: boolean
}

function cohereReply(promptText: string, { id, results, all, isMissing }: CohereParts): object {
  const named = /#searches:(\d+)/.exec(promptText)
  const search_units = named ? Number(named[1]) : Math.ceil(all.length / DOCUMENTS_PER_SEARCH)
  const meta = { api_version: { version: '2' }, ...(isMissing ? {} : { billed_units: { search_units } }) }
  return { id: `fake-${id}`, results, meta }
}
