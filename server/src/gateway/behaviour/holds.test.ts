// What is set aside for a call, and what that makes of it (security 3, decision D43): agents work on a small balance, an answer may be cut
// shorter and never longer, and nothing is held for what cannot come.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../../testing/fakes/fake-provider.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { answer } from '../testing/answers.ts'
import { maximumIn, send, type TestRequest } from '../testing/clients.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const DOLLAR = 500_000
/** Quota units for a million tokens at a dollar. */
const perMillion = (dollars: number, tokens: number) => Math.round((dollars * DOLLAR * tokens) / 1_000_000)

const channels = [
  { type: 14, models: 'claude-sonnet-4-5,claude-sonnet-4' },
  { type: 1, models: 'gpt-5,gpt-5-codex,gpt-4.1,o3,o9-unknown,text-embedding-3-small' },
  { type: 24, models: 'gemini-2.5-pro' },
  { type: 8, models: 'fake-chat' },
]

let world: World
let payers: Payers
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'fake-chat': 1, 'o9-unknown': 1 }, options: { CompletionRatio: '{"fake-chat":2}' } })
  for (const fields of channels) await world.addChannel(fields)
  payers = await openPayers(world)
})
afterAll(async () => {
  await payers.close()
  await world.close()
})
beforeEach(() => world.provider.clear())

const requestOf = (id: string): RecordedRequest => {
  const found = world.provider.requests.find(({ bill }) => bill?.callId === id)
  if (!found) throw new Error(`${id} did not go upstream`)
  return found
}

/** A key that may spend so many quota units. */
async function withLimit(limit: number): Promise<{ key: string }> {
  const token = await world.addToken({ name: 'limited', unlimited_quota: false, remain_quota: limit })
  return { key: `sk-${token.key}` }
}

let calls = 0
/** One call; what it was charged, what went upstream, and its row. */
async function one(payer: Pick<Payer, 'key'>, testRequest: Omit<TestRequest, 'prompt'> & { readonly prompt?: string }) {
  calls += 1
  const id = `one-${calls}`
  const facts = await send(world.url, payer.key, { ...testRequest, prompt: `#call:${id} #in:10 #out:5 ${testRequest.prompt ?? ''}` })
  if (facts.status !== 200) return { facts, maximum: undefined, row: undefined }
  return { facts, maximum: maximumIn(requestOf(id).body), row: await payers.row(facts.requestId) }
}

interface Agent {
  readonly name: string
  readonly testRequest: Omit<TestRequest, 'prompt' | 'isStream'>
  /** The model's own maximum, by the price seed. */
  readonly modelMaximum: number
}

/** The words and tools that an agent brings along, in bytes. */
const LUGGAGE = 'Follow the rules of the house. '.repeat(330)
const tool = { name: 'read', description: 'Reads a file', input_schema: { type: 'object', properties: { path: { type: 'string' } } } }
const cached = { system: [{ type: 'text', text: LUGGAGE, cache_control: { type: 'ephemeral' } }], tools: [tool] }

const agents: readonly Agent[] = [
  {
    name: 'Claude Code that thinks',
    testRequest: {
      ...{ dialect: 'anthropic-messages', model: 'claude-sonnet-4-5', maxOutputTokens: 32_000 },
      more: { ...cached, thinking: { type: 'enabled', budget_tokens: 31_999 } },
    },
    modelMaximum: 64_000,
  },
  {
    name: 'Claude Code that does not think',
    testRequest: { dialect: 'anthropic-messages', model: 'claude-sonnet-4-5', maxOutputTokens: 32_000, more: cached },
    modelMaximum: 64_000,
  },
  {
    name: 'Codex',
    testRequest: {
      ...{ dialect: 'openai-responses', model: 'gpt-5-codex' },
      more: {
        instructions: LUGGAGE,
        reasoning: { effort: 'medium', summary: 'auto' },
        store: false,
        include: ['reasoning.encrypted_content'],
      },
    },
    modelMaximum: 128_000,
  },
  {
    name: 'OpenCode',
    testRequest: { dialect: 'openai-chat', model: 'gpt-5', more: { max_tokens: 32_000, reasoning_effort: 'medium' } },
    modelMaximum: 128_000,
  },
  {
    name: 'Gemini CLI',
    testRequest: {
      ...{ dialect: 'gemini-generate', model: 'gemini-2.5-pro' },
      more: {
        systemInstruction: { parts: [{ text: LUGGAGE }] },
        generationConfig: { temperature: 0, topP: 1, thinkingConfig: { includeThoughts: true, thinkingBudget: -1 } },
      },
    },
    modelMaximum: 65_536,
  },
]

describe.each(agents)('$name', ({ testRequest, modelMaximum }) => {
  test('has ten streams at once on two dollars', async () => {
    const payer = await payers.add(2 * DOLLAR)
    const ids = Array.from({ length: 10 }, (_, at) => `agent-${at}`)
    const facts = await Promise.all(
      ids.map((id) =>
        send(world.url, payer.key, { ...testRequest, isStream: true, prompt: `#call:${id} #in:900 #told:600 #chunks:20x60ms go on` }),
      ),
    )
    expect(facts.map(({ status, end, inBandError }) => ({ status, end, inBandError }))).toEqual(
      ids.map(() => ({ status: 200, end: 'whole', inBandError: undefined })),
    )
    // They ran at once.
    const [first] = world.provider.requests
    for (const { atMs } of world.provider.requests) expect(atMs).toBeLessThan(first?.endedAtMs ?? 0)
    for (const [at, id] of ids.entries()) {
      const row = await payers.row(facts[at]?.requestId ?? '')
      const { body } = requestOf(id)
      const sent = maximumIn(body)
      const named = testRequest.maxOutputTokens ?? maximumIn(testRequest.more)
      expect(row.facts).toMatchObject({ end_reason: 'done' })
      expect(row.facts.write_off ?? 0).toBe(0)
      if (row.facts.output_lowered_to === undefined) expect(sent).toBe(named)
      else {
        expect(sent).toBe(row.facts.output_lowered_to)
        expect(sent).toBeGreaterThanOrEqual(4096)
        expect(sent).toBeLessThan(Math.min(named ?? modelMaximum, modelMaximum))
        const { thinking } = body as { thinking?: { budget_tokens: number } }
        if (thinking) expect(thinking.budget_tokens).toBeLessThan(sent ?? 0)
      }
    }
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  })
})

test('a stream that is shown whole holds PreConsumedQuota tokens at most, whatever maximum is named', async () => {
  const payer = await withLimit(DOLLAR)
  const heldFor = async (maxOutputTokens?: number) =>
    (
      await one(payer, {
        ...{ dialect: 'openai-chat', model: 'fake-chat', isStream: true },
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      })
    ).row?.facts.charge?.held ?? 0
  const unnamed = await heldFor()
  expect(unnamed).toBeGreaterThanOrEqual(2 * 500)
  expect(unnamed).toBeLessThan(2 * 500 + 100)
  // The body that names a maximum is longer, and ids in the prompts may differ in length.
  expect(Math.abs((await heldFor(100_000)) - unnamed)).toBeLessThan(20)
  expect(unnamed - (await heldFor(100))).toBeGreaterThan(2 * 395)
})

test('a whole answer is held for the whole maximum that was named, or refused with a message before any vendor is called', async () => {
  const rich = await withLimit(2 * DOLLAR)
  const held = (await one(rich, { dialect: 'openai-chat', model: 'gpt-4.1', isStream: false, maxOutputTokens: 10_000 })).row?.facts.charge
    ?.held
  expect(held).toBeGreaterThanOrEqual(perMillion(8, 10_000))
  expect(held).toBeLessThan(perMillion(8, 10_000) + 100)

  world.provider.clear()
  const poor = await payers.add(perMillion(8, 9000))
  for (const dialect of ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const) {
    const { facts } = await one(poor, { dialect, model: 'gpt-4.1', isStream: false, maxOutputTokens: 10_000 })
    expect(facts.status).toBe(403)
    expect(facts.inBandError?.message).toMatch(/: \$[0-9.]+ required, \$[0-9.]+ left/)
  }
  expect(world.provider.requests).toHaveLength(0)
  expect(await poor.balance()).toBe(perMillion(8, 9000))
})

test('no more is held than the model can answer, however much is named', async () => {
  const payer = await withLimit(2 * DOLLAR)
  const { row, maximum } = await one(payer, { dialect: 'openai-chat', model: 'gpt-4.1', isStream: false, maxOutputTokens: 900_000 })
  expect(row?.facts.charge?.held).toBeLessThan(perMillion(8, 32_768) + 100)
  expect(maximum).toBe(900_000)
})

test('a whole answer without a named maximum is held for the model’s own, and cut shorter on a small balance', async () => {
  const rich = await one(await withLimit(5 * DOLLAR), { dialect: 'openai-chat', model: 'gpt-4.1', isStream: false })
  expect(rich.maximum).toBeUndefined()
  expect(rich.row?.facts.charge?.held).toBeGreaterThanOrEqual(perMillion(8, 32_768))

  const less = await one(await withLimit(perMillion(8, 40_000)), { dialect: 'openai-chat', model: 'gpt-4.1', isStream: false })
  expect(less.row?.facts.output_lowered_to).toBe(less.maximum)
  // A quarter of what is available.
  expect(less.maximum).toBeGreaterThan(9900)
  expect(less.maximum).toBeLessThanOrEqual(10_000)

  const poor = await one(await withLimit(perMillion(8, 5000)), { dialect: 'openai-chat', model: 'gpt-4.1', isStream: false })
  expect(poor).toMatchObject({ maximum: 4096, row: { facts: { output_lowered_to: 4096 } } })

  const poorer = await one(await withLimit(perMillion(8, 4000)), { dialect: 'openai-chat', model: 'gpt-4.1', isStream: false })
  expect(poorer.facts).toMatchObject({ status: 403, inBandError: { code: 'pre_consume_token_quota_failed' } })
})

test('a stream that thinks unseen has its named maximum lowered, never above the model’s own', async () => {
  const { row, maximum } = await one(await withLimit(perMillion(8, 50_000)), {
    ...{ dialect: 'openai-chat', model: 'o3', isStream: true, maxOutputTokens: 900_000 },
  })
  expect(maximum).toBe(row?.facts.output_lowered_to)
  expect(maximum).toBeGreaterThan(12_000)
  expect(maximum).toBeLessThanOrEqual(12_500)
})

test('an unknown model is held for 32,768 tokens, or gets 4,096', async () => {
  const testRequest = { dialect: 'openai-responses', model: 'o9-unknown', isStream: true } as const
  const rich = await one(await withLimit(200_000), testRequest)
  expect(rich.maximum).toBeUndefined()
  expect(rich.row?.facts.charge?.held).toBeGreaterThanOrEqual(32_768)
  const poor = await one(await withLimit(100_000), testRequest)
  expect(poor).toMatchObject({ maximum: 4096, row: { facts: { output_lowered_to: 4096 } } })
  const poorer = await one(await withLimit(4000), testRequest)
  expect(poorer.facts).toMatchObject({ status: 403, inBandError: { code: 'pre_consume_token_quota_failed' } })
})

test('nothing is held for the output of an embedding', async () => {
  // 0.02 dollars a million: eight thousand bytes are no more than 40 units.
  const payer = await withLimit(40)
  const response = await fetch(`${world.url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payer.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'text-embedding-3-small', input: `#in:10 ${'word '.repeat(1600)}` }),
  })
  expect(response.status).toBe(200)
  await response.text()
  const row = await payers.row(response.headers.get('x-request-id') ?? '')
  expect(row.facts.charge?.held).toBeLessThanOrEqual(40)
})

test('what an operator’s override sends is what is held', async () => {
  await world.addChannel({ type: 8, models: 'overridden', param_override: '{"max_tokens":8000}' })
  await world.setOption('ModelRatio', '{"fake-chat":1,"o9-unknown":1,"overridden":1}')
  const payer = await withLimit(DOLLAR)
  const { row, maximum } = await one(payer, { dialect: 'openai-chat', model: 'overridden', isStream: false, maxOutputTokens: 10 })
  expect(maximum).toBe(8000)
  expect(row?.facts.charge?.held).toBeGreaterThanOrEqual(8000)
  const poor = await one(await withLimit(7000), { dialect: 'openai-chat', model: 'overridden', isStream: false, maxOutputTokens: 10 })
  expect(poor.facts.status).toBe(403)
})

test('fifty calls at once at a token with cover for three make three', async () => {
  const testRequest = { dialect: 'openai-chat', model: 'fake-chat', isStream: false, maxOutputTokens: 50 } as const
  const { row } = await one(await withLimit(DOLLAR), { ...testRequest, prompt: 'hi' })
  const held = row?.facts.charge?.held ?? 0
  expect(held).toBeGreaterThan(50)
  const { key } = await withLimit(3 * held + held / 2)
  const others = Promise.withResolvers<void>()
  const reply = [step.until(() => others.promise), ...scenario.reply(200, answer('openai-chat', { prompt: 5, output: 50 }))]
  world.provider.script('fake-chat', reply)
  let refused = 0
  const facts = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const made = await send(world.url, key, { ...testRequest, prompt: 'hi' })
      if (made.status !== 200) refused += 1
      if (refused === 47) others.resolve()
      return made
    }),
  )
  world.provider.clear()
  expect(facts.filter(({ status }) => status === 200)).toHaveLength(3)
  for (const { status, inBandError } of facts)
    if (status !== 200) expect({ status, code: inBandError?.code }).toEqual({ status: 403, code: 'pre_consume_token_quota_failed' })
})
