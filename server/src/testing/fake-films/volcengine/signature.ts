// Volcengine's signature as the stand-in checks it, written from the vendor's documentation alone. Source: Volcengine, "Signing process" and "Example of the
// signing process", 2026.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A request as it came. Names of headers in small letters. */
export interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly payload: string
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text, 'utf8').digest()

/** As RFC 3986 has it: all but letters, digits, and - _ . ~ in hexadecimal digits. */
const encoded = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')

/** Step 1: the canonical request, of these headers. */
function canonicalRequest({ method, path, query, headers, payload }: SignedRequest, signed: readonly string[]): string {
  const parameters = [...query.entries()]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
  const canonicalHeaders = signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`)
  return `${method}\n${path}\n${parameters.join('&')}\n${canonicalHeaders.join('\n')}\n\n${signed.join(';')}\n${sha256(payload)}`
}

/** Steps 2 and 3: the signature, in hexadecimal digits. @param scope date, region, service and `request` */
export function signatureOf(request: SignedRequest, signed: readonly string[], scope: readonly string[], secretKey: string): string {
  const text = `HMAC-SHA256\n${request.headers['x-date']}\n${scope.join('/')}\n${sha256(canonicalRequest(request, signed))}`
  let key: string | Buffer = secretKey
  for (const part of scope) key = hmac(key, part)
  return hmac(key, text).toString('hex')
}

const AUTHORIZATION =
  /^HMAC-SHA256 Credential=([^/\s]+)\/(\d{8})\/([\w-]+)\/([\w-]+)\/request, SignedHeaders=([a-z\d;-]+), Signature=([\da-f]{64})$/
const MAX_SKEW_MS = 15 * 60_000

/** What is wrong with a signature, in the vendor's codes. */
export type Wrong =
  | 'MissingAuthenticationToken'
  | 'InvalidAuthorization'
  | 'InvalidCredential'
  | 'InvalidAccessKey'
  | 'InvalidTimestamp'
  | 'SignatureDoesNotMatch'

export interface Place {
  readonly region: string
  readonly service: string
  readonly nowMs: number
}

/** The key `access|secret` that signed a request, or what is wrong. */
export function signer(request: SignedRequest, keys: readonly string[], { region, service, nowMs }: Place): string | { wrong: Wrong } {
  const { authorization, 'x-date': stamp, 'x-content-sha256': hash } = request.headers
  if (typeof authorization !== 'string' || authorization === '') return { wrong: 'MissingAuthenticationToken' }
  const [, access, date = '', namedRegion = '', namedService = '', names = '', signature = ''] = AUTHORIZATION.exec(authorization) ?? []
  if (access === undefined) return { wrong: 'InvalidAuthorization' }
  const signed = names.split(';')
  if (signed.join() !== signed.toSorted().join() || !signed.includes('host') || !signed.includes('x-date'))
    return { wrong: 'InvalidAuthorization' }
  if (namedRegion !== region || namedService !== service) return { wrong: 'InvalidCredential' }
  if (typeof stamp !== 'string' || !/^\d{8}T\d{6}Z$/.test(stamp) || !stamp.startsWith(date)) return { wrong: 'InvalidTimestamp' }
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? []
  if (Math.abs(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - nowMs) > MAX_SKEW_MS)
    return { wrong: 'InvalidTimestamp' }
  const key = keys.find((one) => one.startsWith(`${access}|`))
  if (key === undefined) return { wrong: 'InvalidAccessKey' }
  const right = signatureOf(request, signed, [date, region, service, 'request'], key.split('|')[1] ?? '')
  const isRight = timingSafeEqual(Buffer.from(right), Buffer.from(signature))
  if (!isRight || (hash !== undefined && hash !== sha256(request.payload))) return { wrong: 'SignatureDoesNotMatch' }
  return key
}
