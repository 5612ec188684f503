// AWS's own test suite for Signature Version 4: requests, and the signatures that AWS published for them. Every vector is also signed by the
// test itself, step by step after the documentation, so that a wrong vector cannot hide a wrong signature.
import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedHeaders } from './sign.ts'

const credentials = { region: 'us-east-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const now = new Date('2015-08-30T12:36:00Z')
const STAMP = '20150830T123600Z'
const SCOPE = '20150830/us-east-1/service/aws4_request'
const HOST = 'example.amazonaws.com'
const VANILLA = '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'
const UNRESERVED = '-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

interface Vector {
  readonly name: string
  readonly method?: 'GET' | 'POST'
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Path, query and further headers as AWS's `.creq` has them. */
  readonly canonical: { readonly path: string; readonly query?: string; readonly headers?: readonly string[] }
  readonly signature: string
}

/**
 * Source: AWS, "Signature Version 4 test suite", the files `.req`, `.creq` and `.authz`. Two do not apply (get-utf8, get-space): their paths go
 * over the wire unencoded, which no HTTP client does.
 */
const vectors: readonly Vector[] = [
  { name: 'get-vanilla-query', target: '/', canonical: { path: '/' }, signature: VANILLA },
  {
    name: 'get-unreserved',
    target: `/${UNRESERVED}`,
    canonical: { path: `/${UNRESERVED}` },
    signature: '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  },
  {
    name: 'get-vanilla-empty-query-key',
    target: '/?Param1=value1',
    canonical: { path: '/', query: 'Param1=value1' },
    signature: 'a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb',
  },
  {
    name: 'get-vanilla-query-order-key-case',
    target: '/?Param2=value2&Param1=value1',
    canonical: { path: '/', query: 'Param1=value1&Param2=value2' },
    signature: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  },
  {
    name: 'get-vanilla-query-unreserved',
    target: `/?${UNRESERVED}=${UNRESERVED}`,
    canonical: { path: '/', query: `${UNRESERVED}=${UNRESERVED}` },
    signature: '9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197',
  },
  {
    name: 'get-vanilla-utf8-query',
    target: '/?ሴ=bar',
    canonical: { path: '/', query: '%E1%88%B4=bar' },
    signature: '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
  },
  { name: 'get-relative-relative', target: '/example1/example2/../..', canonical: { path: '/' }, signature: VANILLA },
  {
    name: 'get-slashes',
    target: '//example//',
    canonical: { path: '/example/' },
    signature: '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84',
  },
  {
    name: 'get-slash-pointless-dot',
    target: '/./example',
    canonical: { path: '/example' },
    signature: 'ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5',
  },
  {
    name: 'get-header-value-trim',
    target: '/',
    headers: { 'my-header1': ' value1', 'my-header2': ' "a   b   c"' },
    canonical: { path: '/', headers: ['my-header1:value1', 'my-header2:"a b c"'] },
    signature: 'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  },
  {
    name: 'post-vanilla',
    method: 'POST',
    target: '/',
    canonical: { path: '/' },
    signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  },
  {
    name: 'post-vanilla-empty-query-value',
    method: 'POST',
    target: '/?Param1=value1',
    canonical: { path: '/', query: 'Param1=value1' },
    signature: '28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11',
  },
  {
    name: 'post-header-key-sort',
    method: 'POST',
    target: '/',
    headers: { 'my-header1': 'value1' },
    canonical: { path: '/', headers: ['my-header1:value1'] },
    signature: 'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  },
  {
    name: 'post-header-value-case',
    method: 'POST',
    target: '/',
    headers: { 'my-header1': 'VALUE1' },
    canonical: { path: '/', headers: ['my-header1:VALUE1'] },
    signature: 'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
  },
  {
    name: 'post-x-www-form-urlencoded',
    method: 'POST',
    target: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'Param1=value1',
    canonical: { path: '/', headers: ['content-type:application/x-www-form-urlencoded'] },
    signature: 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  },
]

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The `authorization` header by hand, from the canonical form of a request. */
function byHand({
  method = 'GET',
  body = '',
  canonical: { path, query = '', headers = [] },
}: Omit<Vector, 'name' | 'target' | 'signature'>) {
  const lines = [...headers, `host:${HOST}`, `x-amz-date:${STAMP}`].toSorted()
  const names = lines.map((line) => line.split(':')[0]).join(';')
  const request = [method, path, query, ...lines, '', names, sha256(body)].join('\n')
  const text = ['AWS4-HMAC-SHA256', STAMP, SCOPE, sha256(request)].join('\n')
  const key = SCOPE.split('/').reduce<string | Buffer>((chain, part) => hmac(chain, part), `AWS4${credentials.secretAccessKey}`)
  const signature = hmac(key, text).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${SCOPE}, SignedHeaders=${names}, Signature=${signature}`
}

const sign = ({ method = 'GET', target, headers = {}, body }: Omit<Vector, 'name' | 'canonical' | 'signature'>) =>
  signedHeaders({ method, url: new URL(`https://${HOST}${target}`), headers, body }, { credentials, now, service: 'service' })

test.each(vectors)('AWS’s vector $name', async ({ signature, ...vector }) => {
  const headers = await sign(vector)
  expect(headers.authorization).toBe(byHand(vector))
  expect(headers.authorization).toMatch(new RegExp(`, Signature=${signature}$`))
  expect(headers['x-amz-date']).toBe(STAMP)
  expect(Object.keys(headers).toSorted()).toEqual(['authorization', ...Object.keys(vector.headers ?? {}), 'x-amz-date'].toSorted())
})

test('an address is covered as it is written: what is encoded in it is encoded once more', async () => {
  const target = '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse'
  const path = '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%253A0/converse'
  expect((await sign({ target })).authorization).toBe(byHand({ canonical: { path } }))
})

test('bytes and the text that they are have one signature, another text has another', async () => {
  const post = (body: string | Uint8Array) =>
    signedHeaders({ method: 'POST', url: new URL(`https://${HOST}/`), headers: {}, body }, { credentials, now })
  const text = await post('{"a":"é"}')
  expect(await post(new TextEncoder().encode('{"a":"é"}'))).toEqual(text)
  expect((await post('{"a":"e"}')).authorization).not.toBe(text.authorization)
})
