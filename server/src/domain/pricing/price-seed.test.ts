import { readFileSync } from 'node:fs'
import { calcPrice } from '@pydantic/genai-prices'
import { noUsage } from '@waystation/contract/calls/usage'
import { channelTypes } from '@waystation/contract/channels/channel-type'
import { traitsOf } from '@waystation/contract/models/traits'
import { perBucket } from '@waystation/contract/prices/price-buckets'
import { countsSearches } from '@waystation/wire/rerank/searches'
import { describe, expect, test } from 'vitest'
import { providers } from '../../providers/registry.ts'
import { callPriceSeed, type SeedPrice } from './built-in-prices.ts'
import { compilePrice, priceCall } from './price-call.ts'
import sources from './price-sources.json' with { type: 'json' }

const rows = JSON.parse(readFileSync(new URL('./price-seed.json', import.meta.url), 'utf8')) as Record<
  string,
  SeedPrice & { note?: string }
>
/** The rows without columns that are not token prices. */
const seed: Record<string, Record<string, string>> = Object.fromEntries(
  Object.entries(rows).map(
    ([model, { maxOutput: _, context: __, uses: ___, tiers: ____, lengthTiers: _____, source: ______, ...prices }]) => [model, prices],
  ),
)
/** The day that tools/make-price-seed.ts takes prices of, at an hour when no vendor has a discount. */
const timestamp = new Date('2026-11-21T12:45:00Z')

/** Dollars of a thousand tokens of one kind, as the source package reckons them. */
function dollars(provider: string, model: string, usage: Record<string, number>): number {
  return calcPrice(usage, model, { providerId: provider, timestamp })?.total_price ?? Number.NaN
}

test('the model everybody knows costs what everybody knows', () => {
  expect(seed['gpt-4o']).toMatchObject({ ratio: '1.25', completion: '4', cache: '0.5' })
  expect(seed['claude-sonnet-4-5-20250929']).toMatchObject({
    ratio: '1.5',
    completion: '5',
    cache: '0.1',
    cacheWrite: '1.25',
    cacheWriteLong: '2',
  })
})

test('several hundred models of the main vendors have a price', () => {
  const names = Object.keys(seed)
  expect(names.length).toBeGreaterThan(900)
  expect(names).toEqual(names.toSorted())
  const vendors = [
    /^gpt-6/,
    /^claude-opus-5/,
    /^gemini-3\.8/,
    /^deepseek-v4/,
    /^mistral-large/,
    /^grok-4\.6/,
    /^kimi-k3/,
    /^qwen3/,
    /^glm-5/,
    /^command-a/,
    /^llama-/,
  ]
  expect(vendors.filter((vendor) => !names.some((name) => vendor.test(name)))).toEqual([])
  expect(names).toEqual(
    expect.arrayContaining(['text-embedding-3-small', 'gemini-embedding-001', 'mistral-embed', 'embed-v4.0', 'voyage-3.5']),
  )
})

test('every model that the channel drawer offers has a price, under its own name or the one that it is sold under', () => {
  // Those that have none are named by their records: an admin sets one before they are offered.
  const isPriced = (name: string) => Object.hasOwn(seed, name) || callPriceSeed.has(name)
  for (const { id, name, models, unpriced = [] } of channelTypes) {
    const found = models.filter((model) => !isPriced(model) && !isPriced(providers[id]?.bareName?.(model, {}) ?? model))
    expect(found.toSorted(), name).toEqual([...unpriced].toSorted())
  }
})

test('the page of prices names every model without one', () => {
  const page = readFileSync(new URL('../../../../docs/prices.md', import.meta.url), 'utf8')
  for (const { name, models, unpriced = [] } of channelTypes) {
    const maker = name.replace(/^(iFlytek|VolcEngine) /, '')
    const whole = unpriced.length === models.length && page.includes(`| ${maker} | all |`)
    for (const model of whole ? [] : unpriced) expect(page, name).toContain(`\`${model}\``)
  }
})

test('prices in yuan are dollars at the rate of the page, long prompts included', () => {
  const yuan = (model: string, column: 'completion' | 'cache' | 'one') => {
    const { ratio, completion, cache } = { ...seed[model] }
    return Number(ratio) * 2 * 7.25 * Number({ completion, cache, one: '1' }[column])
  }
  expect(yuan('doubao-seed-1-8-251228', 'one')).toBeCloseTo(0.8, 9)
  expect(yuan('doubao-seed-1-8-251228', 'completion')).toBeCloseTo(8, 9)
  expect(yuan('doubao-seed-1-8-251228', 'cache')).toBeCloseTo(0.16, 9)
  const [short, long] = rows['doubao-seed-1-8-251228']?.lengthTiers ?? []
  expect(short).toEqual({ above: 32_000, input: '1.5', output: '2', cacheRead: '1' })
  expect(long).toEqual({ above: 128_000, input: '3', output: '3', cacheRead: '1' })
})

/** What vendors say is free of charge. */
const free = new Set([
  'omni-moderation-latest',
  'omni-moderation-2024-09-26',
  'text-moderation-latest',
  'text-moderation-stable',
  'text-moderation-007',
])

test('every value is plain decimal text of at most twelve places, and nothing is free but what its vendor gives away', () => {
  for (const [model, { note: _note, ...numbers }] of Object.entries(seed)) {
    expect(Object.keys(numbers), model).toEqual(expect.arrayContaining(['ratio', 'completion', 'cache', 'cacheWrite', 'cacheWriteLong']))
    for (const [name, text] of Object.entries(numbers)) expect(text, `${model}.${name}`).toMatch(/^(0|[1-9]\d*)(\.\d{0,11}[1-9])?$/)
    expect(Number(numbers.ratio) === 0, model).toBe(free.has(model))
  }
})

test('fees of tools, factors of tiers and longest answers are numbers that can be', () => {
  for (const [model, { maxOutput, uses = {}, tiers = {} }] of Object.entries(rows)) {
    if (maxOutput !== undefined) expect(Number.isSafeInteger(maxOutput) && maxOutput > 0, model).toBe(true)
    for (const [name, text] of Object.entries({ ...uses, ...tiers }))
      expect(text, `${model}.${name}`).toMatch(/^(0|[1-9]\d*)(\.\d{0,11}[1-9])?$/)
  }
})

test('every row says where it comes from, and when that was read', () => {
  const known = new Map<string, { name: string; addresses: string[]; read: string }>(Object.entries(sources))
  const used = [...Object.entries(rows), ...callPriceSeed].map(([model, { source }]) => {
    expect(known.has(source ?? ''), model).toBe(true)
    return source
  })
  expect([...known.keys()].filter((id) => !used.includes(id))).toEqual([])
  const page = readFileSync(new URL('../../../../docs/prices.md', import.meta.url), 'utf8').split('\n')
  for (const [id, { name, addresses, read }] of known) {
    expect(read, id).toMatch(/^2026-1\d-\d\d$/)
    expect(addresses.length > 0 || id === 'tasks', id).toBe(true)
    expect(page, id).toContain(`| \`${id}\` | ${name} | ${addresses.join('<br>')} | ${read} |`)
  }
})

test('tiers of long prompts begin with the shortest, and make no call cheaper', () => {
  const tiered = Object.entries(rows).filter(([, { lengthTiers }]) => lengthTiers)
  expect(tiered.length).toBeGreaterThan(60)
  for (const [model, { lengthTiers = [] }] of tiered) {
    const limits = lengthTiers.map(({ above }) => above)
    expect(limits, model).toEqual(limits.toSorted((a, b) => a - b))
    for (const { above, ...factors } of lengthTiers) {
      expect(Number.isSafeInteger(above) && above >= 32_000, model).toBe(true)
      for (const factor of Object.values(factors)) expect(Number(factor), model).toBeGreaterThanOrEqual(1)
    }
  }
})

test('the models with long prompts at a price of their own are those whose vendors say so', () => {
  const tiersAt = (model: string) => rows[model]?.lengthTiers
  expect(tiersAt('gemini-2.5-pro')).toEqual([{ above: 200_000, input: '2', output: '1.5' }])
  expect(tiersAt('gpt-5.5')).toEqual([{ above: 272_000, input: '2', output: '1.5' }])
  for (const grok of ['grok-4.6', 'grok-4.7']) expect(tiersAt(grok)).toEqual([{ above: 199_999, input: '2', output: '2' }])
  expect(tiersAt('claude-sonnet-4-5')).toEqual([{ above: 200_000, input: '2', output: '1.5' }])
  expect(tiersAt('qwen3-max')).toHaveLength(2)
  for (const flat of ['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-opus-5-5', 'gemini-2.5-flash', 'gpt-4o', 'deepseek-chat'])
    expect([flat, tiersAt(flat)]).toEqual([flat, undefined])
})

test('models that make images have prices of text in, images in and images out', () => {
  const perMillion = (model: string) => {
    const { ratio, cache = '', completion = '', imageInput = '' } = rows[model]!
    return [1, Number(cache), Number(imageInput), Number(completion)].map((weight) => Number(ratio) * 2 * weight)
  }
  expect(perMillion('gpt-image-1')).toEqual([5, 1.25, 10, 40])
  expect(perMillion('gpt-image-1-mini')).toEqual([2, 0.2, 2.5, 8])
  expect(perMillion('gpt-image-1.5')).toEqual([5, 1.25, 8, 32])
  for (const model of ['gpt-image-2', 'gpt-image-2.5-sunburst', 'gpt-image-2.5-flare', 'gpt-image-2.6-sunburst', 'gpt-image-2.6-flare'])
    expect(perMillion(model), model).toEqual([5, 1.25, 8, 30])
})

test('images, searches, pages and tasks have a price per call', () => {
  const names = [...callPriceSeed.keys()]
  expect(names).toEqual(names.toSorted())
  const needed = [
    'dall-e-2',
    'dall-e-3',
    'imagen-4.0-generate-001',
    'rerank-v3.5',
    'mistral-ocr-latest',
    'mistral-ocr-4-1',
    'mj_imagine',
    'suno_music',
  ]
  expect(names).toEqual(expect.arrayContaining(needed))
  for (const [model, { dollars: price, unit }] of callPriceSeed) {
    expect(unit === 'search', model).toBe(countsSearches(model))
    expect(unit === 'page', model).toBe(traitsOf(model).work === 'ocr')
    expect(price, model).toMatch(/^(0|[1-9]\d*)\.\d{0,11}[1-9]$/)
    if (/^(mj|suno)_/.test(model)) expect(price, model).toBe('0.1')
    expect(Object.hasOwn(rows, model), `${model} has two prices`).toBe(false)
  }
})

test('hosted search has a price at the vendors whose agents search, and their models a longest answer', () => {
  expect(rows['gpt-5']).toMatchObject({ maxOutput: 128_000, uses: { webSearch: '0.01' }, tiers: { priority: '2', flex: '0.5' } })
  expect(rows['gpt-4o']).toMatchObject({ maxOutput: 16_384, uses: { webSearchPreview: '0.025', fileSearch: '0.0025' } })
  expect(rows['gpt-4o-search-preview']?.uses).toEqual({ request: '0.025' })
  expect(rows['claude-sonnet-4-5-20250929']).toMatchObject({ maxOutput: 64_000, uses: { webSearch: '0.01' } })
  expect(rows['claude-opus-4-6']?.tiers).toEqual({ fast: '6', 'geo:us': '1.1' })
  expect(rows['gemini-2.5-pro']).toMatchObject({ maxOutput: 65_536, uses: { groundedPrompt: '0.035' } })
  expect(rows['gemini-3.8-flash']?.uses).toEqual({ webSearch: '0.014' })
})

// The price maps are shown as numbers; a map that a client saves unchanged must be recognised as unchanged.
test('every value survives being a number', () => {
  for (const [model, { note: _note, ...numbers }] of Object.entries(seed))
    for (const [name, text] of Object.entries(numbers)) expect(String(Number(text)), `${model}.${name}`).toBe(text)
})

// server.md 11; server-behaviour 4.1
test.each([
  ['gpt-4o-audio-preview', '40', '80'],
  ['gpt-4o-audio-preview-2024-10-01', '40', '80'],
  ['gpt-4o-audio-preview-2024-12-17', '16', '32'],
  ['gpt-4o-mini-audio-preview', '66.666666666667', '133.333333333333'],
  ['gpt-4o-mini-audio-preview-2024-12-17', '66.666666666667', '133.333333333333'],
  ['gpt-4o-realtime-preview-2024-10-01', '20', '40'],
  ['gpt-4o-realtime-preview-2024-12-17', '8', '16'],
  ['gpt-4o-mini-realtime-preview', '16.666666666667', '33.333333333333'],
])('sound at %s weighs %s in and %s out', (model, audioInput, audioOutput) => {
  expect(seed[model]).toMatchObject({ audioInput, audioOutput })
})

test.each([
  ['gemini-3.8-flash', '1'],
  ['gemini-2.5-pro', '1'],
  ['gemini-2.5-flash', '3.333333333333'],
])('sound at %s costs %s times what text does', (model, audioInput) => expect(seed[model]).toMatchObject({ audioInput }))

// A thousand tokens are a minute of sound, a token is a character: server-behaviour 4.5.
test.each([
  ['whisper-1', 0.006],
  ['gpt-transcribe', 0.0045],
  ['whisper-large-v3', 0.00185],
  ['voxtral-mini-latest', 0.003],
  ['qwen3-asr-flash', 0.0021],
  ['@cf/openai/whisper-large-v3-turbo', 0.00051],
])('a minute at %s costs %d dollars', (model, minute) => {
  expect((Number(seed[model]?.ratio) * 2 * 1000) / 1_000_000).toBeCloseTo(minute, 12)
})

test('a minute at models that count sound in tokens costs what OpenAI says it does', () => {
  const minute = ({ ratio, audioInput }: Record<string, string>) => (Number(ratio) * Number(audioInput) * 2 * 1000) / 1_000_000
  expect(minute(seed['gpt-4o-transcribe']!)).toBeCloseTo(0.006, 12)
  expect(minute(seed['gpt-4o-mini-transcribe']!)).toBeCloseTo(0.003, 12)
})

test('a million characters cost 15 dollars at tts-1, and 30 at tts-1-hd', () => {
  expect([Number(seed['tts-1']?.ratio) * 2, Number(seed['tts-1-hd']?.ratio) * 2]).toEqual([15, 30])
})

describe.each([
  ['openai', 'gpt-4o'],
  ['openai', 'gpt-6-sol'],
  ['openai', 'o1'],
  ['openai', 'gpt-5-mini-2025-08-07'],
  ['anthropic', 'claude-opus-5-5'],
  ['anthropic', 'claude-3-5-haiku-20241022'],
  ['google', 'gemini-2.5-pro'],
  ['google', 'gemini-3.8-flash'],
  ['deepseek', 'deepseek-chat'],
  ['deepseek', 'deepseek-v4-pro'],
  ['x-ai', 'grok-4.6'],
  ['moonshotai', 'kimi-k3'],
  ['aws', 'global.anthropic.claude-opus-5-5'],
  ['aws', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['aws', 'amazon.nova-lite-v1:0'],
])('%s %s', (provider, model) => {
  const { ratio, completion, cache } = seed[model]!
  const perToken = (Number(ratio) * 2) / 1_000_000

  test('costs what the source says', () => {
    expect(perToken * 1000).toBeCloseTo(dollars(provider, model, { input_tokens: 1000 }), 12)
    expect(perToken * 1000 * Number(completion)).toBeCloseTo(dollars(provider, model, { output_tokens: 1000 }), 12)
    expect(perToken * 1000 * Number(cache)).toBeCloseTo(dollars(provider, model, { input_tokens: 1000, cache_read_tokens: 1000 }), 12)
  })
})

// The longest prompt of the first tier, and longer ones: the package reckons both.
describe.each([
  ['google', 'gemini-2.5-pro', 200_000],
  ['google', 'gemini-3.1-pro-preview', 200_000],
  ['openai', 'gpt-6-sol', 272_000],
  ['x-ai', 'grok-4.6', 199_999],
  ['anthropic', 'claude-sonnet-4-5-20250929', 200_000],
  ['minimax', 'minimax-m3', 512_000],
])('%s %s and prompts around %d tokens', (provider, model, above) => {
  test.each([above, above + 1, above * 2])('%d tokens cost what the source says', (prompt) => {
    const cached = Math.floor(prompt / 3)
    const charged = priceCall({ ...noUsage, freshInput: prompt - cached, cacheRead: cached, output: 4321, calls: 1 }, priceOf(model))
    const source = dollars(provider, model, { input_tokens: prompt, cache_read_tokens: cached, output_tokens: 4321 })
    expect(charged / UNITS).toBeCloseTo(source, 6)
  })
})

const UNITS = 1_000_000_000

function priceOf(model: string) {
  const { ratio, lengthTiers = [] } = rows[model]!
  const columns = seed[model] ?? {}
  const weights = perBucket(({ ratio: { column, fallback } }) => (column && columns[column]) ?? fallback)
  return compilePrice({
    kind: 'per-token',
    source: 'ratio',
    version: 1,
    model,
    ratio,
    weights,
    lengthTiers,
    groupRatio: '1',
    quotaPerUnit: UNITS,
  })
}
