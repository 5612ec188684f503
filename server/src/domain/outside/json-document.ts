// Small JSON documents of other sites, read for the super admin: capped, not redirected, and failures in words.
import { AppError, type Words } from '@waystation/contract/errors'
import { BlockedAddress, type Egress } from '../../lib/egress.ts'
import { fieldsOf, isRecord } from '../../lib/fields.ts'
import { readCapped } from '../../lib/read-capped.ts'

const TIMEOUT_MS = 8000
const MAX_BYTES = 1024 * 1024

export type ReadDocument = (address: string) => Promise<Readonly<Record<string, unknown>>>

/** Reads the JSON object at an http or https address. The reader throws AppError bad_url, address_blocked or document_unreadable. */
export function documentReader(egress: Pick<Egress, 'send'>): ReadDocument {
  return async (address) => {
    const url = webAddress(address)
    const headers = { accept: 'application/json', 'user-agent': 'Waystation' }
    try {
      const answer = await egress.send({ method: 'GET', url, headers, headersTimeoutMs: TIMEOUT_MS, bodyTimeoutMs: TIMEOUT_MS })
      const text = (await readCapped(answer.body, { maxBytes: MAX_BYTES, deadlineMs: TIMEOUT_MS })).toString('utf8')
      if (answer.statusCode !== 200) throw unreadable(url, { zh: `状态码 ${answer.statusCode}`, en: `status ${answer.statusCode}` })
      return jsonObject(url, text)
    } catch (error) {
      throw documentFailure(url, error)
    }
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
  throw unreadable(url, { zh: '响应不是 JSON 对象', en: 'the response is not a JSON object' })
}

function documentFailure(url: URL, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof BlockedAddress) return new AppError('address_blocked', {}, { cause: error })
  const code = String(fieldsOf(error).code ?? fieldsOf(error).name ?? '')
  return unreadable(url, { zh: `没有响应（${code}）`, en: `no response (${code})` }, error)
}

function unreadable(url: URL, detail: Words, cause?: unknown): AppError {
  return new AppError('document_unreadable', { host: url.host, detail }, cause === undefined ? {} : { cause })
}
