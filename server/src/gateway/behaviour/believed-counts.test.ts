// How far a vendor's count is believed (decision D57): what is plausible is charged whole, whatever our own count is; what is beyond that is
// charged at the bound, and the row shows it.
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { type AnswerFields, answer } from '../testing/answers.ts'
import { send } from '../testing/clients.ts'
import { openPayers, type Payer, type Payers, type Row } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const models = {
  'openai-chat': 'plain-chat',
  'openai-responses': 'plain-responses',
  'anthropic-messages': 'plain-claude',
  'gemini-generate': 'plain-gemini',
}
const types = { 'openai-chat': 8, 'openai-responses': 1, 'anthropic-messages': 14, 'gemini-generate': 24 }
const dialects = Object.keys(types) as ClientDialectName[]
/** What a vendor may add around the prompt. */
const SLACK = 10_000

let world: World
let payers: Payers
let rich: Payer
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: Object.fromEntries([...Object.values(models), 'app'].map((name) => [name, 1])) })
  for (const dialect of dialects)
    await world.addChannel({ type: types[dialect], models: models[dialect], setting: '{"unpriced":"pass","vendor_ids":"pass"}' })
  await world.addChannel({ type: 8, models: 'app', setting: '{"hidden_prompt":true,"vendor_ids":"pass"}' })
  await world.addChannel({ type: 1, models: 'gpt-5,o4-mini-deep-research', setting: '{"vendor_ids":"pass"}' })
  await world.addChannel({ type: 14, models: 'claude-sonnet-4-6', setting: '{"vendor_ids":"pass"}' })
  payers = await openPayers(world)
  rich = await payers.add(1_000_000_000)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})
beforeEach(() => world.provider.clear())

interface Asked {
  readonly model?: string
  readonly prompt?: string
  readonly maxOutputTokens?: number
  readonly more?: Readonly<Record<string, unknown>>
}

/** The row of a call whose vendor reports this, and the bytes that went to the vendor. */
async function charged(dialect: ClientDialectName, reported: AnswerFields, asked: Asked = {}): Promise<Row & { sentBytes: number }> {
  world.provider.clear()
  world.provider.next(scenario.reply(200, answer(dialect, reported)))
  const facts = await send(world.url, rich.key, { dialect, model: models[dialect], prompt: 'hi', isStream: false, ...asked })
  expect(facts.status, facts.body).toBe(200)
  const row = await payers.row(facts.requestId)
  return { ...row, sentBytes: Buffer.byteLength(world.provider.requests[0]?.rawBody ?? '') }
}

describe('a true count of input is charged whole, however low our own count is', () => {
  const long = 'all of this is read by the vendor and charged by it. '.repeat(4000)
  const document = (fields: object) => ({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' }, ...fields },
          { type: 'text', text: 'hi' },
        ],
      },
    ],
  })
  const elsewhere: readonly [string, ClientDialectName, number, Asked][] = [
    ['context of a document', 'anthropic-messages', 50_000, { more: document({ context: long }) }],
    ['title of a document', 'anthropic-messages', 50_000, { more: document({ title: long }) }],
    [
      'source of a search result',
      'anthropic-messages',
      50_000,
      {
        more: {
          messages: [
            { role: 'user', content: [{ type: 'search_result', source: long, title: 'a', content: [{ type: 'text', text: 'a' }] }] },
          ],
        },
      },
    ],
    [
      'film by its address',
      'gemini-generate',
      690_000,
      {
        more: {
          contents: [{ role: 'user', parts: [{ fileData: { fileUri: 'https://a.test/film', mimeType: 'video/mp4' } }, { text: 'hi' }] }],
        },
      },
    ],
    ['thinking beside kept content', 'gemini-generate', 60_010, { more: { cachedContent: 'cachedContents/x' } }],
    ['kept content', 'gemini-generate', 1_000_000, { more: { cachedContent: 'cachedContents/x' } }],
    ['conversation that the vendor keeps', 'openai-responses', 200_000, { model: 'gpt-5', more: { conversation: 'conv_1' } }],
    ['stored prompt', 'openai-responses', 200_000, { model: 'gpt-5', more: { prompt: { id: 'pmpt_1' } } }],
    [
      'search of the vendor',
      'openai-responses',
      1_200_000,
      { model: 'o4-mini-deep-research', more: { tools: [{ type: 'web_search_preview' }] } },
    ],
    ['prompt of an app', 'openai-chat', 150_000, { model: 'app' }],
  ]
  test.each(elsewhere)('%s', async (_, dialect, prompt, asked) => {
    const row = await charged(dialect, { prompt }, asked)
    expect(row).toMatchObject({ prompt_tokens: prompt, facts: { usage_source: 'upstream' } })
    expect(row.facts.usage_cut).toBeUndefined()
  })
})

describe.each(dialects)('%s: a count that cannot be', (dialect) => {
  test('of input is charged at the bytes that were sent and a slack', async () => {
    const row = await charged(dialect, { prompt: 1_000_000 })
    const most = row.sentBytes + SLACK
    expect(row).toMatchObject({ prompt_tokens: most, completion_tokens: 20, facts: { usage_cut: { input: most } } })
    expect(row.facts.usage_suspect).toBeUndefined()
  })

  test('of input beside media is charged at the context of the model', async () => {
    const row = await charged('gemini-generate', { prompt: 1e12 }, { more: { cachedContent: 'cachedContents/x' } })
    expect(row).toMatchObject({ prompt_tokens: 2_000_000, facts: { usage_cut: { input: 2_000_000 } } })
  })

  test('of output is charged at the maximum that was sent', async () => {
    const row = await charged(dialect, { output: 5000 }, { maxOutputTokens: 100 })
    expect(row).toMatchObject({ prompt_tokens: 100, completion_tokens: 100, facts: { usage_cut: { output: 100 } } })
  })

  test('of output without a maximum is charged at what a model may think unseen', async () => {
    const row = await charged(dialect, { output: 1e12 })
    // The Messages API demands a maximum, so it always has one.
    const most = dialect === 'anthropic-messages' ? 8192 : 300_000
    expect(row.completion_tokens).toBeGreaterThanOrEqual(most)
    expect(row.completion_tokens).toBeLessThan(most + 100)
  })

  test('is counted by channel', async () => {
    const before = await doubted()
    await charged(dialect, { prompt: 1_000_000 })
    expect(await doubted()).toBe(before + 1)
  })
})

async function doubted(): Promise<number> {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  return [...text.matchAll(/waystation_counts_doubted_total\{[^}]*\} (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('its caches are cut in proportion', async () => {
  const usage = { prompt_tokens_details: { cached_tokens: 750_000 } }
  const row = await charged('openai-chat', { prompt: 1_000_000, usage })
  const most = row.sentBytes + SLACK
  const lines = row.facts.charge?.kind === 'per-token' ? row.facts.charge.lines : []
  const tokens = Object.fromEntries(lines.map(({ bucket, tokens }) => [bucket, tokens]))
  expect(tokens.cacheRead).toBe(most - Math.floor(most / 4))
  expect((tokens.cacheRead ?? 0) + (tokens.freshInput ?? 0)).toBe(most)
})

test('the context of a known model bounds what it may have read', async () => {
  const row = await charged('openai-responses', { prompt: 900_000 }, { model: 'gpt-5', more: { conversation: 'conv_1' } })
  expect(row).toMatchObject({ prompt_tokens: 400_000, facts: { usage_cut: { input: 400_000 } } })
})

describe('zeros, and what is no number, beside a visible answer', () => {
  test.each(dialects)('%s: are no report', async (dialect) => {
    const row = await charged(dialect, { prompt: 0, output: 0 })
    expect(row.facts.usage_source).toBe('counted')
    expect(row.prompt_tokens).toBeGreaterThan(0)
    expect(row.completion_tokens).toBeGreaterThan(0)
  })

  test.each(dialects)('%s: of output alone leave the input as reported', async (dialect) => {
    const row = await charged(dialect, { prompt: 77, output: 0 })
    expect(row).toMatchObject({ prompt_tokens: 77, facts: { usage_source: 'counted' } })
    expect(row.completion_tokens).toBeGreaterThan(0)
  })

  test('numbers below zero as text are checked as numbers are', async () => {
    const usage = { prompt_tokens: '-1000', completion_tokens: '-1000', total_tokens: '-2000' }
    const row = await charged('openai-chat', { usage })
    expect(row).toMatchObject({ facts: { usage_source: 'counted', usage_suspect: true } })
    expect(row.quota).toBeGreaterThan(0)
  })
})

describe('uses of tools', () => {
  const searches = (count: number) => ({ usage: { server_tool_use: { web_search_requests: count } } })
  const model = 'claude-sonnet-4-6'
  const usesIn = (row: Row) => row.facts.charge?.uses?.map(({ count }) => count) ?? []

  test('are none where no such tool was sent', async () => {
    const row = await charged('anthropic-messages', searches(1_000_000), { model })
    expect(usesIn(row)).toEqual([])
    expect(row.facts.usage_cut).toEqual({ uses: 0 })
  })

  test.each([
    [3, 1_000_000, 3],
    [3, 2, 2],
    [undefined, 1e15, 100],
  ])('max_uses %s, reported %s: charged %s', async (most, reported, expected) => {
    const tool = { type: 'web_search_20250305', name: 'web_search', ...(most === undefined ? {} : { max_uses: most }) }
    const row = await charged('anthropic-messages', searches(reported), { model, more: { tools: [tool] } })
    expect(usesIn(row)).toEqual([expected])
  })
})

describe('a later report of one answer', () => {
  const stream = async (...reports: readonly object[]) => {
    const frame = (fields: object) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...fields })}\n\n`
    const say = (content: string) => frame({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
    const text = [
      say('hi'),
      frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      ...reports.map((usage) => frame({ choices: [], usage })),
      'data: [DONE]\n\n',
    ].join('')
    world.provider.next(scenario.reply(200, text, { 'content-type': 'text/event-stream' }))
    const facts = await send(world.url, rich.key, { dialect: 'openai-chat', model: models['openai-chat'], prompt: 'hi', isStream: true })
    return payers.row(facts.requestId)
  }
  const usage = (prompt: number, cached: number, completion: number) => ({
    ...{ prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    prompt_tokens_details: { cached_tokens: cached },
  })

  test('replaces the earlier one where nothing became smaller', async () => {
    expect(await stream(usage(100, 0, 5), usage(100, 60, 9))).toMatchObject({
      ...{ prompt_tokens: 100, completion_tokens: 9 },
      facts: {
        charge: {
          lines: [
            { bucket: 'freshInput', tokens: 40 },
            { bucket: 'cacheRead', tokens: 60 },
            { bucket: 'output', tokens: 9 },
          ],
        },
      },
    })
  })

  test('leaves the earlier side whole where its sum became smaller', async () => {
    expect(await stream(usage(100, 60, 5), usage(50, 0, 9))).toMatchObject({
      ...{ prompt_tokens: 100, completion_tokens: 9 },
      facts: {
        charge: {
          lines: [
            { bucket: 'freshInput', tokens: 40 },
            { bucket: 'cacheRead', tokens: 60 },
            { bucket: 'output', tokens: 9 },
          ],
        },
      },
    })
  })
})

test('a Claude-dialect vendor that ends its stream with zeros does not make the prompt free', async () => {
  const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  const start = { input_tokens: 100, cache_read_input_tokens: 50, cache_creation_input_tokens: 0, output_tokens: 1 }
  const text = [
    event('message_start', { message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: start } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'one two three' } }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 9 },
    }),
    event('message_stop', {}),
  ].join('')
  for (const dialect of ['anthropic-messages', 'openai-chat'] as const) {
    world.provider.next(scenario.reply(200, text, { 'content-type': 'text/event-stream' }))
    const facts = await send(world.url, rich.key, { dialect, model: models['anthropic-messages'], prompt: 'hi', isStream: true })
    const row = await payers.row(facts.requestId)
    expect(row, dialect).toMatchObject({ prompt_tokens: 150, completion_tokens: 9, facts: { usage_source: 'upstream' } })
  }
})

test('a limit of a token does not make a call cheaper: what it lacks is taken from the balance', async () => {
  const payer = await payers.add(1_000_000_000, { limit: 13_000 })
  const before = await payer.balance()
  world.provider.next(scenario.reply(200, answer('openai-chat', { prompt: 690_000 })))
  const facts = await send(world.url, payer.key, { dialect: 'openai-chat', model: 'app', prompt: 'hi', isStream: false })
  expect(facts.status, facts.body).toBe(200)
  const row = await payers.row(facts.requestId)
  expect(row).toMatchObject({ quota: 690_000 + 20, prompt_tokens: 690_000 })
  expect(row.facts.write_off).toBeUndefined()
  expect(await payer.balance()).toBe(before - 690_020)
  const token = await payer.console.call<object>('GET', `/api/token/${payer.tokenId}`)
  expect(token).toMatchObject({ used_quota: 690_020, remain_quota: 0, status: 4 })
})
