// Volcengine's signature of a request. Source: Volcengine, "Signing process" and "Example of the signing process", 2026. It resembles AWS's, whose library
// cannot make it: the names in it are others, and are fixed there.
import { createHash, createHmac } from 'node:crypto'
import type { UnsignedRequest } from '../provider.ts'

export interface Signing {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
  readonly service: string
  readonly now: Date
}

/** Headers that the signature covers where they are there. Proxies may change the others. */
const SIGNED = ['content-type', 'host', 'x-content-sha256', 'x-date']

/** The headers of the request, in lower case, with what signs them, its address and its body. The body is covered by its hash. */
export function signedHeaders({ method, url, headers, body = '' }: UnsignedRequest, signing: Signing): Record<string, string> {
  const { accessKey, secretKey, region, service, now } = signing
  const stamp = now.toISOString().replace(/[:-]|\.\d{3}/g, '')
  const hash = sha256(body)
  const sent: Record<string, string> = { ...headers, 'x-content-sha256': hash, 'x-date': stamp }
  const covered = Object.entries({ ...sent, host: url.host }).filter(([name]) => SIGNED.includes(name))
  const lines = covered.map(([name, value]) => `${name}:${value.trim()}\n`).sort()
  const names = covered
    .map(([name]) => name)
    .sort()
    .join(';')
  const scope = [stamp.slice(0, 8), region, service, 'request']
  const canonical = [method, url.pathname, canonicalQuery(url), lines.join(''), names, hash].join('\n')
  const text = ['HMAC-SHA256', stamp, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>((chain, part) => hmac(chain, part), secretKey)
  const signature = hmac(key, text).toString('hex')
  return {
    ...sent,
    authorization: `HMAC-SHA256 Credential=${accessKey}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** In the order of the names, encoded as RFC 3986 has it. */
function canonicalQuery({ searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.sort().join('&')
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
