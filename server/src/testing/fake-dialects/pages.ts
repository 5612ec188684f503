// Mistral's door for documents. Source: Mistral's API reference, "OCR", 2026. The address or name of a document says how many pages it has
// (`#pages:12`, else one); those that the request names are read. `#usage:missing` leaves the count out, and `#told:30` makes it another one.
import { type FakeDialect, type FakeRequest, fields, text, unknownField } from './fake-dialect.ts'

const FIELDS = new Set([
  ...['model', 'id', 'document', 'pages', 'include_image_base64', 'image_limit', 'image_min_size', 'bbox_annotation_format'],
  ...['document_annotation_format', 'document_annotation_prompt', 'table_format', 'extract_header', 'extract_footer', 'include_blocks'],
  'confidence_scores_granularity',
])

const documentOf = ({ body }: FakeRequest) => fields(body.document)

/** What the markers stand in: no data of a document is read. */
function markersOf(request: FakeRequest): string {
  const { document_url, document_name, image_url, file_id } = documentOf(request)
  return [document_url, document_name, image_url, file_id]
    .map(text)
    .filter((one) => !one.startsWith('data:'))
    .join(' ')
}

function pagesOf(request: FakeRequest): number[] {
  const count = Number(/#pages:(\d+)/.exec(markersOf(request))?.[1] ?? 1)
  const all = Array.from({ length: count }, (_, page) => page)
  const { pages } = request.body
  return Array.isArray(pages) ? all.filter((page) => pages.includes(page)) : all
}

export const pagesDialect: FakeDialect = {
  read: (request) => ({
    model: text(request.body.model),
    texts: [markersOf(request)],
    ...{ images: 0, messages: 1, isStream: false, isSilent: true },
  }),

  complaint(request) {
    const odd = unknownField(request.body, FIELDS)
    if (odd !== undefined) return `Extra inputs are not permitted: ${odd}`
    const { type, document_url, image_url, file_id } = documentOf(request)
    const found = type === 'document_url' ? document_url : type === 'image_url' ? (fields(image_url).url ?? image_url) : file_id
    return typeof found === 'string' ? undefined : 'document: Input tag is not valid'
  },

  whole(ask, request) {
    const pages = pagesOf(request).map((index) => ({
      ...{ index, markdown: `# Page ${index}`, images: [], tables: [], hyperlinks: [], header: null, footer: null },
      dimensions: { dpi: 200, height: 2200, width: 1700 },
    }))
    const told = Number(/#told:(\d+)/.exec(ask.promptText)?.[1] ?? pages.length)
    const counted = ask.usageMode === 'missing' ? {} : { usage_info: { pages_processed: told, doc_size_bytes: 1024 } }
    return { pages, model: ask.model, document_annotation: null, ...counted }
  },

  stream: () => [],
  broken: (message) => message,
  error: (_status, message) => ({ object: 'error', message, type: 'invalid_request_error', param: null, code: null }),
}
