// The simulator charges calls again by the code that charged them. Every kind of charge is made through the real gateway: without a change the
// simulated sum is the charged one to the unit, and with a change it is what the same calls are then charged in truth.
import type { LogOther } from '@waystation/contract/calls/log'
import type { PriceSimulation } from '@waystation/contract/prices/price-review'
import type { DialectName } from '@waystation/wire/chat/dialects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { type AnswerFields, answer } from '../testing/answers.ts'
import { send, type TestRequest } from '../testing/clients.ts'
import { openPayers, type Payers, type Row } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const groups = { group: 'default,vip,free' }
const channels = [
  { type: 1, models: 'gpt-5,o4-far-high', ...groups },
  { type: 14, models: 'claude-sonnet-4-5,claude-sonnet-4-6', ...groups },
  { type: 14, models: 'borne-claude', setting: '{"unpriced":"pass"}', ...groups },
  { type: 24, models: 'gemini-2.5-pro', ...groups },
  { type: 8, models: 'plain,fixed,alias,no-price,gpt-4o-audio-preview', model_mapping: '{"alias":"real"}', ...groups },
  { type: 8, models: 'inner', model_prefix: 'x/', ...groups },
]
const options = {
  GroupRatio: '{"default":1,"vip":0.5,"free":0}',
  UserUsableGroups: '{"default":"d","vip":"v","free":"f"}',
  UserGroupRatio: '{"default":{"vip":0.7}}',
  ModelPrice: '{"fixed":0.02}',
  fallback_input_ratio: '3',
  fallback_completion_ratio: '2',
  fallback_pricing_enabled: 'true',
}
const ratios = { plain: 1.05, real: 0.7, inner: 2, 'o4-far': 6, 'borne-claude': 1.5 }

let world: World
let payers: Payers
const keys: Record<string, string> = {}
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios, options })
  for (const channel of channels) await world.addChannel(channel)
  payers = await openPayers(world)
  for (const group of ['vip', 'free']) keys[group] = `sk-${(await world.addToken({ group })).key}`
})
afterAll(async () => {
  await payers.close()
  await world.close()
})

interface Made {
  readonly from: DialectName
  readonly model: string
  readonly more?: Record<string, unknown>
  readonly answer?: AnswerFields
  readonly group?: string
}

const search = { tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }] }
const grounding = { webSearchQueries: ['one', 'two'], groundingChunks: [{ web: { uri: 'https://a.example', title: 'a' } }] }
const cached = { prompt_tokens_details: { cached_tokens: 37 }, completion_tokens_details: { reasoning_tokens: 11 } }
const written = {
  cache_read_input_tokens: 301,
  cache_creation_input_tokens: 503,
  cache_creation: { ephemeral_5m_input_tokens: 202, ephemeral_1h_input_tokens: 301 },
}
/** An answer without a word, which is an answer all the same. */
const silence = { index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }
const sound = {
  prompt_tokens_details: { text_tokens: 100, audio_tokens: 200 },
  completion_tokens_details: { text_tokens: 50, audio_tokens: 300 },
}

/** One call of each kind of charge. */
const kinds: Readonly<Record<string, Made>> = {
  'cache and reasoning': { from: 'openai-chat', model: 'plain', answer: { prompt: 113, output: 41, usage: cached } },
  'a cache that is written': { from: 'anthropic-messages', model: 'claude-sonnet-4-5', answer: { prompt: 17, usage: written } },
  searches: {
    ...{ from: 'anthropic-messages', model: 'claude-sonnet-4-5', more: search },
    answer: { usage: { server_tool_use: { web_search_requests: 3 } } },
  },
  'searches without a price': {
    ...{ from: 'anthropic-messages', model: 'borne-claude', more: search },
    answer: { usage: { server_tool_use: { web_search_requests: 2 } } },
  },
  'a tier': { from: 'openai-chat', model: 'gpt-5', more: { service_tier: 'priority' }, answer: { more: { service_tier: 'priority' } } },
  'a region': {
    ...{ from: 'anthropic-messages', model: 'claude-sonnet-4-6', more: { inference_geo: 'us' } },
    answer: { usage: { inference_geo: 'us' } },
  },
  grounding: {
    ...{ from: 'gemini-generate', model: 'gemini-2.5-pro', more: { tools: [{ googleSearch: {} }] } },
    answer: { prompt: 2000, more: { groundingMetadata: grounding } },
  },
  // So long a prompt is believed where the vendor read pages by itself.
  'a long prompt': {
    ...{ from: 'gemini-generate', model: 'gemini-2.5-pro', more: { tools: [{ googleSearch: {} }] } },
    answer: { prompt: 250_000 },
  },
  sound: { from: 'openai-chat', model: 'gpt-4o-audio-preview', answer: { prompt: 300, output: 350, usage: sound } },
  'a price per call': { from: 'openai-chat', model: 'fixed', answer: { prompt: 211, output: 19, usage: cached } },
  'a mapped name': { from: 'openai-chat', model: 'alias', answer: { prompt: 333 } },
  'a prefixed name': { from: 'openai-chat', model: 'x/inner', answer: { prompt: 19 } },
  'an ending': { from: 'openai-chat', model: 'o4-far-high', answer: { prompt: 77 } },
  'a fallback price': { from: 'openai-chat', model: 'no-price', answer: { prompt: 55 } },
  'a special group ratio': { from: 'openai-chat', model: 'plain', group: 'vip', answer: { prompt: 71 } },
  'a free group': { from: 'openai-chat', model: 'plain', group: 'free' },
  'nothing at all': { from: 'openai-chat', model: 'fixed', answer: { prompt: 0, output: 0, more: { choices: [silence] } } },
}

async function make({ from, model, more, answer: fields, group }: Made): Promise<Row> {
  world.provider.clear()
  world.provider.next(scenario.reply(200, answer(from, fields)))
  const request: TestRequest = { dialect: from, model, prompt: 'hi', isStream: false, maxOutputTokens: 1000, ...(more ? { more } : {}) }
  const facts = await send(world.url, keys[group ?? ''] ?? world.key, request)
  expect(facts.status, `${model}: ${facts.text}`).toBe(200)
  return payers.row(facts.requestId)
}

async function makeAll(): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {}
  for (const [kind, made] of Object.entries(kinds)) rows[kind] = await make(made)
  return rows
}

const simulate = (changes: object, days = 1) => world.console.call<PriceSimulation>('POST', '/api/price/simulate', { changes, days })
const sum = (rows: Readonly<Record<string, Row>>) => Object.values(rows).reduce((all, { quota }) => all + quota, 0)

/** The tokens of a row with this weight of output; the other buckets weigh what the row says. */
const weighted = ({ charge }: LogOther, output?: number) =>
  (charge?.lines ?? []).reduce(
    (all, line) => all + line.tokens * (line.bucket === 'output' ? (output ?? Number(line.weight)) : Number(line.weight)),
    0,
  )

let first: Record<string, Row>

test('without a change, every kind of charge comes to what was charged, to the unit', async () => {
  first = await makeAll()
  const calls = Object.keys(kinds).length
  expect(first.sound?.quota).toBe(40_375)
  expect(first['a price per call']?.quota).toBe(10_000)
  expect(first['nothing at all']?.quota).toBe(0)
  expect(first['a long prompt']?.facts.charge?.length_tier).toMatchObject({ above: 200_000 })
  expect(first['a special group ratio']?.facts.charge?.group_ratio).toBe('0.7')
  const simulated = await simulate({})
  expect(simulated).toMatchObject({ calls, before: sum(first), after: sum(first), skipped: { calls: 0, before: 0 }, is_partial: false })
  expect(simulated).toMatchObject({ models: [], users: [], users_total: 0, users_over_10_percent: 0 })
  expect(simulated.unpriced).toEqual([{ model: 'no-price', calls: 1, rule: 'fallback' }])
})

test('the cost is what the built-in prices make of the models that have one', async () => {
  const { cost, cost_calls } = await simulate({})
  // Of the models of this test only these have a built-in price, and all were called at group ratio 1.
  const known = ['a cache that is written', 'searches', 'a tier', 'a region', 'grounding', 'a long prompt', 'sound'].map(
    (kind) => first[kind]?.quota ?? 0,
  )
  expect(cost_calls).toBe(known.length)
  expect(cost).toBe(known.reduce((all, quota) => all + quota, 0))
})

test('a raise changes what it names alone, by as much as can be reckoned by hand', async () => {
  const { before, after, models, users, users_total, users_over_10_percent } = await simulate({
    ModelRatio: JSON.stringify({ ...ratios, plain: 2.1, inner: 2.5 }),
  })
  const plain = (kind: string, group: number) => Math.round(weighted(first[kind]?.facts ?? {}) * 2.1 * group)
  const plainAfter = plain('cache and reasoning', 1) + plain('a special group ratio', 0.7)
  const innerAfter = Math.round(weighted(first['a prefixed name']?.facts ?? {}) * 2.5)
  const plainBefore = (first['cache and reasoning']?.quota ?? 0) + (first['a special group ratio']?.quota ?? 0)
  const innerBefore = first['a prefixed name']?.quota ?? 0
  expect(before).toBe(sum(first))
  expect(after).toBe(sum(first) + plainAfter - plainBefore + innerAfter - innerBefore)
  expect(models).toEqual([
    { model: 'plain', calls: 3, before: plainBefore, after: plainAfter },
    { model: 'x/inner', calls: 1, before: innerBefore, after: innerAfter },
  ])
  expect(users).toEqual([{ user_id: world.console.userId, username: 'root', calls: Object.keys(kinds).length, before, after }])
  expect([users_total, users_over_10_percent]).toEqual([1, after * 10 > before * 11 ? 1 : 0])
})

test('a model whose price is taken away is named with what happens to its calls', async () => {
  const { plain: _, real: __, ...left } = ratios
  const gone = { ModelRatio: JSON.stringify(left) }
  const fallback = await simulate(gone)
  expect(fallback.unpriced).toEqual([
    { model: 'plain', calls: 3, rule: 'fallback' },
    { model: 'alias', calls: 1, rule: 'fallback' },
    { model: 'no-price', calls: 1, rule: 'fallback' },
  ])
  const refused = await simulate({ ...gone, fallback_pricing_enabled: 'false' })
  expect(refused.unpriced.map(({ rule }) => rule)).toEqual(['refused', 'refused', 'refused'])
  const lost = ['cache and reasoning', 'a special group ratio', 'a mapped name', 'a fallback price'].map((kind) => first[kind]?.quota ?? 0)
  expect(refused.after).toBe(sum(first) - lost.reduce((all, quota) => all + quota, 0))
  const unset = await simulate({ fallback_pricing_enabled: 'false', SelfUseModeEnabled: 'true' })
  expect(unset.unpriced).toEqual([{ model: 'no-price', calls: 1, rule: 'unset' }])
  expect(unset.models).toEqual([
    {
      model: 'no-price',
      calls: 1,
      before: first['a fallback price']?.quota,
      after: Math.round(weighted(first['a fallback price']?.facts ?? {}, 1) * 37.5),
    },
  ])
})

test('what is simulated is what the same calls are charged once the change is stored', async () => {
  const changes = {
    ModelRatio: JSON.stringify({ ...ratios, plain: 1.37, 'gpt-5': 0.9, fixed: 2, 'claude-sonnet-4-6': 1.1, alias: 0.31, 'o4-far': 5.9 }),
    ModelPrice: '{"fixed":null,"inner":0.003}',
    CompletionRatio: '{"plain":3.3,"fixed":1.7}',
    CacheRatio: '{"plain":0.33,"fixed":0.1,"claude-sonnet-4-5":0.2}',
    CacheCreationRatio: '{"claude-sonnet-4-5":1.7}',
    AudioRatio: '{"gpt-4o-audio-preview":11}',
    ToolPrices: '{"borne-claude":{"webSearch":0.004},"claude-sonnet-4-5":{"webSearch":0.02,"request":0.001}}',
    TierRatios: '{"gpt-5":{"priority":1.25}}',
    GroupRatio: '{"default":1.1,"vip":0.5,"free":0.3}',
    UserGroupRatio: '{}',
    LengthTiers: '{"gemini-2.5-pro":[{"above":200000,"input":3,"output":1.5}]}',
    fallback_input_ratio: '4.5',
  }
  const simulated = await simulate(changes)
  expect(simulated).toMatchObject({ before: sum(first), skipped: { calls: 0, before: 0 } })
  // Nothing was stored by looking.
  expect((await make(kinds['a price per call'] ?? { from: 'openai-chat', model: 'fixed' })).quota).toBe(10_000)
  for (const [key, value] of Object.entries(changes)) await world.console.call('PUT', '/api/option/', { key, value })
  const second = await makeAll()
  expect(simulated.after).toBe(sum(second))
  const changed = Object.entries(kinds).filter(([kind]) => first[kind]?.quota !== second[kind]?.quota)
  expect(changed.length).toBe(Object.keys(kinds).length - 1)
  // And calls that were charged at the new prices come to the same again.
  const again = await simulate({})
  expect(again.after - again.before).toBe(simulated.after - simulated.before + (second['a price per call']?.quota ?? 0) - 10_000)
})

test('calls of a channel that is gone are named apart where its prefix was part of their names', async () => {
  const whole = await simulate({})
  const channelsBefore = await world.console.call<{ id: number; models: string }[]>('GET', '/api/channel/?p=0&page_size=100')
  const prefixed = channelsBefore.find(({ models }) => models === 'inner')
  await world.console.call('DELETE', `/api/channel/${prefixed?.id}`)
  const skipped = await simulate({})
  // The row does not say which part of `x/inner` was the prefix.
  expect(skipped.skipped.calls).toBe(2)
  expect(skipped.calls).toBe(whole.calls - 2)
  expect(skipped.before + skipped.skipped.before).toBe(whole.before)
})
