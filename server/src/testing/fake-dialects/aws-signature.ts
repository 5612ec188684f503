// Verifies the signature of a request to AWS, with AWS's own errors. Written after "Signature Version 4 signing process" and "Common
// errors" of AWS's documentation, 2026; it shares no code with the gateway.
import { createHash, createHmac } from 'node:crypto'
import type { FakeRequest, Refused } from './fake-dialect.ts'

const SERVICE = 'bedrock'
const MAX_SKEW_MS = 5 * 60_000
const BEARER = 'ABSKQmVkcm9ja0FQSUtleS1mYWtl='

/** The secret of an account's key at the fake, which has all signs that such secrets have. */
const secretOf = (accessKeyId: string) => `fake/secret+of${accessKeyId}`
const ACCESS_KEY = /^AKIAFAKE[A-Z0-9]{1,12}$/

/** A channel's key that the fake knows. @param name capital letters and digits, at most twelve */
export const fakeAwsKey = (name = 'ONE', region = 'us-east-1') => `AKIAFAKE${name}|${secretOf(`AKIAFAKE${name}`)}|${region}`
/** One of Bedrock's own. */
export const fakeBearerKey = `${BEARER}|us-east-1`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Why a request is not let in; undefined: it is. */
export function signatureRefusal(request: FakeRequest): Refused | undefined {
  const { authorization } = request.headers
  if (authorization === undefined) return refused(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token')
  if (authorization.startsWith('Bearer ')) {
    if (authorization === `Bearer ${BEARER}`) return undefined
    return {
      ...refused(403, 'AccessDeniedException', ''),
      body: { Message: 'Authentication failed: Please make sure your API Key is valid.' },
    }
  }
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(authorization)
  const [accessKeyId, ...scope] = parts?.[1]?.split('/') ?? []
  if (!parts || accessKeyId === undefined || scope.length !== 4)
    return refused(
      403,
      'IncompleteSignatureException',
      `Authorization header requires 'Credential' parameter. Authorization=${authorization}`,
    )
  return (
    scopeRefusal(request, accessKeyId, scope) ??
    sumRefusal(request, { accessKeyId, scope, names: parts[2] ?? '', signature: parts[3] ?? '' })
  )
}

function scopeRefusal({ headers }: FakeRequest, accessKeyId: string, [date, , service, end]: readonly string[]): Refused | undefined {
  const stamp = String(headers['x-amz-date'] ?? '')
  const atMs = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!ACCESS_KEY.test(accessKeyId))
    return refused(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.')
  if (!(Math.abs(Date.now() - atMs) <= MAX_SKEW_MS))
    return invalid(`Signature expired: ${stamp} is now earlier than ${new Date().toISOString()}`)
  if (date !== stamp.slice(0, 8)) return invalid(`Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP`)
  if (service !== SERVICE) return invalid(`Credential should be scoped to correct service: '${SERVICE}'.`)
  return end === 'aws4_request' ? undefined : invalid(`Credential should be scoped with a valid terminator: 'aws4_request'`)
}

interface Signed {
  readonly accessKeyId: string
  readonly scope: readonly string[]
  /** Names of headers with `;` between them. */
  readonly names: string
  readonly signature: string
}

function sumRefusal(
  { method, target, headers, rawBody }: FakeRequest,
  { accessKeyId, scope, names, signature }: Signed,
): Refused | undefined {
  const signed = names.split(';')
  if (!signed.includes('host')) return invalid(`'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.`)
  const [path = '', query = ''] = target.split('?')
  const canonical = [
    method,
    path.split('/').map(encoded).join('/'),
    [...new URLSearchParams(query)]
      .map((pair) => pair.map(encoded).join('='))
      .toSorted()
      .join('&'),
    ...signed.toSorted().map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    names,
    sha256(rawBody),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>((chain, part) => hmac(chain, part), `AWS4${secretOf(accessKeyId)}`)
  if (hmac(key, text).toString('hex') === signature) return undefined
  return invalid(
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
  )
}

const invalid = (message: string) => refused(403, 'InvalidSignatureException', message)

/** An error as AWS's services return it: its name is in a header. */
export function refused(status: number, type: string, message: string): Refused {
  return { status, body: { message }, headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/` } }
}
