import { lossList } from '@waystation/wire/chat/losses/loss'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import type { CompiledPrice } from '../../domain/pricing/price-call.ts'
import type { Attempt } from '../attempt.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import { attemptAt, callAt, callPrice, channelWith, tokenPrice } from '../testing/step-parts.ts'
import { isPriced, pricedHeaders, withoutUnpriced } from './surcharges.ts'

const call = callAt(chatEndpoint, { model: 'm', messages: [] })
const responses = callAt({ ...chatEndpoint, dialect: 'openai-responses' }, { model: 'm', input: 'hi' })
const inResponses = (price = tokenPrice()) =>
  attemptAt(responses, { channel: channelWith({ setting: '{"dialects":["openai-responses"]}' }), price })
const bearing = channelWith({ setting: '{"unpriced":"pass"}' })

const searching = tokenPrice({ uses: { webSearch: '0.01' } })
const priority = tokenPrice({ tiers: { priority: '2' } })

test.each<[what: string, kind: 'tier' | 'use' | 'other', name: string, price: CompiledPrice, expected: boolean]>([
  ['a tier of the price', 'tier', 'priority', priority, true],
  ['a tier that the price does not know', 'tier', 'flex', priority, false],
  ['a search with a fee', 'use', 'webSearch', searching, true],
  ['a search at a fee for the prompt that it was for', 'use', 'webSearch', tokenPrice({ uses: { groundedPrompt: '0.03' } }), true],
  ['a search at a fee for the call', 'use', 'webSearch', tokenPrice({ uses: { request: '0.03' } }), true],
  ['another tool at a fee for the call', 'use', 'fileSearch', tokenPrice({ uses: { request: '0.03' } }), false],
  ['what nobody knows the cost of', 'other', 'models', tokenPrice({ uses: { models: '1' } }), false],
  ['anything at a price per call', 'use', 'webSearch', callPrice('1'), false],
  ['a name of every object', 'tier', 'constructor', priority, false],
])('%s: %s %s', (_what, kind, name, price, expected) => {
  expect(isPriced({ kind, name }, attemptAt(call, { price }))).toBe(expected)
})

describe('what has no price', () => {
  const taken = (body: JsonObject, attempt: Attempt, mayEdit?: boolean) => {
    const losses = lossList()
    return { body: withoutUnpriced(body, attempt, losses, mayEdit), losses: losses.losses }
  }
  const dear = { model: 'm', service_tier: 'priority', web_search_options: {} }

  test('is taken off, and named', () => {
    expect(taken(dear, attemptAt(call))).toEqual({
      body: { model: 'm' },
      losses: [
        { path: 'service_tier', reason: 'unpriced' },
        { path: 'web_search_options', reason: 'unpriced' },
      ],
    })
  })

  test('goes, and what has one stays', () => {
    const { body, losses } = taken(dear, attemptAt(call, { price: priority }))
    expect(body).toEqual({ model: 'm', service_tier: 'priority' })
    expect(losses.map(({ path }) => path)).toEqual(['web_search_options'])
  })

  test('is a loss that the answer needs, where the request demands its use', () => {
    const tools = [{ type: 'web_search' }]
    const { losses } = taken({ tools, tool_choice: { type: 'web_search' } }, inResponses())
    expect(losses).toEqual([{ path: 'tools[0]', reason: 'needed' }])
  })

  test('stays and forbids the attempt, where nothing may be edited', () => {
    const { body, losses } = taken(dear, attemptAt(call), false)
    expect(body).toBe(dear)
    expect(losses.map(({ reason }) => reason)).toEqual(['needed', 'needed'])
  })

  test.each<[what: string, body: JsonObject, attempt: Attempt]>([
    ['a channel that bears the cost', dear, attemptAt(call, { channel: bearing })],
    ['a request that asks for nothing dear', { model: 'm', service_tier: 'default' }, attemptAt(call)],
  ])('does not change the body of %s', (_what, body, attempt) => {
    const result = taken(body, attempt)
    expect(result.body).toBe(body)
    expect(result.losses).toEqual([])
  })
})

describe('betas that make a call dearer', () => {
  const messagesCall = callAt({ ...chatEndpoint, dialect: 'anthropic-messages' }, { model: 'm', max_tokens: 9, messages: [] })
  const attemptWith = (setting: object, price = tokenPrice()) => {
    const channel = channelWith({ setting: JSON.stringify({ dialects: ['anthropic-messages'], ...setting }) })
    return attemptAt(messagesCall, { channel, price })
  }
  const headers = { 'anthropic-beta': 'files-api,fast-mode-2026', 'x-other': '1' }
  const lost = [{ path: 'headers.anthropic-beta', reason: 'unpriced' }]

  test.each<[what: string, given: Record<string, string>, attempt: Attempt, kept: object, losses: object[]]>([
    ['are taken off the list', headers, attemptWith({}), { ...headers, 'anthropic-beta': 'files-api' }, lost],
    ['take the header with them where they are alone', { 'anthropic-beta': 'fast-mode-2026' }, attemptWith({}), {}, lost],
    ['stay where they have a price', headers, attemptWith({}, tokenPrice({ tiers: { fast: '6' } })), headers, []],
    ['stay where the channel bears the cost', headers, attemptWith({ unpriced: 'pass' }), headers, []],
    ['are none in a dialect without such', headers, attemptAt(call), headers, []],
  ])('%s', (_what, given, attempt, kept, losses) => {
    const found = lossList()
    expect(pricedHeaders(given, attempt, found)).toEqual(kept)
    expect(found.losses).toEqual(losses)
  })
})
