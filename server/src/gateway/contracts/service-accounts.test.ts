// Vertex AI, asked by a service account: the statement that is exchanged for a token, read with the public half of the account's key.
// Source: Google, "Using OAuth 2.0 for server to server applications", "HTTP/REST" and "Token endpoint error codes", 2026; RFC 7523.
import { generateKeyPairSync, verify } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { vertexProvider } from '../../providers/vertex/provider.ts'
import { type LocalSite, openSite } from '../../testing/network/local-site.ts'
import { openWorld, type World } from '../testing/world.ts'

const account = (name: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const fields = {
    ...{ type: 'service_account', project_id: 'house-project', private_key_id: `${name}`.padStart(40, '0') },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ...{ client_email: `${name}@house-project.iam.gserviceaccount.com`, client_id: '100000000000000000000' },
    ...{ auth_uri: 'https://accounts.google.com/o/oauth2/auth', token_uri: 'https://oauth2.googleapis.com/token' },
    auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
    client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${name}%40house-project.iam.gserviceaccount.com`,
    universe_domain: 'googleapis.com',
  }
  return { fields, publicKey, key: JSON.stringify(fields) }
}
const first = account('first')
const second = account('second')

/** What came to Google's token endpoint. */
const exchanges: { readonly method: string | undefined; readonly type: string | undefined; readonly body: string }[] = []
let refusal: { readonly status: number; readonly body: object } | undefined

let world: World
let google: LocalSite
beforeAll(async () => {
  google = await openSite(async (request, response) => {
    exchanges.push({ method: request.method, type: request.headers['content-type'], body: await text(request) })
    const { status, body } = refusal ?? { status: 200, body: { access_token: 'ya29.c.token', expires_in: 3599, token_type: 'Bearer' } }
    refusal = undefined
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
  })
  world = await openWorld({
    ...{ channel: null, ratios: { main: 1 }, options: { RetryTimes: '1', AutomaticDisableChannelEnabled: 'true' } },
    providers: { 41: vertexProvider({ tokenUrl: google.url }) },
  })
  await add({ key: first.key })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await google.close()
})
beforeEach(() => {
  world.provider.clear()
  exchanges.length = 0
})

const add = (fields: Readonly<Record<string, unknown>>) =>
  world.addChannel({
    ...{ name: 'cloud', type: 41, models: 'main', other: 'global', model_mapping: '{"main":"gemini-3.5-flash"}' },
    ...fields,
  })
const ask = () => world.post('/v1/chat/completions', { model: 'main', messages: [{ role: 'user', content: 'hello #in:10 #out:2' }] })
const part = (assertion: string, at: number) =>
  JSON.parse(Buffer.from(assertion.split('.')[at] ?? '', 'base64url').toString()) as Record<string, unknown>

test('an account is exchanged for a token by the statement that Google documents, signed with its key', async () => {
  const before = Math.floor(Date.now() / 1000)
  expect((await ask()).status).toBe(200)
  const [exchange, ...others] = exchanges
  expect(others).toEqual([])
  expect(exchange).toMatchObject({ method: 'POST', type: 'application/x-www-form-urlencoded' })
  const { assertion = '', ...form } = Object.fromEntries(new URLSearchParams(exchange?.body))
  expect(form).toEqual({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' })

  expect(part(assertion, 0)).toEqual({ alg: 'RS256', typ: 'JWT', kid: first.fields.private_key_id })
  const { iat, exp, ...claims } = part(assertion, 1)
  expect(claims).toEqual({
    iss: first.fields.client_email,
    sub: first.fields.client_email,
    scope: 'https://www.googleapis.com/auth/cloud-platform',
    aud: 'https://oauth2.googleapis.com/token',
  })
  expect(Math.abs(Number(iat) - before)).toBeLessThanOrEqual(61)
  expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(3600)
  expect(Number(exp)).toBeGreaterThan(before + 60)
  const [head, body, signature = ''] = assertion.split('.')
  expect(verify('RSA-SHA256', Buffer.from(`${head}.${body}`), first.publicKey, Buffer.from(signature, 'base64url'))).toBe(true)

  expect(world.provider.requests.at(-1)?.headers.authorization).toBe('Bearer ya29.c.token')
  expect((await ask()).status).toBe(200)
  expect(exchanges).toHaveLength(1)
})

test.each([
  ['invalid_grant', 'Invalid JWT Signature.'],
  ['invalid_grant', 'Invalid grant: account not found'],
])('an account that Google refuses with %s, “%s”, is disabled, and another serves', async (error, words) => {
  const id = await add({
    key: `${account('gone').key}
${second.key}`,
    priority: 10,
  })
  refusal = { status: 400, body: { error, error_description: words } }
  expect((await ask()).status).toBe(200)
  const keys = () => world.console.call<{ status: number }[]>('GET', `/api/channel/${id}/keys`)
  await expect.poll(async () => (await keys()).map(({ status }) => status)).toEqual([3, 1])
  await world.console.call('DELETE', `/api/channel/${id}`)
})
