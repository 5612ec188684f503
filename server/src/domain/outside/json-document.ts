// JSON documents of other sites: capped, not redirected, and failures in words.
import { AppError, type Words } from '@waystation/contract/errors'
import { BodyTooLarge } from '../../lib/bodies/read-capped.ts'
import { type ExchangeLimits, wholeExchange } from '../../lib/bodies/whole-exchange.ts'
import { fieldsOf, isRecord } from '../../lib/fields.ts'
import { BlockedAddress } from '../../lib/net/address-guard.ts'
import type { Egress } from '../../lib/net/egress.ts'

/** For small documents. */
const SMALL: ExchangeLimits = { timeoutMs: 8000, maxBytes: 1024 * 1024 }

export type ReadDocument = (address: string) => Promise<Readonly<Record<string, unknown>>>

/** Reads the JSON object at an http or https address. The reader throws AppError bad_url, address_blocked or document_unreadable. */
export function documentReader(egress: Pick<Egress, 'send'>): ReadDocument {
  return async (address) => {
    const url = webAddress(address)
    return jsonObject(url, (await fetchBytes(egress, url, SMALL)).toString('utf8'))
  }
}

/**
 * The bytes of a document at another site.
 * @throws AppError address_blocked or document_unreadable
 */
export async function fetchBytes(egress: Pick<Egress, 'send'>, url: URL, limits: ExchangeLimits): Promise<Buffer> {
  const headers = { accept: 'application/json', 'user-agent': 'Waystation' }
  try {
    const { status, body } = await wholeExchange(egress, { method: 'GET', url, headers }, limits)
    if (status !== 200) throw documentUnreadable(url, { zh: `状态码 ${status}`, en: `status ${status}` })
    return body
  } catch (error) {
    throw documentFailure(url, error)
  }
}

/** @throws AppError bad_url */
function webAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new AppError('bad_url', { detail: { zh: '应以 http:// 或 https:// 开头', en: 'it must start with http:// or https://' } })
  return url
}

function jsonObject(url: URL, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Refused below: the text may be anything.
  }
  throw documentUnreadable(url, NOT_AN_OBJECT)
}

export const NOT_AN_OBJECT: Words = { zh: '响应不是 JSON 对象', en: 'the response is not a JSON object' }

function documentFailure(url: URL, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof BlockedAddress) return new AppError('address_blocked', {}, { cause: error })
  if (error instanceof BodyTooLarge) return documentUnreadable(url, { zh: '响应过大', en: 'the response is too large' }, error)
  const code = String(fieldsOf(error).code ?? fieldsOf(error).name ?? '')
  return documentUnreadable(url, { zh: `没有响应（${code}）`, en: `no response (${code})` }, error)
}

/** A document that cannot be used, and why. */
export function documentUnreadable(url: URL, detail: Words, cause?: unknown): AppError {
  return new AppError('document_unreadable', { host: url.host, detail }, cause === undefined ? {} : { cause })
}
