// The request of `/v1/rerank` and of Cohere's `/v2/rerank`, which say the same in the same words: Jina's and Cohere's older API also take
// documents that are objects with a text. Sources: Jina's and Cohere's API references, "Rerank", 2026.
import { isObject, type Json } from '../encoding/json.ts'
import { reader } from '../encoding/reader.ts'
import { isData, utf8Bytes } from '../encoding/text-bytes.ts'
import { WireError } from '../wire-error.ts'
import type { RerankItem, RerankRequest } from './format.ts'

/** No vendor takes more in one request. */
export const MAX_DOCUMENTS = 10_000

/** Throws WireError, with the path, where the body is no such request. */
export function readRerank(body: Json): RerankRequest {
  const r = reader(body, '')
  const model = r.text('model')
  const query = readItem(r.peek('query'), 'query')
  if (query.text === '') throw new WireError('query', 'a text that is not empty')
  const documents = r.peek('documents')
  if (!Array.isArray(documents) || documents.length === 0) throw new WireError('documents', 'a list with at least one document')
  if (documents.length > MAX_DOCUMENTS) throw new WireError('documents', `at most ${MAX_DOCUMENTS} documents`)
  const topN = r.number('top_n')
  if (topN !== undefined && (!Number.isSafeInteger(topN) || topN < 1)) throw new WireError('top_n', 'a whole number from 1')
  const wantsDocuments = r.boolean('return_documents')
  for (const name of ['query', 'documents', 'top_n', 'return_documents']) r.take(name)
  return {
    model,
    query,
    documents: documents.map((document, at) => readItem(document, `documents[${at}]`)),
    topN,
    wantsDocuments,
    extras: r.rest() ?? {},
  }
}

/** A text, or an object with one, or with a picture. */
function readItem(value: Json | undefined, path: string): RerankItem {
  if (typeof value === 'string') return { path, text: value }
  if (isObject(value) && typeof value.text === 'string') return { path, text: value.text, object: value }
  if (isObject(value) && typeof value.image === 'string') return { path, text: undefined, object: value }
  throw new WireError(path, 'a text, or an object with the field text or image')
}

/** The texts, each once, for counting their tokens. */
export function rerankTexts({ query, documents }: RerankRequest): string[] {
  return [query, ...documents].flatMap(({ text }) => text ?? [])
}

export interface RerankSize {
  /** Bytes of all texts. */
  readonly textBytes: number
  /** Bytes that are read again: a model sees the query beside each document. */
  readonly repeatedBytes: number
  /** The pictures; the data of one that does not stand elsewhere. */
  readonly pictures: readonly (string | undefined)[]
}

export function rerankSize(request: RerankRequest): RerankSize {
  const queryBytes = bytesOf(request.query)
  const pictures = [request.query, ...request.documents].flatMap(({ text, object }) => (text === undefined ? [object?.image] : []))
  return {
    textBytes: request.documents.reduce((sum, document) => sum + bytesOf(document), queryBytes),
    repeatedBytes: queryBytes * (request.documents.length - 1),
    pictures: pictures.map((picture) => (typeof picture === 'string' && !/^https?:/i.test(picture) ? withoutHead(picture) : undefined)),
  }
}

/** The base64 of a picture, which may be written as a data URI. */
const withoutHead = (picture: string): string => (isData(picture) ? picture.slice(picture.indexOf(',') + 1) : picture)

const bytesOf = ({ text }: RerankItem): number => utf8Bytes(text ?? '')
