// Documents and pictures that are read page by page (`/v1/ocr`): passed through. Source: Mistral's API reference, "OCR", 2026.
import { noTokens, type WireUsage } from './chat/reply/usage.ts'
import { isObject, type Json, type JsonArray, type JsonObject } from './encoding/json.ts'
import { type Reader, reader } from './encoding/reader.ts'
import { isData } from './encoding/text-bytes.ts'
import { WireError } from './wire-error.ts'

/** The most pages of a document that the vendor reads. */
export const MAX_OCR_PAGES = 1000
/** At a price by tokens, since the vendor counts none: a dense page of text. */
export const TOKENS_PER_OCR_PAGE = 1000

export interface OcrRequest {
  readonly model: string | undefined
  readonly document: OcrDocument
  /** How many pages are named; absent: all of them are read. */
  readonly namedPages?: number
}

export interface OcrDocument {
  readonly isPicture: boolean
  /** Its base64, with its MIME type; absent: it is named by an address or an id. */
  readonly data?: string
  readonly mediaType?: string
}

/** What the gateway must know of the body. Throws WireError, with the path, where it has the wrong type. */
export function readOcr(body: Json): OcrRequest {
  const r = reader(body, '')
  const model = r.text('model')
  const document = documentOf(r.needObject('document'))
  const namedPages = countPages(r.peek('pages'))
  return { model, document, ...(namedPages === undefined ? {} : { namedPages }) }
}

function documentOf(r: Reader): OcrDocument {
  const picture = r.peek('image_url')
  if (picture !== undefined) return located(isObject(picture) ? picture.url : picture, 'document.image_url', true)
  const address = r.peek('document_url')
  if (address !== undefined) return located(address, 'document.document_url', false)
  if (typeof r.peek('file_id') === 'string') return { isPicture: false }
  throw new WireError('document', 'an object with document_url, image_url or file_id')
}

function located(address: Json | undefined, path: string, isPicture: boolean): OcrDocument {
  if (typeof address !== 'string' || address === '') throw new WireError(path, 'an address, or a data URI')
  if (!isData(address)) return { isPicture }
  const comma = address.indexOf(',')
  return { isPicture, data: address.slice(comma + 1), mediaType: address.slice('data:'.length, address.indexOf(';')) }
}

/** A page by its number from 0, or a range of them. */
const PAGE_OR_RANGE = /^\s*(\d{1,7})\s*(?:-\s*(\d{1,7})\s*)?$/

/** How many different pages are named, by a list of numbers or a text such as `0-4,7`. Undefined: none, and so all. */
function countPages(pages: Json | undefined): number | undefined {
  if (pages === undefined || pages === null) return undefined
  const expected = 'a list of page numbers from 0, or a text such as 0-4,7'
  if (typeof pages !== 'string' && !Array.isArray(pages)) throw new WireError('pages', expected)
  const parts: JsonArray = typeof pages === 'string' ? pages.split(',') : pages
  const named = new Set<number>()
  for (const part of parts) {
    const [, from, to = from] = PAGE_OR_RANGE.exec(String(part)) ?? []
    if (from === undefined || Number(to) < Number(from)) throw new WireError('pages', expected)
    if (Number(to) - Number(from) + named.size >= MAX_OCR_PAGES * 2) throw new WireError('pages', `at most ${MAX_OCR_PAGES} pages`)
    for (let page = Number(from); page <= Number(to); page++) named.add(page)
  }
  if (named.size > MAX_OCR_PAGES) throw new WireError('pages', `at most ${MAX_OCR_PAGES} pages`)
  return named.size === 0 ? undefined : named.size
}

/** Fields by which a page costs more, and which have no price here. */
const ANNOTATIONS = ['bbox_annotation_format', 'document_annotation_format'] as const

/** Those of them that the request has. */
export const annotationsIn = (body: JsonObject): string[] => ANNOTATIONS.filter((name) => body[name] !== undefined && body[name] !== null)

/** Is this a reply with pages? */
export const isRead = (reply: Json): boolean => isObject(reply) && Array.isArray(reply.pages) && reply.pages.every(isObject)

/** The pages that the vendor counts, or those that are in the reply. Undefined where it is none. */
export function ocrUsage(reply: Json): (WireUsage & { readonly pages: number }) | undefined {
  if (!isObject(reply) || !Array.isArray(reply.pages)) return undefined
  const { usage_info: info = null } = reply
  const counted = isObject(info) ? info.pages_processed : undefined
  const isCount = typeof counted === 'number' && Number.isSafeInteger(counted) && counted > 0
  return { ...noTokens, pages: isCount ? counted : reply.pages.length, raw: info }
}
