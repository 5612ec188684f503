// Where the calls of Databricks go, and as whom: what its documentation says of workspaces, older endpoints and gateways.
import type { DialectName } from '@waystation/wire/chat/dialects'
import { describe, expect, test } from 'vitest'
import type { ChannelTarget, UpstreamCall } from '../provider.ts'
import { databricks } from './provider.ts'

const WORKSPACE = 'https://dbc-a1b2345c-d6e7.cloud.databricks.com'
const CLIENT = '11111111-2222-3333-4444-555555555555'

const channel = (baseUrl: string, key = 'dapi0123'): ChannelTarget => ({ baseUrl, key, organization: '', other: '', setting: {} })
const call = (dialect: DialectName, more: Partial<UpstreamCall> = {}): UpstreamCall => ({
  ...{ operation: 'chat', dialect, model: 'system.ai.m', requestedModel: 'm', isStream: false, clientHeaders: {}, settings: {} },
  ...more,
})
const calls = {
  chat: call('openai-chat'),
  responses: call('openai-responses'),
  messages: call('anthropic-messages'),
  gemini: call('gemini-generate'),
  geminiStream: call('gemini-generate', { isStream: true }),
  embeddings: call('openai-chat', { operation: 'embeddings' }),
  models: call('openai-chat', { operation: 'models' }),
}
const pathsAt = (baseUrl: string) =>
  Object.fromEntries(
    Object.entries(calls).map(([name, one]) => {
      const { url } = databricks.address(one, channel(baseUrl))
      return [name, url.pathname + url.search]
    }),
  )

describe('the paths', () => {
  test.each([WORKSPACE, `${WORKSPACE}/`, `${WORKSPACE}/ai-gateway/mlflow/v1`, `${WORKSPACE}/ai-gateway/anthropic/v1`])(
    'at the workspace %s',
    (baseUrl) =>
      expect(pathsAt(baseUrl)).toEqual({
        chat: '/ai-gateway/mlflow/v1/chat/completions',
        responses: '/ai-gateway/mlflow/v1/responses',
        messages: '/ai-gateway/anthropic/v1/messages',
        gemini: '/ai-gateway/gemini/v1beta/models/system.ai.m:generateContent',
        geminiStream: '/ai-gateway/gemini/v1beta/models/system.ai.m:streamGenerateContent?alt=sse',
        embeddings: '/ai-gateway/mlflow/v1/embeddings',
        models: '/api/2.0/serving-endpoints',
      }),
  )

  test.each([`${WORKSPACE}/serving-endpoints`, `${WORKSPACE}/serving-endpoints/`, `${WORKSPACE}/serving-endpoints/anthropic/v1`])(
    'at the older API %s',
    (baseUrl) =>
      expect(pathsAt(baseUrl)).toEqual({
        chat: '/serving-endpoints/chat/completions',
        responses: '/serving-endpoints/responses',
        messages: '/serving-endpoints/anthropic/v1/messages',
        gemini: '/serving-endpoints/gemini/v1beta/models/system.ai.m:generateContent',
        geminiStream: '/serving-endpoints/gemini/v1beta/models/system.ai.m:streamGenerateContent?alt=sse',
        embeddings: '/serving-endpoints/embeddings',
        models: '/api/2.0/serving-endpoints',
      }),
  )

  test('at a gateway with an address of its own', () =>
    expect(pathsAt('https://1653573648247579.ai-gateway.cloud.databricks.com')).toMatchObject({
      chat: '/mlflow/v1/chat/completions',
      responses: '/mlflow/v1/responses',
      messages: '/anthropic/v1/messages',
      gemini: '/gemini/v1beta/models/system.ai.m:generateContent',
    }))

  test('there are none without an address', () => expect(() => pathsAt('')).toThrow(TypeError))
})

test('the key is a bearer token in every dialect', () => {
  for (const one of Object.values(calls)) {
    const { headers } = databricks.address(one, channel(WORKSPACE))
    expect(headers.authorization).toBe('Bearer dapi0123')
    expect(Object.keys(headers).filter((name) => /key/.test(name))).toEqual([])
  }
  expect(databricks.address(calls.messages, channel(WORKSPACE)).headers['anthropic-version']).toBe('2023-06-01')
  expect(databricks.credential?.(channel(WORKSPACE), new URL(WORKSPACE))).toBeUndefined()
})

test('a service principal gets its token at the workspace, and shows no secret anywhere else', () => {
  const principal = channel(WORKSPACE, `${CLIENT}|dose-secret`)
  const exchange = databricks.credential?.(principal, new URL(`${WORKSPACE}/ai-gateway/mlflow/v1/chat/completions`))
  const { url, headers, body } = exchange?.request(new Date()) ?? {}
  expect(url?.href).toBe(`${WORKSPACE}/oidc/v1/token`)
  expect(headers?.authorization).toBe(`Basic ${Buffer.from(`${CLIENT}:dose-secret`).toString('base64')}`)
  expect(body).toBe('grant_type=client_credentials&scope=all-apis')
  expect(exchange?.read({ access_token: 'eyJ', token_type: 'Bearer', expires_in: 3600 })).toEqual({ token: 'eyJ', lifetimeMs: 3_600_000 })
  expect(exchange?.read({ error: 'invalid_client' })).toBeUndefined()
  expect(JSON.stringify(databricks.address(calls.chat, principal))).not.toContain('dose-secret')
  expect(() => databricks.credential?.(channel(WORKSPACE, 'no-client|x'), new URL(WORKSPACE))).toThrow(TypeError)
})

test.each([
  ['system.ai.claude-opus-5-5', ['openai-chat', 'anthropic-messages']],
  ['databricks-claude-sonnet-4-5', ['openai-chat', 'anthropic-messages']],
  ['system.ai.gemini-3-8-flash', ['openai-chat', 'gemini-generate']],
  ['databricks-gpt-5', ['openai-chat', 'openai-responses']],
  ['system.ai.gpt-oss-120b', ['openai-chat']],
  ['main.team.copilot', ['openai-chat']],
])('%s is spoken to in %j', (model, spoken) => expect(databricks.speaks({ baseUrl: WORKSPACE, setting: {} }, model)).toEqual(spoken))

test('a service of one’s own speaks what its channel says', () => {
  const setting = { dialects: ['anthropic-messages'] }
  expect(databricks.speaks({ baseUrl: WORKSPACE, setting }, 'main.team.copilot')).toEqual(['anthropic-messages'])
})

test('a token that is none counts as that, though it is refused like a right that is missing', () => {
  const statusOf = (status: number, message: string) => databricks.normalizeStatus?.({ status, message })
  expect(statusOf(403, 'Invalid access token. [ReqId: 1]')).toBe(401)
  expect(statusOf(403, 'PERMISSION_DENIED: user has no EXECUTE on the model service')).toBeUndefined()
  expect(statusOf(429, 'Invalid access token')).toBeUndefined()
})

test('the endpoints that chat or give vectors are its models', () => {
  const endpoints = [
    { name: 'databricks-claude-opus-5-5', task: 'llm/v1/chat', state: { ready: 'READY' } },
    { name: 'databricks-gte-large-en', task: 'llm/v1/embeddings' },
    { name: 'churn' },
    { name: 'agent', task: 'agent/v1/responses' },
  ]
  expect(databricks.readModels?.({ endpoints })).toEqual(['databricks-claude-opus-5-5', 'databricks-gte-large-en'])
  expect(databricks.readModels?.({})).toEqual([])
  expect([undefined, [], 'no', { endpoints: 1 }].map((answer) => databricks.readModels?.(answer))).toEqual(Array(4).fill(undefined))
})
