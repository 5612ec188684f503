// Answers whose vendor does not say what they used: they are charged by our own count of the prompt and of the answer, at the price of batches.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rowsAt, runAt } from '../../testing/time/run-at.ts'
import { type BatchWorld, GEMINI, line, openBatchWorld, PRICE, request, VECTORS } from './testing/batch-world.ts'

let batches: BatchWorld
beforeAll(async () => {
  batches = await openBatchWorld()
})
afterEach(() => batches.vendor.clear())
afterAll(() => batches.close())

const keyOf = (id: string) => id.slice(id.search(/[_/]/) + 1)
/** A prompt of about so many tokens: each is a word. */
const said = (words: number) => [{ role: 'user' as const, content: 'word '.repeat(words) }]
const kept = () => rowsAt(batches.world.address, 'select tokens from batch_prompts')
/** At 10 and 40 units a token, and half of that. */
const priceOf = ({ prompt_tokens: input, completion_tokens: output }: { prompt_tokens: number; completion_tokens: number }) =>
  Math.round((input * 10 + output * 40) / 2)

const shapes = [
  {
    name: 'OpenAI',
    submit: async () =>
      (await batches.alice.submit([line('a'), line('b', { messages: said(300) }), line('c', { messages: said(900) })])).id,
  },
  {
    name: 'Anthropic',
    async submit() {
      const requests = [request('a'), request('b', { messages: said(300) }), request('c', { messages: said(900) })]
      return (await batches.alice.claude.messages.batches.create({ requests })).id
    },
  },
  {
    name: 'Google',
    async submit() {
      const src = [1, 300, 900].map((words, index) => ({
        contents: [{ role: 'user', parts: [{ text: 'word '.repeat(words) }] }],
        ...{ config: { maxOutputTokens: 100 }, metadata: { key: 'abc'[index] ?? '' } },
      }))
      return (await batches.alice.google.batches.create({ model: GEMINI, src, config: { displayName: 'x' } })).name ?? ''
    },
  },
]

test.each(shapes)('an answer of $name without usage costs its own prompt, and the row says that it was counted', async ({ submit }) => {
  const { alice, vendor, payers, poll } = batches
  vendor.lines = { b: 'unreported' }
  const { done: id, cost } = await alice.spending(async () => {
    const submitted = await submit()
    const [row] = await kept()
    expect(String(row?.tokens)).not.toMatch(/"[abc]"/)
    await poll()
    return submitted
  })
  const row = await payers.row(keyOf(id))
  expect(row.facts).toMatchObject({ usage_source: 'counted', batch: { requests: 3, answered: 3 } })
  // 20 are reported for each of the others, and 5 of their answers.
  expect(row.prompt_tokens - 40).toBeGreaterThan(290)
  expect(row.prompt_tokens - 40).toBeLessThan(320)
  expect(row.completion_tokens).toBeGreaterThan(10)
  expect([cost, row.quota]).toEqual([priceOf(row), priceOf(row)])
  expect(await kept()).toEqual([])
})

test('a report of zeros beside an answer is none', async () => {
  const { alice, vendor, payers, poll } = batches
  vendor.usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  const { done: id, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a', { messages: said(300) })])
    await poll()
    return id
  })
  const row = await payers.row(keyOf(id))
  expect([row.facts.usage_source, cost]).toEqual(['counted', priceOf(row)])
  expect(row.prompt_tokens).toBeGreaterThan(290)
  expect(row.completion_tokens).toBeGreaterThan(0)
})

test('vectors without usage cost their texts', async () => {
  const { alice, vendor, payers, poll } = batches
  vendor.lines = { a: 'unreported' }
  const vectors = line('a', {}, { url: '/v1/embeddings', body: { model: VECTORS, input: ['word '.repeat(300)] } })
  const { id } = await alice.submit([vectors], { endpoint: '/v1/embeddings' })
  await poll()
  const row = await payers.row(keyOf(id))
  expect(row.prompt_tokens).toBeGreaterThan(290)
  expect(row.quota).toBe((row.prompt_tokens * 10) / 2)
})

test('what is counted here is charged up to what is held, and no more', async () => {
  const { alice, vendor, payers, poll, world } = batches
  vendor.lines = { a: 'unreported' }
  const { id } = await alice.submit([line('a', { messages: said(1000), max_completion_tokens: 1 })])
  // As if the count had been far too high.
  const [{ tokens } = {}] = await kept()
  expect(tokens).toEqual(expect.any(String))
  await runAt(world.address, `update batch_prompts set tokens = replace('${String(tokens)}', ':', ':9')`)
  await poll()
  const row = await payers.row(keyOf(id))
  expect(row.facts.charge?.quota).toBe(row.facts.charge?.held)
})

test('what was counted survives a restart', async () => {
  const apart = await openBatchWorld()
  try {
    const { alice, vendor, payers, world } = apart
    vendor.lines = { a: 'unreported' }
    const { id } = await alice.submit([line('a', { messages: said(300) })])
    const server = await world.restart()
    await apart.age(0)
    await server.runJob('poll-batches')
    const row = await payers.row(keyOf(id))
    expect(row.prompt_tokens).toBeGreaterThan(290)
    expect(row.quota).toBeGreaterThan(PRICE)
  } finally {
    await apart.close()
  }
})
