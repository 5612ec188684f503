// A channel asked as each family of clients asks: by the gateway's own walk, at strict vendors of each dialect, free of charge and logged as
// tests; and what is red where the vendor's answers lack a field.
import { type ClientCheckRow, type ClientFamily, clientFamilies, clientFaultText } from '@waystation/contract/clients/client-checks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FakePart } from '../../testing/fakes/fake-provider-ask.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { prompts, tool } from './check-dialect.ts'

const ends = [
  ['chat', 'gpt-5.2', { type: 8 }],
  ['Responses', 'gpt-6-sol', { type: 1, setting: JSON.stringify({ dialects: ['openai-responses'] }) }],
  ['Messages', 'claude-opus-5-5', { type: 14 }],
  ['Gemini', 'gemini-3.8-flash', { type: 24 }],
] as const
const EMBEDDER = 'text-embedding-3-small'

/** A vendor that answers every check well: it calls the tool once, answers in the schema, and says hello otherwise. */
const obedient: FakePart = ({ texts, toolRounds = 0, tools = [], schema }) => {
  if (schema !== undefined) return { text: JSON.stringify({ city: 'Paris' }) }
  if (!texts.includes(prompts.tools)) return { text: 'Hello' }
  if (toolRounds > 0 || tools.length === 0) return { text: 'It is sunny.' }
  return { calls: [{ name: tool.name, argumentText: '{"city":"Paris"}' }] }
}

let world: World
const ids = new Map<string, number>()
beforeAll(async () => {
  const models = [...ends.map(([, model]) => model), EMBEDDER]
  world = await openWorld({ channel: null, isJudged: true, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  for (const [name, model, fields] of ends) ids.set(name, await world.addChannel({ name, models: model, ...fields }))
  ids.set('vectors', await world.addChannel({ name: 'vectors', type: 1, models: EMBEDDER }))
  for (const [, model] of ends) world.provider.play(model, obedient)
}, 180_000)
afterAll(() => world?.close())

const check = (channel: string, family: ClientFamily, model: string) =>
  world.console.call<ClientCheckRow[]>('POST', `/api/channel/${ids.get(channel)}/clients`, { family, model })
/** The rows in short: `tools: good`, `schema: bad, …`. */
const short = (rows: readonly ClientCheckRow[]) =>
  rows.map(({ check: name, state, fault }) => `${name}: ${state}${fault ? `, ${withoutId(clientFaultText(fault, 'en'))}` : ''}`)
const withoutId = (text: string) => text.replace(/ \(request id: \w+\)$/, '')
const isBad = ({ state }: ClientCheckRow) => state === 'bad'

describe.each(ends)('at %s', (channel, model) => {
  test.each(clientFamilies)('%s finds all that it demands', async (family) => {
    const rows = await check(channel, family, model)
    expect(rows.length).toBeGreaterThan(3)
    expect(short(rows.filter(isBad))).toEqual([])
    expect(rows.filter(({ state }) => state === 'good').length).toBeGreaterThan(3)
  })
})

test('the tests cost nobody anything, and are in the log as tests of the channel', async () => {
  const before = await world.balance()
  const id = await world.addChannel({ name: 'watched', type: 14, models: 'claude-opus-5-5' })
  ids.set('watched', id)
  await check('watched', 'codex', 'claude-opus-5-5')
  const rowsOfIt = async () => (await world.logs(1)).filter(({ channel }) => channel === id)
  await expect.poll(async () => (await rowsOfIt()).length).toBe(3)
  const rows = await rowsOfIt()
  for (const { quota, facts, token_name } of rows)
    expect({ quota, token_name, isTest: facts.is_test, charge: facts.charge }).toEqual({
      ...{ quota: 0, token_name: '', isTest: true, charge: undefined },
    })
  expect(rows.every(({ facts }) => (facts.would_be_quota ?? 0) > 0)).toBe(true)
  expect(await world.balance()).toBe(before)
  expect((await world.books()).differences).toEqual([])
})

test('what a model of vectors is not for is not offered, and its vectors are', async () => {
  expect(short(await check('vectors', 'openai-sdk', EMBEDDER))).toEqual([
    ...['whole', 'stream', 'tools', 'tool_result', 'schema'].map((name) => `${name}: not_offered`),
    ...['embeddings: good', 'models: good'],
  ])
  expect(short(await check('vectors', 'google-sdk', EMBEDDER))).toContain('embeddings: good')
  expect(short(await check('vectors', 'codex', EMBEDDER)).filter((line) => line.includes('bad'))).toEqual([])
})

/** While every answer of the vendor is this one. */
async function whileAnswering<Found>(model: string, steps: ReturnType<typeof scenario.reply>, run: () => Promise<Found>): Promise<Found> {
  world.provider.script(model, steps)
  try {
    return await run()
  } finally {
    world.provider.script(model, undefined)
  }
}

test('what the vendor says that it has not is not offered, in its words; another refusal is red', async () => {
  const message = 'This response_format type is unavailable now'
  const rows = await whileAnswering('gpt-5.2', scenario.refuse(400, message), () => check('chat', 'openai-sdk', 'gpt-5.2'))
  expect(short(rows).slice(0, 5)).toEqual([
    ...['whole', 'stream', 'tools', 'tool_result'].map((name) => `${name}: bad, status 400: ${message}`),
    `schema: not_offered, status 400: ${message}`,
  ])
})

test('a field that the vendor leaves out is red where it reaches the client, and named', async () => {
  const message = { role: 'assistant', content: 'Hello' }
  const usage = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 }
  const reply = { object: 'chat.completion', created: 1, model: 'gpt-5.2', choices: [{ index: 0, message, finish_reason: 'stop' }], usage }
  const whole = (family: ClientFamily) =>
    whileAnswering('gpt-5.2', scenario.reply(200, reply), async () => short(await check('chat', family, 'gpt-5.2'))[0])
  expect(await whole('openai-sdk')).toBe('whole: bad, id missing in the answer (there: object, created, model, choices, usage)')
  // The gateway writes an id of its own.
  expect(await whole('anthropic-sdk')).toBe('whole: good')
})

test('a model that calls no tool is red, with what it did instead', async () => {
  world.provider.play('gpt-5.2', () => ({ text: 'Sunny, I guess.' }))
  expect(short(await check('chat', 'claude-code', 'gpt-5.2')).slice(1, 3)).toEqual([
    'tools: bad, content.tool_use missing in the stream (there: text)',
    'tool_result: bad, content.tool_use missing in the stream (there: text)',
  ])
  world.provider.play('gpt-5.2', obedient)
})

test('a channel that is disabled can be checked, and one that is not there is not found', async () => {
  const id = ids.get('Messages')
  await world.console.call('PUT', '/api/channel/', { id, status: 2 })
  expect(short(await check('Messages', 'claude-code', 'claude-opus-5-5')).filter((line) => line.includes('bad'))).toEqual([])
  await world.console.call('PUT', '/api/channel/', { id, status: 1 })
  const missing = world.console.call('POST', '/api/channel/9999/clients', { family: 'codex', model: 'gpt-5.2' })
  await expect(missing).rejects.toThrow(/channel|渠道/)
})

test('a token pays for what it is asked with, as for any call', async () => {
  const { id, key } = await world.addToken({ name: 'checked' })
  const before = await world.balance()
  const rows = await world.console.call<ClientCheckRow[]>('POST', `/api/token/${id}/clients`, { family: 'codex', model: 'gpt-6-sol' })
  expect(short(rows)).toEqual(['stream: good', 'tools: good', 'tool_result: good', 'models: good'])
  expect(JSON.stringify(rows)).not.toContain(key)
  await expect.poll(() => world.balance()).toBeLessThan(before)
  const [newest] = await world.logs(1)
  expect({ token: newest?.token_name, isTest: newest?.facts.is_test }).toEqual({ token: 'checked', isTest: undefined })
  expect((await world.books()).differences).toEqual([])
})
