// Prices that rise with the length of a prompt: what is held, what is charged, and how the row explains it.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { answer } from '../testing/answers.ts'
import { openWorld, type World } from '../testing/world.ts'

const DOLLAR = 500_000
/** Quota units of so many tokens at dollars for a million. */
const perMillion = (dollars: number, tokens: number) => (dollars * DOLLAR * tokens) / 1_000_000
/** 600 KB, which may be 240,000 tokens. */
const LONG = 'word '.repeat(120_000)

let world: World
beforeAll(async () => {
  const models = 'fake-chat,gemini-2.5-pro,gpt-5.5,claude-sonnet-4-6'
  world = await openWorld({ channel: { models }, options: { CompletionRatio: '{"fake-chat":2}', CacheRatio: '{"fake-chat":0.5}' } })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

let calls = 0
/** A call whose vendor reports these tokens; its row. */
async function ask(model: string, prompt: number, output: number, { text = LONG, cached = 0 } = {}) {
  const usage = cached > 0 ? { prompt_tokens_details: { cached_tokens: cached } } : {}
  world.provider.next(scenario.reply(200, answer('openai-chat', { prompt, output, usage })))
  calls += 1
  const body = { model, max_tokens: 1000, messages: [{ role: 'user', content: text }] }
  expect((await world.post('/v1/chat/completions', body)).status).toBe(200)
  const [row] = await world.logs(calls)
  if (!row) throw new Error('no row')
  return row
}

describe('at Gemini 2.5 Pro, on a fresh install', () => {
  // 1.25, 0.125 and 10 dollars up to 200,000 tokens, and 2.5, 0.25 and 15 beyond.
  test('a prompt of 200,000 tokens costs the price of short ones', async () => {
    const row = await ask('gemini-2.5-pro', 200_000, 300, { cached: 50_000 })
    expect(row.quota).toBe(Math.round(perMillion(1.25, 150_000) + perMillion(0.125, 50_000) + perMillion(10, 300)))
    expect(row.facts).toMatchObject({ model_ratio: 0.625, completion_ratio: 8, cache_ratio: 0.1 })
    expect(row.facts.charge).not.toHaveProperty('length_tier')
  })

  test('with one token more the whole call costs the higher price, its cached tokens and its output too', async () => {
    const row = await ask('gemini-2.5-pro', 200_001, 300, { cached: 50_000 })
    expect(row.quota).toBe(Math.round(perMillion(2.5, 150_001) + perMillion(0.25, 50_000) + perMillion(15, 300)))
    expect(row.facts.charge).toMatchObject({
      model_ratio: '0.625',
      length_tier: { above: 200_000, input: '2', output: '1.5' },
      lines: [
        { bucket: 'freshInput', tokens: 150_001, weight: '2' },
        { bucket: 'cacheRead', tokens: 50_000, weight: '0.2' },
        { bucket: 'output', tokens: 300, weight: '12' },
      ],
    })
    // Tools that know only the family's keys come to the same: 1.25 × (150,001 + 50,000 × 0.1 + 300 × 6).
    expect(row.facts).toMatchObject({ model_ratio: 1.25, completion_ratio: 6, cache_ratio: 0.1 })
  })

  test('a prompt that may be long is held at the higher price, one that cannot at the lower', async () => {
    const held = async (text: string) => (await ask('gemini-2.5-pro', 1000, 10, { text })).facts.charge?.held ?? 0
    const long = await held(LONG)
    expect(long).toBeGreaterThanOrEqual(perMillion(2.5, 240_000) + perMillion(15, 1000))
    expect(long).toBeLessThan(perMillion(2.5, 240_100) + perMillion(15, 1100))
    const short = await held('word '.repeat(90_000))
    expect(short).toBeGreaterThanOrEqual(perMillion(1.25, 180_000) + perMillion(10, 1000))
    expect(short).toBeLessThan(perMillion(1.25, 180_100) + perMillion(10, 1100))
  })

  test('an admin who sets another ratio keeps the tier', async () => {
    await world.setOption('ModelRatio', '{"fake-chat":1,"gemini-2.5-pro":1}')
    const row = await ask('gemini-2.5-pro', 200_001, 1)
    expect(row.quota).toBe(2 * 200_001 + 12)
    await world.setOption('ModelRatio', '{"fake-chat":1}')
  })
})

test('Claude Sonnet 4.6 costs the same at every length', async () => {
  const row = await ask('claude-sonnet-4-6', 230_000, 100)
  expect(row.quota).toBe(perMillion(3, 230_000) + perMillion(15, 100))
})

describe('the option LengthTiers', () => {
  const tiers = [
    { above: 1000, input: 2, output: 3 },
    { above: 5000, input: 4, output: 3, cacheRead: 10 },
  ]
  const text = 'word '.repeat(3000)

  test('adds tiers, and the last one that is exceeded counts', async () => {
    await world.setOption('LengthTiers', JSON.stringify({ 'fake-chat': tiers }))
    expect((await ask('fake-chat', 1000, 100, { text })).quota).toBe(1000 + 200)
    expect((await ask('fake-chat', 1001, 100, { text, cached: 1 })).quota).toBe(2 * 1000 + 1 + 3 * 200)
    expect((await ask('fake-chat', 5001, 100, { text, cached: 1 })).quota).toBe(4 * 5000 + 5 + 3 * 200)
  })

  test('is told with the prices', async () => {
    const entries = await world.console.call<{ model_name: string; length_tiers?: unknown }[]>('GET', '/api/pricing')
    const of = (name: string) => entries.find(({ model_name }) => model_name === name)?.length_tiers
    expect(of('fake-chat')).toMatchObject([
      { above: 1000, model_ratio: 2, completion_ratio: 3, cache_ratio: 0.5 },
      { above: 5000, model_ratio: 4, completion_ratio: 1.5, cache_ratio: 1.25 },
    ])
    expect(of('gemini-2.5-pro')).toMatchObject([{ above: 200_000, model_ratio: 1.25, completion_ratio: 6, cache_ratio: 0.1 }])
    expect(of('claude-sonnet-4-6')).toBeUndefined()
  })

  test('a tier that is cheaper is not held for too little', async () => {
    await world.setOption('LengthTiers', JSON.stringify({ 'fake-chat': [{ above: 1000, input: 0.1, output: 0.1 }] }))
    const row = await ask('fake-chat', 900, 100, { text })
    expect(row.quota).toBe(900 + 200)
    expect(row.facts.charge?.held).toBeGreaterThanOrEqual(1100)
    expect(row.facts.write_off).toBeUndefined()
  })

  test('null takes a built-in one away', async () => {
    await world.setOption('LengthTiers', '{"gemini-2.5-pro":null}')
    const row = await ask('gemini-2.5-pro', 210_000, 100)
    expect(row.quota).toBe(perMillion(1.25, 210_000) + perMillion(10, 100))
    await world.setOption('LengthTiers', '{}')
  })

  test.each([
    ['tiers that do not rise', '{"m":[{"above":5000,"input":2},{"above":1000,"input":3}]}'],
    ['a factor of nothing', '{"m":[{"above":5000,"input":0}]}'],
    ['a negative factor', '{"m":[{"above":5000,"input":-1}]}'],
    ['a bucket that is none', '{"m":[{"above":5000,"inputs":2}]}'],
    ['no tier', '{"m":[]}'],
    ['half a token', '{"m":[{"above":0.5,"input":2}]}'],
  ])('%s are refused', async (_, value) => {
    await expect(world.setOption('LengthTiers', value)).rejects.toThrow()
  })
})

test('a stream notes how its running cost comes about, so that the row of a crash explains it', async () => {
  const database = await openTestDatabase(world.address)
  let isNoted = false
  const pause = () => (isNoted ? Promise.resolve() : sleep(100))
  const words = Array.from({ length: 60 }, () => [step.say('some words '), step.until(pause)]).flat()
  world.provider.next([step.streamHead(), ...words, step.finish(), step.usage(5, 120), step.done(), step.end()])
  const running = world.post('/v1/chat/completions', {
    model: 'fake-chat',
    stream: true,
    messages: [{ role: 'user', content: 'hello' }],
  })
  const noted = async () => {
    const hold = await database.read.selectFrom('hold').select(['facts', 'used']).where('state', '=', 'open').executeTakeFirst()
    const { other } = JSON.parse(hold?.facts || '{}') as { other?: string }
    return { used: Number(hold?.used ?? 0), ...(JSON.parse(other || '{}') as { end_reason?: string; charge?: { quota: number } }) }
  }
  await expect.poll(async () => (await noted()).charge?.quota ?? 0).toBeGreaterThan(0)
  const { used, end_reason, charge } = await noted()
  isNoted = true
  expect(end_reason).toBe('recovered')
  expect(charge).toMatchObject({ quota: used, price_source: 'ratio', lines: [{ bucket: 'freshInput' }, { bucket: 'output' }] })
  expect((await running).status).toBe(200)
  await database.close()
})
