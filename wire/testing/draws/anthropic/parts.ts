// The parts of the user's question in Messages.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { gif, jpeg, long, paperUrl, pdf, pictureUrl, png, unicode, webp } from '../samples.ts'
import { added, mixed } from '../variations.ts'
import { beta, marked, text } from './shared.ts'

const picture = (media_type: string, data: string): JsonObject => ({ type: 'image', source: { type: 'base64', media_type, data } })
const byAddress: JsonObject = { type: 'image', source: { type: 'url', url: pictureUrl } }
const pictures = added('parts', 'picture', {
  PNG: [picture('image/png', png)],
  JPEG: [picture('image/jpeg', jpeg)],
  GIF: [picture('image/gif', gif)],
  WebP: [picture('image/webp', webp)],
  'by address': [byAddress],
  'two pictures': [picture('image/png', png), byAddress],
  cached: [marked(byAddress)],
  'refused if too large': [{ ...byAddress, transformations: { oversized_image: 'error' } }],
})

const document = (source: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'document', source, ...rest })
const pdfData = { type: 'base64', media_type: 'application/pdf', data: pdf }
const plainText = { type: 'text', media_type: 'text/plain', data: 'Tides come twice a day.' }
const documents = added('parts', 'document', {
  'PDF by data': [document(pdfData)],
  'PDF by data, with a title': [document(pdfData, { title: 'Tides.pdf' })],
  'PDF by address': [document({ type: 'url', url: paperUrl })],
  'plain text': [document(plainText)],
  'plain text with all': [document(plainText, { title: 'Tides', context: 'From the harbour', citations: { enabled: true } })],
  'citations off': [document(plainText, { citations: { enabled: false } })],
  'null title and context': [document(plainText, { title: null, context: null })],
  'content of blocks': [document({ type: 'content', content: [text('Tides'), text('come.')] }, { citations: { enabled: true } })],
  'content of a text': [document({ type: 'content', content: 'Tides come.' })],
  'content with a picture': [document({ type: 'content', content: [text('Tides'), picture('image/png', png)] })],
  cached: [marked(document(pdfData))],
  'two documents': [document(pdfData), document(plainText)],
})

const found = (rest: JsonObject = {}): JsonObject => ({
  type: 'search_result',
  source: 'https://docs.example.com',
  title: 'Guide',
  content: [text('Tides come.')],
  ...rest,
})
const results = added('parts', 'search result', {
  plain: [found()],
  'with citations': [found({ citations: { enabled: true } })],
  cached: [marked(found())],
  two: [found(), found({ title: 'Second' })],
})

const words = added('parts', 'more text', {
  'second part': [text('And in one sentence.')],
  'many scripts': [text(unicode)],
  long: [text(long)],
  cached: [marked(text(long))],
  'cached for an hour': [marked(text(long), '1h')],
  'three cached': [marked(text('One'), '1h'), marked(text('Two')), marked(text('Three'), '5m')],
  'null mark and citations': [{ ...text('Please.'), cache_control: null, citations: null }],
})

const files = mixed('file', {
  'picture by id': {
    headers: beta('files-api-2025-04-14'),
    parts: [{ type: 'image', source: { type: 'file', file_id: 'file_011CNha8' } }],
  },
  'document by id': { headers: beta('files-api-2025-04-14'), parts: [document({ type: 'file', file_id: 'file_011CNha8' })] },
  'for the container': {
    headers: beta('files-api-2025-04-14'),
    tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
    parts: [{ type: 'container_upload', file_id: 'file_011CNha8' }],
  },
})

export const parts = [...pictures, ...documents, ...results, ...words, ...files]
