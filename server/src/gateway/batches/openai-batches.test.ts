// Batches in OpenAI's shape, submitted with OpenAI's library at the stand-in of its batches.
import { toFile } from 'openai'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BatchWorld, GPT, line, openBatchWorld, PRICE, VECTORS } from './testing/batch-world.ts'

let batches: BatchWorld
beforeAll(async () => {
  batches = await openBatchWorld()
})
afterEach(() => {
  expect(batches.vendor.violations).toEqual([])
  batches.vendor.clear()
})
afterAll(() => batches.close())

const keyOf = (id: string) => id.slice('batch_'.length)
const parsed = (text: string): { custom_id: string }[] =>
  text
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one))

test('a batch goes its way, costs half of its answers at its end, and its answers are its owner’s', async () => {
  const { alice, bob, vendor, payers, poll } = batches
  vendor.plan('validating', 'running', 'finalizing', 'completed')
  vendor.lines = { b: 'errored' }
  const { done, cost, tokenCost } = await alice.spending(async () => {
    const made = await alice.submit([line('a'), line('b'), line('c')], { metadata: { of: 'alice' } })
    expect(made).toMatchObject({ object: 'batch', status: 'validating', endpoint: '/v1/chat/completions', metadata: { of: 'alice' } })
    expect(made.id).toMatch(/^batch_[0-9A-Z]{26}$/)
    // The first state is told at the submission.
    const states = [await alice.openai.batches.retrieve(made.id), await alice.openai.batches.retrieve(made.id)]
    expect(states.map(({ status }) => status)).toEqual(['validating', 'in_progress'])
    await poll()
    await poll()
    return alice.openai.batches.retrieve(made.id)
  })
  expect(done).toMatchObject({ status: 'completed', request_counts: { total: 3, completed: 2, failed: 1 } })
  expect([cost, tokenCost]).toEqual([PRICE, PRICE])
  const row = await payers.row(keyOf(done.id))
  expect(row).toMatchObject({ type: 2, quota: PRICE, prompt_tokens: 40, completion_tokens: 10 })
  expect(row.facts).toMatchObject({
    ...{ batch: { requests: 3, answered: 2 }, usage_source: 'upstream', endpoint: '/v1/batches' },
    charge: { quota: PRICE, tiers: [{ name: 'batch', factor: '0.5' }], priced_model: GPT },
  })
  const answers = await (await alice.openai.files.content(done.output_file_id ?? '')).text()
  expect(parsed(answers).map(({ custom_id }) => custom_id)).toEqual(['a', 'c'])
  expect(parsed(await (await alice.openai.files.content(done.error_file_id ?? '')).text())).toMatchObject([{ custom_id: 'b' }])
  await expect(bob.openai.files.content(done.output_file_id ?? '')).rejects.toMatchObject({ status: 404 })
  // The vendor keeps no copy of the requests: only the file that alice sent, and the two that it made.
  expect((await alice.openai.files.list()).data.map(({ purpose }) => purpose).toSorted()).toEqual(['batch', 'batch_output', 'batch_output'])
  expect(vendor.last.account.all(Date.now())).toHaveLength(3)
})

test('what is sent is shaped as by itself: the model’s name there, its overrides, and nothing that has no price', async () => {
  const { alice, world, vendor } = batches
  const id = await world.addChannel({
    ...{ name: 'mapped', type: 1, key: 'openai-key', base_url: vendor.url, models: 'ours', priority: 9 },
    ...{ model_mapping: JSON.stringify({ ours: GPT }), param_override: JSON.stringify({ seed: 7 }) },
  })
  await world.setOption('ModelRatio', JSON.stringify({ ours: 10, [GPT]: 10, [VECTORS]: 10 }))
  await alice.submit([line('a', { model: 'ours', service_tier: 'priority' })])
  const [sent] = vendor.last.lines
  expect(sent).toMatchObject({ id: 'a', body: { model: GPT, seed: 7, max_completion_tokens: 100 } })
  expect(sent?.body).not.toHaveProperty('service_tier')
  await batches.poll()
  await world.console.call('DELETE', `/api/channel/${id}`)
})

test('vectors and responses are batches too', async () => {
  const { alice, poll } = batches
  const vectors = line('a', {}, { url: '/v1/embeddings', body: { model: VECTORS, input: ['one', 'two'] } })
  const first = await alice.spending(async () => {
    const { id } = await alice.submit([vectors], { endpoint: '/v1/embeddings' })
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect([first.done.status, first.cost]).toEqual(['completed', 100])
  const response = line('a', {}, { url: '/v1/responses', body: { model: GPT, input: 'Hi', max_output_tokens: 50 } })
  const second = await alice.spending(async () => {
    const { id } = await alice.submit([response], { endpoint: '/v1/responses' })
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect([second.done.status, second.cost]).toEqual(['completed', PRICE / 2])
})

test('a cancelled batch costs what was done, one that expires too', async () => {
  const { alice, vendor, poll } = batches
  vendor.lines = { b: 'left' }
  vendor.plan('running')
  const cancelled = await alice.spending(async () => {
    const { id } = await alice.submit([line('a'), line('b')])
    expect(await alice.openai.batches.cancel(id)).toMatchObject({ id, status: expect.stringMatching(/^cancell(?:ing|ed)$/) })
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect(cancelled).toMatchObject({ done: { status: 'cancelled', request_counts: { completed: 1 } }, cost: PRICE / 2 })
  expect(await alice.openai.batches.cancel(cancelled.done.id)).toMatchObject({ status: 'cancelled' })
  vendor.plan('running', 'expired')
  const expired = await alice.spending(async () => {
    const { id } = await alice.submit([line('a'), line('b')])
    await poll()
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect(expired).toMatchObject({ done: { status: 'expired' }, cost: PRICE / 2 })
})

test('a batch that its vendor finds invalid costs nothing', async () => {
  const { alice, vendor, poll } = batches
  vendor.plan('failed')
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a')])
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect([done.status, cost]).toEqual(['failed', 0])
})

const otherModel = line('b', { model: VECTORS })
test.each([
  ['a line that is no JSON', [line('a'), '{"custom_id":'], {}, /line 2/],
  ['a line that names another model', [line('a'), otherModel], {}, /line 2: model: expected gpt-5-mini/],
  ['a line of another endpoint', [line('a', {}, { url: '/v1/responses' })], {}, /line 1: url: expected \/v1\/chat/],
  ['a stream', [line('a', { stream: true })], {}, /line 1: stream/],
  ['a limit that is no number', [line('a', { max_completion_tokens: 'many' })], {}, /line 1: max_completion_tokens/],
  ['a line without a model', [line('a', { model: undefined })], {}, /line 1: .*model/],
  ['two of one id', [line('a'), line('a')], {}, /custom_id of request 2/],
  ['an empty file', ['\n'], {}, /at least one request/],
  ['another window', [line('a')], { completion_window: '1h' }, /completion_window/],
  ['an endpoint that is none of batches', [line('a')], { endpoint: '/v1/audio/speech' }, /endpoint: expected one of/],
])('%s is told with its place, and nothing is held or sent', async (_name, lines, change, words) => {
  const { alice, vendor, world } = batches
  const before = vendor.batchIds.length
  const { cost } = await alice.spending(async () => {
    await expect(alice.submit(lines, change)).rejects.toMatchObject({ status: 400, message: expect.stringMatching(words) })
  })
  expect([cost, vendor.batchIds.length]).toEqual([0, before])
  expect(await world.books()).toMatchObject({ openHolds: 0 })
})

test('nobody reads, cancels or lists another’s batch, or submits another’s file', async () => {
  const { alice, bob, vendor, poll } = batches
  vendor.plan('running', 'completed')
  const { id } = await alice.submit([line('a')])
  await expect(bob.openai.batches.retrieve(id)).rejects.toMatchObject({ status: 404 })
  await expect(bob.openai.batches.cancel(id)).rejects.toMatchObject({ status: 404 })
  expect((await bob.openai.batches.list()).data).toEqual([])
  const input_file_id = await alice.upload([line('a')])
  const order = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
  await expect(bob.openai.batches.create(order)).rejects.toMatchObject({ status: 404 })
  await poll()
  await poll()
})

test('a file of somebody else’s in a request is not sent', async () => {
  const { alice, bob, vendor } = batches
  const theirs = await bob.openai.files.create({ file: await toFile(Buffer.from('secret'), 'a.txt'), purpose: 'user_data' })
  const content = [{ type: 'file', file: { file_id: theirs.id } }]
  const before = vendor.batchIds.length
  const { cost } = await alice.spending(async () => {
    const lines = [line('a'), line('b', { messages: [{ role: 'user', content }] })]
    await expect(alice.submit(lines)).rejects.toMatchObject({ status: expect.any(Number) })
  })
  expect([cost, vendor.batchIds.length]).toEqual([0, before])
})

test('lists go from page to page, newest first', async () => {
  const { alice, poll } = batches
  const ids: string[] = []
  for (const at of [1, 2, 3]) ids.unshift((await alice.submit([line(`l${at}`)])).id)
  const listed: string[] = []
  for await (const { id } of await alice.openai.batches.list({ limit: 2 })) listed.push(id)
  expect(listed.slice(0, 3)).toEqual(ids)
  expect(new Set(listed).size).toBe(listed.length)
  await poll()
})

test('the same submission under one key is one batch', async () => {
  const { alice, vendor, poll } = batches
  const input_file_id = await alice.upload([line('a')])
  const order = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
  const before = vendor.batchIds.length
  const headers = { 'Idempotency-Key': 'once' }
  const [one, two] = await Promise.all([alice.openai.batches.create(order, { headers }), alice.openai.batches.create(order, { headers })])
  const later = await alice.openai.batches.create(order, { headers })
  expect([two.id, later.id, vendor.batchIds.length]).toEqual([one.id, one.id, before + 1])
  await poll()
})
