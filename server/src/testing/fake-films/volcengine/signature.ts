// Volcengine's signature as its gateway checks it. Sources: Volcengine, "Signing method" (docs 6469/1121980): the request, the headers and the query in their
// canonical form, the string, the key; "Common parameters" (6469/1126803): X-Date in UTC to the second, fifteen minutes of life (X-Expires: 900);
// "Common error codes" (the same table stands at BytePlus): names, numbers, statuses and words. Jimeng AI's pages: region cn-north-1, service cv.
// Guessed: the numbers of InvalidAuthorization and InvalidCredential, and which of two faults is told of; that another region is InvalidCredential (that
// another service knows no such operation is what callers have seen); that a clock may be as far ahead as behind. Stricter than the gateway: the hash of
// the body has to be there and to be signed, as in all of the pages' examples. Not here: signatures in the query, and tokens of temporary keys.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A request as it came. Names of headers in small letters. */
export interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly payload: string
}

/** "X-Expires … 900" of the common parameters. */
const LIFE_MS = 900_000

/** Each code with its number, its status and its words. */
export const gatewayCodes = {
  MissingParameter: [100_002, 400, 'The request is missing %s parameter.'],
  MissingAuthenticationToken: [100_003, 401, 'Request is missing Authentication Token.'],
  MissingSignature: [100_005, 401, 'The request is missing signature.'],
  InvalidTimestamp: [100_006, 400, 'The signature of the request is expired.'],
  InvalidActionOrVersion: [100_008, 404, 'Could not find operation %s for version %s.'],
  InvalidAccessKey: [100_009, 401, 'The accesskey [%s] included in the request is invalid.'],
  SignatureDoesNotMatch: [
    ...([100_010, 401] as const),
    'The request signature we calculated does not match the signature you provided. Check your Secret Access Key and signing method. Consult the service documentation for details.',
  ],
  InvalidAuthorization: [100_024, 400, 'The authorization of the request is invalid.'],
  InvalidCredential: [100_025, 400, 'The credential of the request is invalid.'],
} as const satisfies Record<string, readonly [number: number, status: number, words: string]>
export type GatewayCode = keyof typeof gatewayCodes

export interface Place {
  readonly region: string
  readonly service: string
  readonly nowMs: number
}

/** The key `access|secret` that signed a request, or the code that it is refused with. */
export function signer(request: SignedRequest, keys: readonly string[], place: Place): string | { readonly code: GatewayCode } {
  const parts = authorizationOf(request.headers)
  if ('code' in parts) return parts
  const { access, scope, names, signature } = parts
  const key = keys.find((one) => one.startsWith(`${access}|`))
  if (key === undefined) return { code: 'InvalidAccessKey' }
  const fault = timeFault(request.headers['x-date'], place.nowMs) ?? placeFault(request.headers['x-date'], scope, place)
  if (fault) return { code: fault }
  if (!isCovered(request, names)) return { code: 'SignatureDoesNotMatch' }
  const [right, given] = [signatureOf(request, names, scope, key.slice(access.length + 1)), signature].map((text) => Buffer.from(text))
  return right && given && right.length === given.length && timingSafeEqual(right, given) ? key : { code: 'SignatureDoesNotMatch' }
}

interface Authorization {
  readonly access: string
  /** Date, region, service and `request`. */
  readonly scope: readonly string[]
  readonly names: readonly string[]
  readonly signature: string
}

/** "Authorization: HMAC-SHA256 Credential={AccessKeyId}/{ShortDate}/{Region}/{Service}/request, SignedHeaders={…}, Signature={…}". */
function authorizationOf({ authorization }: SignedRequest['headers']): Authorization | { readonly code: GatewayCode } {
  if (typeof authorization !== 'string' || authorization === '') return { code: 'MissingAuthenticationToken' }
  const field = (name: string) => new RegExp(`[ ,]${name}=([^, ]+)`).exec(authorization)?.[1]
  const [credential, names, signature] = [field('Credential'), field('SignedHeaders'), field('Signature')]
  if (!authorization.startsWith('HMAC-SHA256 ') || credential === undefined || names === undefined) return { code: 'InvalidAuthorization' }
  if (signature === undefined) return { code: 'MissingSignature' }
  const [access = '', ...scope] = credential.split('/')
  return scope.length === 4 && scope[3] === 'request'
    ? { access, scope, names: names.split(';'), signature }
    : { code: 'InvalidCredential' }
}

/** "X-Date … YYYYMMDD'T'HHMMSS'Z'". */
function timeFault(stamp: unknown, nowMs: number): GatewayCode | undefined {
  const [, date, time] = /^(\d{4}\d{2}\d{2})T(\d{6})Z$/.exec(String(stamp)) ?? []
  if (date === undefined || time === undefined) return 'InvalidTimestamp'
  const day = date.replace(/(....)(..)(..)/, '$1-$2-$3')
  const atMs = Date.parse(`${day}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`)
  return Number.isNaN(atMs) || Math.abs(atMs - nowMs) > LIFE_MS ? 'InvalidTimestamp' : undefined
}

/** "ShortDate … the day of the request". */
function placeFault(stamp: unknown, [date, region, service]: readonly string[], place: Place): GatewayCode | undefined {
  if (date !== String(stamp).slice(0, 8) || region !== place.region) return 'InvalidCredential'
  return service === place.service ? undefined : 'InvalidActionOrVersion'
}

/** "host, x-date must take part if they are there"; names in small letters, in order; each of them there; the hash that of the body. */
function isCovered({ headers, payload }: SignedRequest, names: readonly string[]): boolean {
  const isOrdered =
    names.join() ===
    names
      .map((name) => name.toLowerCase())
      .toSorted()
      .join()
  const isWhole = ['host', 'x-date', 'x-content-sha256'].every((name) => names.includes(name))
  return isOrdered && isWhole && names.every((name) => headers[name] !== undefined) && headers['x-content-sha256'] === sha256(payload)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** RFC 3986: all but letters, digits, `-`, `_`, `.` and `~`. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature, in hexadecimal digits. @param scope date, region, service and `request` */
export function signatureOf(request: SignedRequest, names: readonly string[], scope: readonly string[], secretKey: string): string {
  const { method, path, query, headers, payload } = request
  // By name, then by value.
  const parameters = [...query].map((pair) => pair.map(escaped)).toSorted((one, other) => (one < other ? -1 : 1))
  const canonical = [
    ...[method.toUpperCase(), path === '' ? '/' : path, parameters.map((pair) => pair.join('=')).join('&')],
    ...names.map((name) => `${name.toLowerCase()}:${String(headers[name]).trim()}`),
    ...['', names.join(';'), sha256(payload)],
  ].join('\n')
  const toSign = ['HMAC-SHA256', String(headers['x-date']), scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>(hmac, secretKey)
  return hmac(key, toSign).toString('hex')
}
