// What is not priced is not sent, and what is priced is charged as the vendor reports it (security 4, decision D44). The judge reckons the
// charges by the vendors' price lists: dollars for a million tokens, for a search, and factors of tiers.
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallFacts } from '../../testing/client.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { type AnswerFields, answer } from '../testing/answers.ts'
import { doorOf, send, type TestRequest } from '../testing/clients.ts'
import { openPayers, type Payers, type Row } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const DOLLAR = 500_000

/** Without prices for anything but tokens; one per vendor dialect. */
const bare = {
  'openai-chat': 'bare-chat',
  'openai-responses': 'bare-responses',
  'anthropic-messages': 'bare-claude',
  'gemini-generate': 'bare-gemini',
}
const borne = {
  'openai-chat': 'borne-chat',
  'openai-responses': 'borne-responses',
  'anthropic-messages': 'borne-claude',
  'gemini-generate': 'borne-gemini',
}
const types = { 'openai-chat': 8, 'openai-responses': 1, 'anthropic-messages': 14, 'gemini-generate': 24 }
const seeded = [
  { type: 1, models: 'gpt-5,gpt-4.1' },
  { type: 14, models: 'claude-sonnet-4-5,claude-sonnet-4-6' },
  { type: 24, models: 'gemini-2.5-pro,gemini-3-pro-preview' },
]
const dialects = Object.keys(types) as ClientDialectName[]

let world: World
let payers: Payers
beforeAll(async () => {
  const names = [...Object.values(bare), ...Object.values(borne), 'own-words', 'fixed-price', 'dear']
  world = await openWorld({ channel: null, ratios: Object.fromEntries(names.map((name) => [name, 1])) })
  for (const dialect of dialects) {
    await world.addChannel({ type: types[dialect], models: bare[dialect] })
    await world.addChannel({ type: types[dialect], models: borne[dialect], setting: '{"unpriced":"pass","vendor_ids":"pass"}' })
  }
  for (const fields of seeded) await world.addChannel(fields)
  await world.addChannel({ type: 8, models: 'own-words', param_override: '{"service_tier":"priority"}' })
  await world.addChannel({ type: 8, models: 'fixed-price,dear' })
  payers = await openPayers(world)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})
beforeEach(() => world.provider.clear())

interface Seen {
  readonly facts: CallFacts
  /** What went upstream; undefined: nothing. */
  readonly sent: Record<string, unknown> | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly lost: string
  readonly row: Row | undefined
}

async function ask(
  testRequest: Omit<TestRequest, 'prompt' | 'isStream'>,
  from: ClientDialectName,
  reported?: AnswerFields,
  headers?: Record<string, string>,
): Promise<Seen> {
  world.provider.clear()
  world.provider.next(scenario.reply(200, answer(from, reported)))
  const facts = await send(world.url, world.key, { ...testRequest, prompt: 'look it up', isStream: false }, headers ? { headers } : {})
  const [request] = world.provider.requests
  const row = facts.status === 200 ? await payers.row(facts.requestId) : undefined
  if (row) expect(row.quota).toBe(byHand(row))
  return {
    ...{ facts, row, sent: request?.body as Seen['sent'], headers: request?.headers ?? {} },
    lost: facts.headers.get('x-waystation-lost') ?? '',
  }
}

/** The charge as its own lines have it. */
function byHand({ facts: { charge } }: Row): number {
  if (!charge || charge.kind === 'per-call') return Math.round(Number(charge?.model_price) * DOLLAR)
  const tokens = charge.lines.reduce((sum, line) => sum + line.tokens * Number(line.weight), 0)
  const factor = (charge.tiers ?? []).reduce((all, tier) => all * Number(tier.factor), 1)
  const fees = (charge.uses ?? []).reduce((sum, use) => sum + use.count * Number(use.dollars) * DOLLAR, 0)
  return Math.round((tokens * Number(charge.model_ratio) * factor + fees) * Number(charge.group_ratio))
}

/** Fields that make a call dearer, in the dialect that has them; the path by which a loss is named. */
const dear: readonly { dialect: ClientDialectName; field: string; more: Record<string, unknown> }[] = [
  { dialect: 'openai-chat', field: 'service_tier', more: { service_tier: 'priority' } },
  { dialect: 'openai-chat', field: 'web_search_options', more: { web_search_options: {} } },
  { dialect: 'openai-chat', field: 'search_parameters', more: { search_parameters: { mode: 'on' } } },
  { dialect: 'openai-chat', field: 'enable_search', more: { enable_search: true } },
  { dialect: 'openai-chat', field: 'plugins', more: { plugins: [{ id: 'web' }] } },
  { dialect: 'openai-chat', field: 'models', more: { models: ['a-dearer-one'] } },
  { dialect: 'openai-chat', field: 'tools[0]', more: { tools: [{ type: 'web_search', web_search: { enable: true } }] } },
  { dialect: 'openai-responses', field: 'service_tier', more: { service_tier: 'priority' } },
  { dialect: 'openai-responses', field: 'tools[0]', more: { tools: [{ type: 'web_search' }] } },
  { dialect: 'openai-responses', field: 'tools[0]', more: { tools: [{ type: 'web_search_preview' }] } },
  { dialect: 'openai-responses', field: 'tools[0]', more: { tools: [{ type: 'file_search', vector_store_ids: ['vs'] }] } },
  { dialect: 'openai-responses', field: 'tools[0]', more: { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] } },
  { dialect: 'openai-responses', field: 'tools[0]', more: { tools: [{ type: 'image_generation' }] } },
  { dialect: 'anthropic-messages', field: 'service_tier', more: { service_tier: 'priority' } },
  { dialect: 'anthropic-messages', field: 'speed', more: { speed: 'fast' } },
  { dialect: 'anthropic-messages', field: 'tools[0]', more: { tools: [{ type: 'web_search_20250305', name: 'web_search' }] } },
  { dialect: 'anthropic-messages', field: 'tools[0]', more: { tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] } },
  { dialect: 'gemini-generate', field: 'tools[0].googleSearch', more: { tools: [{ googleSearch: {} }] } },
  { dialect: 'gemini-generate', field: 'tools[0].google_search', more: { tools: [{ google_search: {} }] } },
  { dialect: 'gemini-generate', field: 'tools[0].googleMaps', more: { tools: [{ googleMaps: {} }] } },
]
const topOf = (field: string) => field.replace(/\[.*$/, '')

describe('without a price', () => {
  test.each(dear)('$field of $dialect is taken off, and named: $more', async ({ dialect, field, more }) => {
    const { facts, sent, lost, row } = await ask({ dialect, model: bare[dialect], more }, dialect)
    expect(facts.status).toBe(200)
    expect(sent).toBeDefined()
    expect(sent).not.toHaveProperty(topOf(field))
    expect(lost).toContain(field)
    expect(row?.facts.losses).toContain(field)
    expect(row?.quota).toBe(120)
  })

  test.each(dear.filter(({ field }) => field.startsWith('tools[0]')))(
    'the caller’s own tools stay beside $field of $dialect: $more',
    async ({ dialect, more }) => {
      const own = {
        'openai-chat': { type: 'function', function: { name: 'own', parameters: { type: 'object' } } },
        'openai-responses': { type: 'function', name: 'own', parameters: { type: 'object' } },
        'anthropic-messages': { name: 'own', input_schema: { type: 'object' } },
        'gemini-generate': { functionDeclarations: [{ name: 'own' }] },
      }[dialect]
      const tools = [...(more.tools as object[]), own]
      const { sent } = await ask({ dialect, model: bare[dialect], more: { tools } }, dialect)
      expect(sent?.tools).toHaveLength(1)
      expect(JSON.stringify(sent?.tools)).toContain('own')
    },
  )

  test.each(dear.flatMap((one) => dialects.filter((to) => to !== one.dialect).map((to) => ({ ...one, to }))))(
    '$field of $dialect reaches no vendor that speaks $to: $more',
    async ({ dialect, field, more, to }) => {
      const { facts, sent, lost } = await ask({ dialect, model: bare[to], more }, to)
      // What cannot be said may also be refused in words.
      expect([200, 400]).toContain(facts.status)
      if (facts.status === 400) return expect(sent).toBeUndefined()
      expect(JSON.stringify(sent)).not.toMatch(
        /priority|"speed"|web_?search|google_?search|google_?maps|file_search|code_(interpreter|execution)|image_generation|plugins|models|enable_search|search_parameters/i,
      )
      // Code that Google runs costs its tokens only, so there is nothing to take off.
      if (JSON.stringify(sent?.tools ?? []).includes('codeExecution')) return undefined
      // Whether by the name in the client's words or in the vendor's.
      expect(lost, `${field} is not named`).not.toBe('')
      return undefined
    },
  )

  test.each([
    { dialect: 'openai-responses', field: 'tools[0]', more: { tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } } },
    {
      dialect: 'anthropic-messages',
      field: 'tools[0]',
      more: { tools: [{ type: 'web_search_20250305', name: 'web_search' }], tool_choice: { type: 'tool', name: 'web_search' } },
    },
    { dialect: 'anthropic-messages', field: 'inference_geo', more: { inference_geo: 'us' } },
  ] as const)('$field of $dialect that the answer hangs on is refused, and named', async ({ dialect, field, more }) => {
    const { facts, sent } = await ask({ dialect, model: bare[dialect], more }, dialect)
    expect(facts.status).toBe(400)
    const failure = doorOf(dialect).failure(facts.json as Record<string, unknown>)
    expect(failure?.message).toContain(field)
    expect(failure?.kind).toMatch(doorOf(dialect).kinds[400])
    expect(sent).toBeUndefined()
  })

  test.each(dear)('$field of $dialect goes to a channel that bears it: $more', async ({ dialect, field, more }) => {
    const { sent, lost, row } = await ask({ dialect, model: borne[dialect], more }, dialect)
    expect(sent?.[topOf(field)]).toEqual(more[topOf(field)])
    expect(lost).toBe('')
    expect(row?.quota).toBe(120)
  })

  test.each(dear)('$field of $dialect is refused where nothing may be edited: $more', async ({ dialect, field, more }) => {
    await world.setOption('global.pass_through_request_enabled', 'true')
    try {
      const { facts, sent } = await ask({ dialect, model: bare[dialect], maxOutputTokens: 100, more }, dialect)
      expect(facts.status).toBe(400)
      expect(doorOf(dialect).failure(facts.json as Record<string, unknown>)?.message).toContain(field)
      expect(sent).toBeUndefined()
    } finally {
      await world.setOption('global.pass_through_request_enabled', 'false')
    }
  })

  test('a beta for fast mode is taken out of the header, the others stay', async () => {
    const testRequest = { dialect: 'anthropic-messages', model: bare['anthropic-messages'], maxOutputTokens: 100 } as const
    const betas = (list: string) => ask(testRequest, 'anthropic-messages', {}, { 'anthropic-beta': list })
    const both = await betas('fast-mode-2026-02-01,context-1m-2025-08-07')
    expect(both.headers['anthropic-beta']).toBe('context-1m-2025-08-07')
    expect(both.lost).toContain('headers.anthropic-beta')
    expect((await betas('fast-mode-2026-02-01')).headers['anthropic-beta']).toBeUndefined()
    const borneBy = await ask(
      { ...testRequest, model: borne['anthropic-messages'] },
      'anthropic-messages',
      {},
      { 'anthropic-beta': 'fast-mode-2026-02-01' },
    )
    expect(borneBy.headers['anthropic-beta']).toBe('fast-mode-2026-02-01')
  })

  test('what the operator’s override requests is sent', async () => {
    const { sent, lost } = await ask({ dialect: 'openai-chat', model: 'own-words', more: { service_tier: 'scale' } }, 'openai-chat')
    expect(sent).toMatchObject({ service_tier: 'priority' })
    expect(lost).toContain('service_tier')
  })

  test.each(['auto', 'default', 'flex'])('the tier %s costs no more and is sent', async (service_tier) => {
    const { sent, lost } = await ask({ dialect: 'openai-chat', model: bare['openai-chat'], more: { service_tier } }, 'openai-chat')
    expect(sent).toMatchObject({ service_tier })
    expect(lost).toBe('')
  })

  test('a fixed price covers no surcharge', async () => {
    await world.setOption('ModelPrice', '{"fixed-price":0.02}')
    const more = { service_tier: 'priority', web_search_options: {} }
    const { sent, lost, row } = await ask({ dialect: 'openai-chat', model: 'fixed-price', more }, 'openai-chat')
    expect(sent).not.toHaveProperty('service_tier')
    expect(lost).toContain('web_search_options')
    expect(row?.quota).toBe(0.02 * DOLLAR)
  })
})

/** Vendors' lists, dollars for a million tokens: gpt-5 1.25 and 10, twice that at priority; claude-sonnet 3 and 15, a search 0.01. */
const perMillion = (dollars: number, tokens: number) => (dollars * tokens * DOLLAR) / 1_000_000
const searched = { webSearchQueries: ['one', 'two'], groundingChunks: [{ web: { uri: 'https://a.example', title: 'a' } }] }

describe('with a price, on a fresh install', () => {
  test.each([
    { reported: 'priority', factor: 2 },
    { reported: 'default', factor: 1 },
  ])('priority at gpt-5 is sent, and charged as the vendor reports that it served: $reported', async ({ reported, factor }) => {
    for (const dialect of ['openai-chat', 'openai-responses'] as const) {
      const { sent, row, lost } = await ask({ dialect, model: 'gpt-5', more: { service_tier: 'priority' } }, dialect, {
        ...{ prompt: 1000, output: 300, more: { service_tier: reported } },
      })
      expect(sent).toMatchObject({ service_tier: 'priority' })
      expect(lost).toBe('')
      expect(row?.quota).toBe(Math.round(factor * (perMillion(1.25, 1000) + perMillion(10, 300))))
    }
  })

  test('searches of Claude are charged each', async () => {
    const more = { tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }] }
    const reported = { prompt: 40_000, output: 400, usage: { server_tool_use: { web_search_requests: 3 } } }
    const { sent, row } = await ask(
      { dialect: 'anthropic-messages', model: 'claude-sonnet-4-5', maxOutputTokens: 1000, more },
      'anthropic-messages',
      reported,
    )
    expect(sent?.tools).toEqual(more.tools)
    // Pages that it read are of the prompt, though the caller sent three words.
    expect(row?.facts).toMatchObject({ usage_source: 'upstream', charge: { uses: [{ kind: 'webSearch', count: 3, dollars: '0.01' }] } })
    expect(row?.quota).toBe(Math.round(perMillion(3, 40_000) + perMillion(15, 400) + 3 * 0.01 * DOLLAR))
  })

  test('searches of OpenAI’s Responses are charged each', async () => {
    const searches = ['a', 'b'].map((id) => ({
      type: 'web_search_call',
      id: `ws_${id}`,
      status: 'completed',
      action: { type: 'search', query: id },
    }))
    const { sent, row } = await ask(
      { dialect: 'openai-responses', model: 'gpt-5', more: { tools: [{ type: 'web_search' }] } },
      'openai-responses',
      {
        ...{ prompt: 9000, output: 300, more: { output: searches } },
      },
    )
    expect(sent?.tools).toEqual([{ type: 'web_search' }])
    expect(row?.quota).toBe(Math.round(perMillion(1.25, 9000) + perMillion(10, 300) + 2 * 0.01 * DOLLAR))
  })

  test.each([
    // 1.25 and 10 dollars; a prompt that was grounded costs 3.5 cents, however many searches it took.
    { model: 'gemini-2.5-pro', units: perMillion(1.25, 2000) + perMillion(10, 300) + 0.035 * DOLLAR },
    // 2 and 12 dollars; each search 1.4 cents.
    { model: 'gemini-3-pro-preview', units: perMillion(2, 2000) + perMillion(12, 300) + 2 * 0.014 * DOLLAR },
  ])('a grounded answer of $model is charged as Google does', async ({ model, units }) => {
    const { sent, row } = await ask({ dialect: 'gemini-generate', model, more: { tools: [{ googleSearch: {} }] } }, 'gemini-generate', {
      ...{ prompt: 2000, output: 300, more: { groundingMetadata: searched } },
    })
    expect(sent?.tools).toEqual([{ googleSearch: {} }])
    expect(row?.quota).toBe(Math.round(units))
  })

  test('a region of Claude’s costs its tenth more', async () => {
    const testRequest = {
      dialect: 'anthropic-messages',
      model: 'claude-sonnet-4-6',
      maxOutputTokens: 1000,
      more: { inference_geo: 'us' },
    } as const
    const { sent, row } = await ask(testRequest, 'anthropic-messages', { prompt: 1000, output: 100, usage: { inference_geo: 'us' } })
    expect(sent).toMatchObject({ inference_geo: 'us' })
    expect(row?.quota).toBe(Math.round(1.1 * (perMillion(3, 1000) + perMillion(15, 100))))
  })
})

test('what an admin prices is sent, and charged at that price', async () => {
  await world.setOption('ToolPrices', '{"dear":{"webSearch":0.004}}')
  await world.setOption('TierRatios', '{"*":{"turbo":3},"dear":{"priority":1.5}}')
  const priced = { dialect: 'openai-chat', model: 'dear' } as const
  const tiered = await ask({ ...priced, more: { service_tier: 'priority', web_search_options: {} } }, 'openai-chat', {
    more: { service_tier: 'priority' },
  })
  expect(tiered.sent).toMatchObject({ service_tier: 'priority', web_search_options: {} })
  expect(tiered.row?.quota).toBe(180)
  const all = await ask({ ...priced, more: { service_tier: 'turbo' } }, 'openai-chat', { more: { service_tier: 'turbo' } })
  expect(all.row?.quota).toBe(360)
  // Taken away again, it is not sent again.
  await world.setOption('TierRatios', '{}')
  const gone = await ask({ ...priced, more: { service_tier: 'priority' } }, 'openai-chat')
  expect(gone.sent).not.toHaveProperty('service_tier')
})
