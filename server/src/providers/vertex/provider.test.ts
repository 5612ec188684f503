// Where the calls of Vertex AI go, and as whom: what Google's and Anthropic's documentation says of regions, addresses and names.
import { lossList } from '@waystation/wire/chat/losses/loss'
import { describe, expect, test } from 'vitest'
import type { ChannelTarget, UpstreamCall } from '../provider.ts'
import { vertex } from './provider.ts'

const account = {
  ...{ type: 'service_account', project_id: 'my-project', private_key_id: 'k', client_email: 'a@my-project.iam.gserviceaccount.com' },
  private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  token_uri: 'https://evil.example/token',
}
const KEY = JSON.stringify(account)
const EXPRESS = 'AIzaSyExpressKey0123456789'
const SHOWN_AT = new URL('https://aiplatform.googleapis.com')

const channel = (other: string, key = KEY, baseUrl = ''): ChannelTarget => ({ baseUrl, key, organization: '', other, setting: {} })
const call = (model: string, more: Partial<UpstreamCall> = {}): UpstreamCall => ({
  ...{ operation: 'chat', dialect: vertex.speaks(channel('global'), model)[0] ?? 'openai-chat', model, requestedModel: model },
  ...{ isStream: false, clientHeaders: {}, settings: {}, ...more },
})
const urlOf = (model: string, target: ChannelTarget, more = {}) => vertex.address(call(model, more), target).url.href

test.each([
  ['global', 'https://aiplatform.googleapis.com'],
  ['us', 'https://aiplatform.us.rep.googleapis.com'],
  ['eu', 'https://aiplatform.eu.rep.googleapis.com'],
  ['us-central1', 'https://us-central1-aiplatform.googleapis.com'],
  ['europe-west4', 'https://europe-west4-aiplatform.googleapis.com'],
])('the region %s is at %s, for the models of every maker', (region, host) => {
  const below = `${host}/v1/projects/my-project/locations/${region}`
  expect(urlOf('gemini-3.5-flash', channel(region))).toBe(`${below}/publishers/google/models/gemini-3.5-flash:generateContent`)
  expect(urlOf('claude-opus-5', channel(region))).toBe(`${below}/publishers/anthropic/models/claude-opus-5:rawPredict`)
  expect(urlOf('openai/gpt-oss-120b-maas', channel(region))).toBe(`${below}/endpoints/openapi/chat/completions`)
})

const BELOW = 'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global'

test.each<[string, Partial<UpstreamCall>, string]>([
  ['gemini-3.5-flash', { isStream: true }, '/publishers/google/models/gemini-3.5-flash:streamGenerateContent?alt=sse'],
  ['gemini-3.5-flash', { operation: 'count' }, '/publishers/google/models/gemini-3.5-flash:countTokens'],
  ['claude-opus-5', {}, '/publishers/anthropic/models/claude-opus-5:rawPredict'],
  ['claude-opus-5', { isStream: true }, '/publishers/anthropic/models/claude-opus-5:streamRawPredict'],
  ['claude-opus-5', { operation: 'count' }, '/publishers/anthropic/models/count-tokens:rawPredict'],
  ['claude-opus-4-5@20251101', {}, '/publishers/anthropic/models/claude-opus-4-5@20251101:rawPredict'],
  ['claude-opus-4-5@20251101-thinking', {}, '/publishers/anthropic/models/claude-opus-4-5@20251101:rawPredict'],
  ['openai/gpt-oss-120b-maas', {}, '/endpoints/openapi/chat/completions'],
  ['xai/grok-4.20', { isStream: true }, '/endpoints/openapi/chat/completions'],
])('%s, %j', (model, more, path) => expect(urlOf(model, channel('global'), more)).toBe(BELOW + path))

test('models have regions of their own, under whichever of their names, and the others the default', () => {
  const other = JSON.stringify({ default: 'us-central1', 'claude-opus-4-5': 'us-east5', alias: 'europe-west1', 'gpt-oss-20b': 'us' })
  const regionOf = (model: string, requestedModel = model) =>
    /locations\/([^/]+)/.exec(urlOf(model, channel(other), { requestedModel }))?.[1]
  expect(regionOf('gemini-3.5-flash')).toBe('us-central1')
  expect(regionOf('claude-opus-4-5@20251101')).toBe('us-east5')
  expect(regionOf('gemini-3.5-flash', 'alias')).toBe('europe-west1')
  expect(regionOf('openai/gpt-oss-20b-maas')).toBe('us')
})

const film = { operation: 'videos', asked: { model: 'veo-3.1-generate-001', prompt: 'A cat' } } as const

describe('films', () => {
  const model = 'publishers/google/models/veo-3.1-generate-001'
  const vendorId = `projects/my-project/locations/us-central1/${model}/operations/8f0a-1`
  const task = { vendorId, action: 'GENERATE', model: 'veo', result: {} }

  test('are submitted at the region of their model', () => {
    const url = `https://us-central1-aiplatform.googleapis.com/v1/projects/my-project/locations/us-central1/${model}:predictLongRunning`
    expect(urlOf('veo-3.1-generate-001', channel('{"default":"global","veo-3.1-generate-001":"us-central1"}'), film)).toBe(url)
  })

  test('are asked for where they were submitted, wherever the channel is now', () => {
    const [poll] = vertex.tasks?.polls([{ kind: 'video', ...task }], channel('europe-west4')) ?? []
    expect(poll?.request.url.href).toBe(
      `https://us-central1-aiplatform.googleapis.com/v1/projects/my-project/locations/us-central1/${model}:fetchPredictOperation`,
    )
    expect([poll?.request.method, JSON.parse(String(poll?.request.body))]).toEqual(['POST', { operationName: vendorId }])
  })

  test('are read in their bucket, whose objects have names with slashes', () => {
    const result = { bucketUri: 'gs://films.house/made here/1/sample_0.mp4' }
    const { request, textName } = vertex.tasks?.fileRequest?.({ vendorId, result }, channel('us')) ?? {}
    expect([request?.method, request?.url.href, textName]).toEqual([
      'GET',
      'https://storage.googleapis.com/storage/v1/b/films.house/o/made%20here%2F1%2Fsample_0.mp4?alt=media',
      undefined,
    ])
  })
})

test('a region that is none reaches no host', () => {
  for (const other of ['', 'evil.example/#', '{"default":"evil.example/"}'])
    expect(() => urlOf('gemini-3.5-flash', channel(other))).toThrow(TypeError)
})

test('a channel may have an address of its own', () => {
  for (const base of ['https://private.example', 'https://private.example/', 'https://private.example/v1'])
    expect(urlOf('claude-opus-5', channel('us-east5', KEY, base))).toBe(
      'https://private.example/v1/projects/my-project/locations/us-east5/publishers/anthropic/models/claude-opus-5:rawPredict',
    )
})

describe('an API key of express mode', () => {
  test('needs no project and no region', () => {
    const { url, headers } = vertex.address(call('gemini-3.5-flash'), channel('', EXPRESS))
    expect(url.href).toBe('https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-3.5-flash:generateContent')
    expect(headers).toEqual({ 'x-goog-api-key': EXPRESS })
    expect(vertex.credential?.(channel('', EXPRESS), SHOWN_AT)).toBeUndefined()
  })

  test('serves Gemini only', () => {
    for (const model of ['claude-opus-5', 'openai/gpt-oss-20b-maas']) expect(() => urlOf(model, channel('', EXPRESS))).toThrow(TypeError)
    expect(() => urlOf('veo-3.1-generate-001', channel('', EXPRESS), film)).toThrow(TypeError)
  })
})

test('the token is asked of Google, whatever address the key names', () => {
  expect(() => vertex.credential?.(channel('global'), SHOWN_AT)?.request(new Date())).toThrow()
  expect(vertex.credential?.(channel('global'), SHOWN_AT)?.read({ access_token: 't', expires_in: 3599 })).toEqual({
    token: 't',
    lifetimeMs: 3_599_000,
  })
  expect(() => vertex.credential?.(channel('global', '{"type":"authorized_user"}'), SHOWN_AT)).toThrow(TypeError)
})

test('each maker’s models are spoken to in its own dialect', () => {
  const spoken = (model: string) => vertex.speaks(channel('global'), model)
  expect(['gemini-3.5-flash', 'claude-opus-5', 'deepseek-ai/deepseek-v3.2-maas', 'xai/grok-4.20'].map(spoken)).toEqual([
    ['gemini-generate'],
    ['anthropic-messages'],
    ['openai-chat'],
    ['openai-chat'],
  ])
})

test.each([
  ['claude-opus-4-5@20251101', 'claude-opus-4-5'],
  ['claude-opus-4-5@20251101-thinking', 'claude-opus-4-5'],
  ['claude-opus-5-thinking', 'claude-opus-5'],
  ['gemini-3.5-flash-thinking', 'gemini-3.5-flash'],
  ['openai/gpt-oss-120b-maas', 'gpt-oss-120b'],
  ['xai/grok-4.20', 'grok-4.20'],
  ['claude-opus-5', undefined],
  ['gemini-3.5-flash', undefined],
])('%s is sold as %s', (model, name) =>
  expect(vertex.bareName?.(model, { 'gemini.hasThinkingAdapter': true, 'claude.hasThinkingAdapter': true })).toBe(name),
)

test('Claude’s body has the version and no model, and no tool is strict', () => {
  const losses = lossList()
  const body = { model: 'claude-opus-5', max_tokens: 9, messages: [], tools: [{ name: 'a', strict: true, input_schema: {} }] }
  expect(JSON.parse(JSON.stringify(vertex.adapt?.(body, call('claude-opus-5'), losses)))).toEqual({
    ...{ anthropic_version: 'vertex-2023-10-16', max_tokens: 9, messages: [] },
    tools: [{ name: 'a', input_schema: {} }],
  })
  expect(losses.losses).toHaveLength(1)
})

test('the bodies of counts', () => {
  expect(vertex.adaptCount?.({ model: 'claude-opus-4-5', messages: [] }, call('claude-opus-4-5@20251101', { operation: 'count' }))).toEqual(
    {
      ...{ model: 'claude-opus-4-5@20251101', messages: [], anthropic_version: 'vertex-2023-10-16' },
    },
  )
  const wrapped = { generateContentRequest: { model: 'models/gemini-3.5-flash', contents: [] } }
  expect(vertex.adaptCount?.(wrapped, call('gemini-3.5-flash', { operation: 'count' }))).toEqual({ contents: [] })
})

test('the models of each publisher are listed, and those that can be called are named', () => {
  const listed = (key: string) => vertex.modelLists?.(channel('us-east5', key)).map(({ url }) => url.href)
  const at = (publisher: string) => `https://aiplatform.googleapis.com/v1beta1/publishers/${publisher}/models?pageSize=300`
  expect(listed(KEY)).toEqual([at('google'), at('anthropic')])
  expect(listed(EXPRESS)).toEqual([at('google')])
  const publisherModels = [
    { name: 'publishers/google/models/gemini-3.5-flash', versionId: 'default' },
    { name: 'publishers/google/models/veo-3.1-generate-preview' },
    { name: 'publishers/google/models/lyria-002' },
    { name: 'publishers/anthropic/models/claude-opus-5' },
  ]
  expect(vertex.readModels?.({ publisherModels })).toEqual(['gemini-3.5-flash', 'veo-3.1-generate-preview', 'claude-opus-5'])
  expect([[], undefined, 'no', { publisherModels: 1 }].map((answer) => vertex.readModels?.(answer))).toEqual(Array(4).fill(undefined))
})
