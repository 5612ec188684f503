// Where the calls of Azure go, and as whom: what Microsoft's documentation says of addresses, versions and keys.
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import type { ChannelTarget, UpstreamCall } from '../provider.ts'
import { azure } from './provider.ts'

const RESOURCE = 'https://my-house.openai.azure.com'
const FOUNDRY = 'https://my-house.services.ai.azure.com'
const KEY = '0123456789abcdef0123456789abcdef'
const APPLICATION = '11111111-2222-3333-4444-555555555555|66666666-7777-8888-9999-000000000000|abc8Q~secret.of_it'
const TOKEN = 'eyJ0eXAiOiJKV1QifQ.eyJhdWQiOiJ4In0.c2lnbmF0dXJl'

const channel = (more: Partial<ChannelTarget> = {}): ChannelTarget => ({
  ...{ baseUrl: RESOURCE, key: KEY, organization: '', other: '', setting: {}, ...more },
})
const call = (more: Partial<UpstreamCall> = {}): UpstreamCall => ({
  ...{ operation: 'chat', dialect: 'openai-chat', model: 'gpt-4.1', requestedModel: 'gpt-4.1' },
  ...{ isStream: false, clientHeaders: {}, settings: {}, ...more },
})
const urlOf = (more: Partial<UpstreamCall> = {}, target: Partial<ChannelTarget> = {}) => azure.address(call(more), channel(target)).url.href

describe('the address', () => {
  const tasks: readonly (readonly [Partial<UpstreamCall>, string])[] = [
    [{}, 'chat/completions'],
    [{ operation: 'completions' }, 'completions'],
    [{ operation: 'embeddings' }, 'embeddings'],
    [{ operation: 'transcription' }, 'audio/transcriptions'],
    [{ operation: 'translation' }, 'audio/translations'],
    [{ operation: 'speech' }, 'audio/speech'],
  ]

  test.each(tasks)('of the current API: %j is at %s', (more, task) => {
    for (const other of ['', 'v1']) expect(urlOf(more, { other })).toBe(`${RESOURCE}/openai/v1/${task}`)
    expect(urlOf(more, { other: 'preview' })).toBe(`${RESOURCE}/openai/v1/${task}?api-version=preview`)
  })

  test.each(tasks)('of the older API: %j is at %s of a deployment', (more, task) => {
    const at = `${RESOURCE}/openai/deployments/gpt-4.1/${task}?api-version=2024-10-21`
    expect(urlOf(more, { other: '2024-10-21' })).toBe(at)
  })

  test.each([
    [{ dialect: 'openai-responses' }, 'responses'],
    [{ dialect: 'openai-responses', operation: 'compact' }, 'responses/compact'],
    [{ dialect: 'openai-responses', operation: 'count' }, 'responses/input_tokens'],
  ] as const)('%j is in the current API only', (more, task) => {
    for (const other of ['', '2024-10-21']) expect(urlOf(more, { other })).toBe(`${RESOURCE}/openai/v1/${task}`)
  })

  test('of the models is that of a resource', () => {
    expect(urlOf({ operation: 'models' })).toBe(`${RESOURCE}/openai/v1/models`)
    expect(urlOf({ operation: 'models' }, { other: '2024-10-21' })).toBe(`${RESOURCE}/openai/models?api-version=2024-10-21`)
  })

  test('has the version that the caller names, before that of the channel', () => {
    const dated = (version: string) => `${RESOURCE}/openai/deployments/gpt-4.1/chat/completions?api-version=${version}`
    expect(urlOf({ apiVersion: '2025-04-01-preview' })).toBe(dated('2025-04-01-preview'))
    expect(urlOf({ apiVersion: '2025-04-01-preview' }, { other: '2024-10-21' })).toBe(dated('2025-04-01-preview'))
    expect(urlOf({ apiVersion: 'v1' }, { other: '2024-10-21' })).toBe(`${RESOURCE}/openai/v1/chat/completions`)
    for (const apiVersion of ['', 'latest', '2024-10-21&x=1', '../..'])
      expect(urlOf({ apiVersion }, { other: '2024-10-21' })).toBe(dated('2024-10-21'))
  })

  test.each([
    '',
    '/',
    '/openai',
    '/openai/',
    '/openai/v1',
    '/openai/v1/',
    '/openai/v1/chat/completions/',
    '/openai/deployments/other/chat/completions',
  ])('is the same where the channel’s ends in "%s"', (end) => {
    for (const baseUrl of [RESOURCE, FOUNDRY, 'https://my-house.cognitiveservices.azure.com', 'https://gate.example/azure'].map(
      (it) => it + end,
    )) {
      const below = baseUrl.slice(0, baseUrl.length - end.length)
      expect(urlOf({}, { baseUrl })).toBe(`${below}/openai/v1/chat/completions`)
      expect(urlOf({}, { baseUrl, other: '2024-10-21' })).toBe(
        `${below}/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21`,
      )
    }
  })

  test('of a project stays below the project', () => {
    const baseUrl = `${FOUNDRY}/api/projects/my-project`
    expect(urlOf({}, { baseUrl })).toBe(`${baseUrl}/openai/v1/chat/completions`)
    expect(urlOf({ model: 'claude-opus-5', dialect: 'anthropic-messages' }, { baseUrl })).toBe(`${FOUNDRY}/anthropic/v1/messages`)
  })

  test('names the deployment as one part, without the effort that its name ends in', () => {
    expect(urlOf({ model: 'my/odd?name' }, { other: '2024-10-21' })).toContain('/deployments/my%2Fodd%3Fname/chat/completions?')
    expect(urlOf({ model: 'o3-mini-high' }, { other: '2024-10-21' })).toContain('/deployments/o3-mini/chat/completions?')
  })

  test.each([
    RESOURCE,
    `${RESOURCE}/openai/v1/`,
    FOUNDRY,
    'https://my-house.cognitiveservices.azure.com/',
    `${FOUNDRY}/anthropic/v1/messages`,
  ])('of Claude is at the host that serves it, whichever of the resource’s the channel has: %s', (baseUrl) => {
    const more = { model: 'claude-opus-5', dialect: 'anthropic-messages' } as const
    for (const other of ['', '2024-10-21']) expect(urlOf(more, { baseUrl, other })).toBe(`${FOUNDRY}/anthropic/v1/messages`)
    expect(urlOf({ ...more, operation: 'count' }, { baseUrl })).toBe(`${FOUNDRY}/anthropic/v1/messages/count_tokens`)
  })

  test('of Claude stays at a host that is not Microsoft’s', () => {
    const baseUrl = 'https://my-house.openai.azure.com.evil.example/gate'
    expect(urlOf({ model: 'claude-opus-5', dialect: 'anthropic-messages' }, { baseUrl })).toBe(`${baseUrl}/anthropic/v1/messages`)
  })
})

describe('who calls', () => {
  const headersOf = (key: string, more: Partial<UpstreamCall> = {}) => azure.address(call(more), channel({ key })).headers
  const claude = { model: 'claude-opus-5', dialect: 'anthropic-messages' } as const

  test('is told by a key in a header of its own', () => {
    expect(headersOf(KEY)).toEqual({ 'api-key': KEY })
    expect(headersOf(KEY, claude)).toEqual({ 'anthropic-version': '2023-06-01', 'x-api-key': KEY })
  })

  test('is told by a token of Entra ID', () => {
    expect(headersOf(TOKEN)).toEqual({ authorization: `Bearer ${TOKEN}` })
    expect(headersOf(TOKEN, claude)).toEqual({ 'anthropic-version': '2023-06-01', authorization: `Bearer ${TOKEN}` })
  })

  test('is told by the token that an application is given, and by nothing of the application', () => {
    expect(headersOf(APPLICATION)).toEqual({})
    expect(headersOf(APPLICATION, claude)).toEqual({ 'anthropic-version': '2023-06-01' })
  })

  test('headers for a maker go to its models only', () => {
    const clientHeaders = { 'openai-beta': 'a', 'anthropic-beta': 'b', 'anthropic-version': '2026-10-21' }
    expect(headersOf(KEY, { clientHeaders })).toEqual({ 'api-key': KEY, 'openai-beta': 'a' })
    expect(headersOf(KEY, { ...claude, clientHeaders })).toEqual({
      ...{ 'anthropic-beta': 'b', 'anthropic-version': '2026-10-21', 'x-api-key': KEY },
    })
  })

  test('tokens of Claude are counted in the version that an admin has sent', () => {
    const settings = { 'claude.modelHeaders': { 'claude-opus-4-5': { 'anthropic-version': ['2026-10-21'] } } }
    const counted = call({ ...claude, operation: 'count', model: 'claude-opus-4-5', requestedModel: 'claude-opus-4-5', settings })
    const text = { type: 'text', text: 'a' }
    const bodyOf = (block: JsonObject) => ({ messages: [{ role: 'user', content: [block] }] })
    expect(azure.adaptCount?.(bodyOf({ ...text, citations: [{ cited_text: 'a' }] }), counted)).toEqual(bodyOf(text))
  })

  const exchangeAt = (url: string, key = APPLICATION) => azure.credential?.(channel({ key }), new URL(url))

  test.each([
    [`${RESOURCE}/openai/v1/chat/completions`, 'https://ai.azure.com/.default', 'https://login.microsoftonline.com'],
    [`${RESOURCE}/openai/v1/chat/completions?api-version=preview`, 'https://ai.azure.com/.default', 'https://login.microsoftonline.com'],
    [`${FOUNDRY}/anthropic/v1/messages`, 'https://ai.azure.com/.default', 'https://login.microsoftonline.com'],
    [
      `${RESOURCE}/openai/deployments/m/chat/completions?api-version=2024-10-21`,
      ...['https://cognitiveservices.azure.com/.default', 'https://login.microsoftonline.com'],
    ],
    [
      'https://my-house.openai.azure.us/openai/v1/chat/completions',
      ...['https://cognitiveservices.azure.us/.default', 'https://login.microsoftonline.us'],
    ],
  ])('the token for %s is for %s', (url, scope, login) => {
    const exchange = exchangeAt(url)
    const request = exchange?.request(new Date())
    expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    expect(request?.url.href).toBe(`${login}/11111111-2222-3333-4444-555555555555/oauth2/v2.0/token`)
    expect(Object.fromEntries(new URLSearchParams(String(request?.body)))).toEqual({
      ...{ grant_type: 'client_credentials', client_id: '66666666-7777-8888-9999-000000000000' },
      ...{ client_secret: 'abc8Q~secret.of_it', scope },
    })
    expect(exchange?.purpose).toBe(scope)
  })

  test('what comes back is read, and nothing else', () => {
    const exchange = exchangeAt(RESOURCE)
    expect(exchange?.read({ token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: 't' })).toEqual({
      token: 't',
      lifetimeMs: 3_599_000,
    })
    for (const answer of [undefined, [], {}, { access_token: 't' }, { expires_in: 1 }]) expect(exchange?.read(answer)).toBeUndefined()
  })

  test('a key and a token are sent as they are, and what is neither is refused', () => {
    expect([KEY, TOKEN].map((key) => exchangeAt(RESOURCE, key))).toEqual([undefined, undefined])
    for (const key of ['a|b', '../x|66666666-7777-8888-9999-000000000000|s', 'tenant|client|secret', `${APPLICATION}|more`])
      expect(() => exchangeAt(RESOURCE, key)).toThrow(TypeError)
  })
})

describe('what is spoken', () => {
  const spoken = (model: string, more: Partial<ChannelTarget> = {}) => azure.speaks(channel(more), model)

  test('with OpenAI’s models: Responses first where they think, and chat first in the older API', () => {
    expect(spoken('gpt-5.2')).toEqual(['openai-responses', 'openai-chat'])
    expect(spoken('gpt-5.2', { other: '2024-10-21' })).toEqual(['openai-chat', 'openai-responses'])
    for (const model of ['gpt-4.1', 'DeepSeek-V4', 'my-deployment']) expect(spoken(model)).toEqual(['openai-chat', 'openai-responses'])
  })

  test('with Claude is Messages', () => expect(spoken('claude-opus-5')).toEqual(['anthropic-messages']))

  test('may be chosen for a channel', () => {
    expect(spoken('gpt-5.2', { setting: { dialects: ['openai-chat'] } })).toEqual(['openai-chat'])
    expect(spoken('my-claude', { setting: { dialects: ['anthropic-messages'] } })).toEqual(['anthropic-messages'])
  })
})

describe('the body', () => {
  const adapted = (body: object, more: Partial<UpstreamCall>) => azure.adapt?.({ ...body }, call(more), lossList())

  test('of a deployment whose name says nothing is that of the model that was called', () => {
    const body = { model: 'prod-1', max_tokens: 9, temperature: 0.5 }
    expect(adapted(body, { model: 'prod-1', requestedModel: 'gpt-5' })).toEqual({ model: 'prod-1', max_completion_tokens: 9 })
    expect(adapted(body, { model: 'prod-1', requestedModel: 'o3-high' })).toEqual({
      ...{ model: 'prod-1', max_completion_tokens: 9, reasoning_effort: 'high' },
    })
    expect(adapted(body, { model: 'prod-1', requestedModel: 'prod-1' })).toEqual(body)
  })

  test('of Claude has a limit and, where its name asks for it, thinking', () => {
    const more = {
      model: 'claude-opus-4-5-thinking',
      dialect: 'anthropic-messages',
      settings: { 'claude.hasThinkingAdapter': true },
    } as const
    expect(adapted({ model: more.model, messages: [] }, more)).toMatchObject({
      ...{ model: 'claude-opus-4-5', max_tokens: expect.any(Number), thinking: { type: 'enabled' } },
    })
    expect(azure.bareName?.(more.model, more.settings)).toBe('claude-opus-4-5')
    expect(azure.bareName?.('o3-mini-high', {})).toBe('o3-mini')
    expect(azure.bareName?.('gpt-4.1', {})).toBeUndefined()
  })
})

test('of the list of models those can be called that are not for tuning only', () => {
  const data = [
    { id: 'gpt-4.1-2025-04-14', capabilities: { fine_tune: true, inference: true, chat_completion: true } },
    { id: 'babbage-002', capabilities: { fine_tune: true, inference: false } },
    { id: 'grok-4' },
  ]
  expect(azure.readModels?.({ object: 'list', data })).toEqual(['gpt-4.1-2025-04-14', 'grok-4'])
  expect([undefined, [], { models: [] }].map((answer) => azure.readModels?.(answer))).toEqual(Array(3).fill(undefined))
})
