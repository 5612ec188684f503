// The fake of AWS proves something only if it refuses every request whose signature does not match its content.
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentialsOf } from '../../providers/bedrock/key.ts'
import { signedHeaders } from '../../providers/bedrock/sign.ts'
import { call } from '../client.ts'
import { type FakeProvider, openFakeProvider } from '../fakes/fake-provider.ts'
import { fakeAwsKey } from './aws-signature.ts'

let provider: FakeProvider
beforeAll(async () => {
  provider = await openFakeProvider()
})
afterAll(() => provider.close())

const MODEL = 'us.anthropic.claude-sonnet-4-5-20250929-v1%3A0'
const user = { role: 'user', content: [{ text: 'hello' }] }
const tools = { tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } } } }] }

interface Signed {
  readonly path?: string
  readonly body?: string
  readonly key?: string
  readonly service?: string
  readonly now?: Date
  readonly host?: string
}

/** A request, and the headers that sign it. */
async function signed({ path = `/model/${MODEL}/converse`, body = '{}', key = fakeAwsKey(), now = new Date(), service, host }: Signed) {
  const credentials = credentialsOf(key)
  if (credentials.kind !== 'account') throw new Error('an account signs')
  const url = new URL(path, host ?? provider.url)
  const headers = { 'content-type': 'application/json' }
  return signedHeaders({ method: 'POST', url, headers, body }, { credentials, now, ...(service === undefined ? {} : { service }) })
}

async function converse(fields: object, path?: string) {
  const body = JSON.stringify({ messages: [user], ...fields })
  const headers = await signed({ body, ...(path === undefined ? {} : { path }) })
  return call(provider.url + (path ?? `/model/${MODEL}/converse`), { method: 'POST', headers, body })
}

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000)

test.each<[string, Signed & { readonly sent?: string; readonly sentPath?: string }, string, RegExp]>([
  ['at another time', { now: AN_HOUR_AGO }, 'InvalidSignatureException', /^Signature expired: /],
  ['for another body', { sent: '{"messages":[]}' }, 'InvalidSignatureException', /does not match/],
  ['for another path', { sentPath: `/model/${MODEL}/converse-stream` }, 'InvalidSignatureException', /does not match/],
  ['for another host', { host: 'http://other.example' }, 'InvalidSignatureException', /does not match/],
  ['for another service', { service: 's3' }, 'InvalidSignatureException', /correct service/],
  ['by nobody that is known', { key: 'AKIAOTHER|secret|us-east-1' }, 'UnrecognizedClientException', /security token .* invalid/],
  ['with a wrong secret', { key: 'AKIAFAKEONE|secret|us-east-1' }, 'InvalidSignatureException', /does not match/],
])('what was signed %s is refused as AWS refuses it', async (_how, { sent = '{}', sentPath, ...how }, type, words) => {
  const headers = await signed(how)
  const told = await call(provider.url + (sentPath ?? `/model/${MODEL}/converse`), { method: 'POST', headers, body: sent })
  expect([told.status, told.json]).toEqual([403, { message: expect.stringMatching(words) }])
  expect(told.headers.get('x-amzn-errortype')).toMatch(new RegExp(`^${type}:`))
})

test('what was not signed at all is refused, and what was signed is let in', async () => {
  const bare = await call(`${provider.url}/model/${MODEL}/converse`, { method: 'POST', body: '{}' })
  expect([bare.status, bare.json]).toEqual([403, { message: 'Missing Authentication Token' }])
  expect(await converse({})).toMatchObject({ status: 200, json: { output: { message: { content: [{ text: 'Echo: hello' }] } } } })
})

test('an invalid key of the service’s own is refused with its own error', async () => {
  const status = await new Promise((resolve) => {
    const headers = { authorization: 'Bearer ABSKother' }
    httpRequest(`${provider.url}/foundation-models`, { headers }, (response) => resolve(response.resume().statusCode)).end()
  })
  expect(status).toBe(403)
})

test('Converse: what the vendor demands', async () => {
  const refused = async (fields: object, words: string, path?: string) =>
    expect(await converse(fields, path)).toMatchObject({ status: 400, json: { message: expect.stringContaining(words) } })
  await refused({ model: 'm' }, 'Unexpected field type: model')
  await refused({ messages: [] }, 'must start with a user message')
  await refused({ messages: [user, user] }, 'must alternate')
  await refused({ messages: [{ role: 'user', content: [{ text: ' ' }] }] }, 'is blank')
  await refused({ inferenceConfig: { temperature: 1.5 } }, 'less than or equal to 1')
  await refused({}, 'on-demand throughput isn’t supported', '/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse')
  const calling = { role: 'assistant', content: [{ toolUse: { toolUseId: 'x', name: 'look', input: {} } }] }
  const result = { role: 'user', content: [{ toolResult: { toolUseId: 'x', content: [] } }] }
  await refused({ messages: [user, calling, result] }, 'toolConfig field must be defined')
  await refused({ messages: [user, calling, user], toolConfig: tools }, 'Expected toolResult blocks')
  await refused({ messages: [result], toolConfig: tools }, 'exceeds the number of toolUse blocks')
  const thinking = { type: 'enabled', budget_tokens: 1024 }
  const thinks = { additionalModelRequestFields: { thinking } }
  await refused({ ...thinks, inferenceConfig: { maxTokens: 1000 } }, 'must be greater than')
  await refused({ ...thinks, inferenceConfig: { temperature: 0.5 } }, '`temperature` may only be set to 1')
  const forged = { role: 'assistant', content: [{ reasoningContent: { reasoningText: { text: 'Hm.', signature: 'AAAA' } } }] }
  await refused({ messages: [user, forged, user] }, 'Invalid `signature`')
})
