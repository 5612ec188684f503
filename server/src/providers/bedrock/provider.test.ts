// Where the calls of Bedrock go and as whom: what AWS's documentation says of addresses, ids and keys.
import { expect, test } from 'vitest'
import type { ChannelTarget, UpstreamCall } from '../provider.ts'
import { bedrock } from './provider.ts'

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const keyIn = (region: string) => `AKIDEXAMPLE|${SECRET}|${region}`
const BEARER = 'ABSKQmVkcm9ja0FQSUtleS1leGFtcGxl='

const channel = (key: string, baseUrl = ''): ChannelTarget => ({ baseUrl, key, organization: '', other: '', setting: {} })
const call = (model: string, isStream = false): UpstreamCall => ({
  ...{ operation: 'chat', dialect: 'bedrock-converse', model, requestedModel: model, isStream, clientHeaders: {}, settings: {} },
})
const urlOf = (model: string, region: string, { isStream = false, baseUrl = '' } = {}) =>
  bedrock.address(call(model, isStream), channel(keyIn(region), baseUrl)).url.href

test.each([
  ['us-east-1', 'https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-lite-v1%3A0/converse'],
  ['us-gov-west-1', 'https://bedrock-runtime.us-gov-west-1.amazonaws.com/model/amazon.nova-lite-v1%3A0/converse'],
  ['eusc-de-east-1', 'https://bedrock-runtime.eusc-de-east-1.amazonaws.eu/model/amazon.nova-lite-v1%3A0/converse'],
])('the address follows from the region %s', (region, url) => expect(urlOf('amazon.nova-lite-v1:0', region)).toBe(url))

test('a stream has an address of its own, and a channel may have another host', () => {
  const baseUrl = 'https://vpce-1.bedrock-runtime.us-east-1.vpce.amazonaws.com/'
  expect(urlOf('amazon.nova-lite-v1:0', 'us-east-1', { isStream: true, baseUrl })).toBe(
    'https://vpce-1.bedrock-runtime.us-east-1.vpce.amazonaws.com/model/amazon.nova-lite-v1%3A0/converse-stream',
  )
})

test('rankings go to the model itself', () => {
  const rank = { ...call('cohere.rerank-v3-5:0'), operation: 'rerank' } as const
  expect(bedrock.address(rank, channel(keyIn('us-east-1'))).url.href).toBe(
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/cohere.rerank-v3-5%3A0/invoke',
  )
})

const PROFILE = 'arn:aws:bedrock:us-east-1:111122223333:application-inference-profile/abc123'

test.each([
  // AWS's own names stay.
  ['amazon.nova-lite-v1:0', 'us-east-1', 'amazon.nova-lite-v1:0'],
  ['global.anthropic.claude-sonnet-4-6', 'eu-west-1', 'global.anthropic.claude-sonnet-4-6'],
  ['us.anthropic.claude-opus-4-1-20250805-v1:0', 'us-west-2', 'us.anthropic.claude-opus-4-1-20250805-v1:0'],
  [PROFILE, 'us-east-1', PROFILE],
  // Anthropic's names become those of the profile of the region.
  ['claude-3-5-sonnet-20240620', 'us-east-1', 'us.anthropic.claude-3-5-sonnet-20240620-v1:0'],
  ['claude-3-5-sonnet-20241022', 'us-east-1', 'us.anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude-3-5-sonnet-20241022', 'eu-central-1', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude-sonnet-4-20250514', 'ap-northeast-1', 'apac.anthropic.claude-sonnet-4-20250514-v1:0'],
  ['claude-sonnet-4-5', 'eu-central-1', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['claude-sonnet-4-5-20250929', 'ap-northeast-1', 'jp.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['claude-haiku-4-5', 'ap-southeast-2', 'au.anthropic.claude-haiku-4-5-20251001-v1:0'],
  ['claude-opus-4-6', 'us-west-2', 'us.anthropic.claude-opus-4-6-v1'],
  ['claude-opus-5', 'us-west-2', 'us.anthropic.claude-opus-5'],
  ['claude-sonnet-4-6', 'us-gov-west-1', 'us-gov.anthropic.claude-sonnet-4-6'],
  ['claude-sonnet-4-6', 'sa-east-1', 'anthropic.claude-sonnet-4-6'],
])('%s in %s is %s', (model, region, id) =>
  expect(urlOf(model, region)).toContain(`/model/${id.replaceAll(':', '%3A').replaceAll('/', '%2F')}/converse`),
)

test('what can be called is listed at three places of the control plane', () => {
  const listed = (key: string, baseUrl = '') => bedrock.modelLists?.(channel(key, baseUrl)).map(({ url }) => url.href)
  const modalities = ['TEXT', 'EMBEDDING'].map((modality) => `/foundation-models?byOutputModality=${modality}`)
  const paths = [...modalities, '/inference-profiles?maxResults=1000']
  expect(listed(keyIn('eu-west-1'))).toEqual(paths.map((path) => `https://bedrock.eu-west-1.amazonaws.com${path}`))
  expect(listed(keyIn('us-east-1'), 'https://bedrock-runtime-fips.us-east-1.amazonaws.com')).toEqual(
    paths.map((path) => `https://bedrock-fips.us-east-1.amazonaws.com${path}`),
  )
})

test('of the models those are named that can be called by their id, and the profiles', () => {
  const models = [
    { modelId: 'amazon.nova-lite-v1:0', inferenceTypesSupported: ['ON_DEMAND', 'PROVISIONED'] },
    { modelId: 'anthropic.claude-opus-4-6-v1', inferenceTypesSupported: ['INFERENCE_PROFILE'] },
    { modelId: 'amazon.nova-lite-v1:0:300k', inferenceTypesSupported: ['PROVISIONED'] },
  ]
  expect(bedrock.readModels?.({ modelSummaries: models })).toEqual(['amazon.nova-lite-v1:0'])
  const profiles = [{ inferenceProfileId: 'global.anthropic.claude-opus-4-6-v1', type: 'SYSTEM_DEFINED' }]
  expect(bedrock.readModels?.({ inferenceProfileSummaries: profiles })).toEqual(['global.anthropic.claude-opus-4-6-v1'])
  expect([{}, [], undefined, 'no'].map((answer) => bedrock.readModels?.(answer))).toEqual(Array(4).fill(undefined))
})

const NOW = new Date('2026-11-22T10:00:00Z')
const request = {
  method: 'POST',
  url: new URL('https://example.com/'),
  headers: { 'content-type': 'application/json', accept: '*/*' },
} as const

test('the keys of an account sign the host, the type, the time and the body', async () => {
  const headers = await bedrock.sign?.({ ...request, body: '{}' }, channel(keyIn('us-east-1')), NOW)
  expect(headers).toEqual({
    ...request.headers,
    'x-amz-date': '20261122T100000Z',
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20261122\/us-east-1\/bedrock\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[\da-f]{64}$/,
    ),
  })
})

test.each([
  ['claude-opus-5', ['bedrock-converse', 'anthropic-messages']],
  ['global.anthropic.claude-sonnet-4-6', ['bedrock-converse', 'anthropic-messages']],
  ['arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-sonnet-4-6', ['bedrock-converse', 'anthropic-messages']],
  [PROFILE, ['bedrock-converse']],
  ['amazon.nova-lite-v1:0', ['bedrock-converse']],
  ['openai.gpt-oss-20b-1:0', ['bedrock-converse', 'openai-chat']],
  ['us.openai.gpt-6-sol', ['openai-responses', 'openai-chat']],
])('%s is served in %j', (model, dialects) => expect(bedrock.speaks(channel(keyIn('us-east-1')), model)).toEqual(dialects))

test('a key of Bedrock’s own is sent as it is', async () => {
  const target = channel(`${BEARER}|us-west-2`)
  const { url, headers } = bedrock.address(call('amazon.nova-lite-v1:0'), target)
  expect(url.host).toBe('bedrock-runtime.us-west-2.amazonaws.com')
  expect(await bedrock.sign?.({ ...request, url, headers, body: '{}' }, target, NOW)).toEqual({ authorization: `Bearer ${BEARER}` })
})

test.each([SECRET, `AKIDEXAMPLE|${SECRET}`, `AKIDEXAMPLE|${SECRET}|evil.example#`])(
  'a malformed key is refused without being shown: %s',
  (key) => {
    let message = ''
    try {
      bedrock.address(call('m'), channel(key))
    } catch (error) {
      message = String(error)
    }
    expect(message).toBe('TypeError: the key is not written as access-key|secret-key|region')
  },
)

test('a dead key is distinguished from one that lacks a right', () => {
  const meant = (message: string) => bedrock.normalizeStatus?.({ status: 403, message })
  expect(meant('The security token included in the request is invalid.')).toBe(401)
  expect(meant('Authentication failed: Please make sure your API Key is valid.')).toBe(401)
  expect(meant('The request signature we calculated does not match the signature you provided.')).toBe(401)
  expect(meant('User: arn:aws:iam::111122223333:user/x is not authorized to perform: bedrock:InvokeModel')).toBeUndefined()
})
