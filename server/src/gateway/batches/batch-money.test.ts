// What batches do to money: held before they are sent, charged once for what was answered, and given back where nothing was.
import type { BooksOverview } from '@waystation/contract/money/books'
import { isObject } from '@waystation/wire/encoding/json'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BatchWorld, CLAUDE, GPT, line, openBatchWorld, PRICE, request } from './testing/batch-world.ts'

let batches: BatchWorld
beforeAll(async () => {
  batches = await openBatchWorld()
})
afterEach(() => batches.vendor.clear())
afterAll(() => batches.close())

const HOUR_MS = 3_600_000
const keyOf = (id: string) => id.slice(id.indexOf('_') + 1)
const heldOf = async (id: string) => {
  const hold = await batches.payers.database.read
    .selectFrom('hold')
    .select(['amount', 'state'])
    .where('id', '=', keyOf(id))
    .executeTakeFirst()
  return { amount: Number(hold?.amount), state: hold?.state }
}

test('what all requests may cost at most is held until the end', async () => {
  const { alice, vendor, poll } = batches
  vendor.plan('running', 'completed')
  const { id } = await alice.submit([line('a'), line('b')])
  // Each: 100 tokens of output at four times the price of input, ten units a token, at half the price; the prompts come on top.
  const { amount, state } = await heldOf(id)
  expect(state).toBe('open')
  expect(amount).toBeGreaterThan(2 * 2000)
  expect(amount).toBeLessThan(2 * 2500)
  await poll()
  await poll()
  expect((await heldOf(id)).state).toBe('settled')
})

test('a batch that the balance does not cover is rejected, and nothing is left at the vendor', async () => {
  const { vendor, addPayer, world } = batches
  const poor = await addPayer(3000)
  const before = vendor.batchIds.length
  await expect(poor.submit([line('a'), line('b')])).rejects.toMatchObject({ status: 403 })
  expect(vendor.batchIds).toHaveLength(before)
  expect([await poor.payer.balance(), (await world.books()).openHolds]).toEqual([3000, 0])
})

test('requests without a maximum get one that the balance covers', async () => {
  const { addPayer, vendor, payers, poll } = batches
  // The least for each: 4096 tokens of output at 20 units.
  const payer = await addPayer(4 * 500_000)
  const { id } = await payer.submit([line('a', { max_completion_tokens: undefined }), line('b', { max_completion_tokens: 50 })])
  const sent = Object.fromEntries(vendor.last.lines.map((one) => [one.id, Number(one.body.max_completion_tokens)]))
  expect(sent.b).toBe(50)
  expect(sent.a).toBeGreaterThanOrEqual(4096)
  const { amount } = await heldOf(id)
  expect(amount).toBeLessThanOrEqual(500_000)
  expect(Number(sent.a) * 20 + 50 * 20).toBeLessThanOrEqual(amount)
  await poll()
  expect(await payers.row(keyOf(id))).toMatchObject({ quota: PRICE, facts: { output_lowered_to: sent.a } })
})

test('a vendor that reports more than was asked for is paid no more than was held', async () => {
  const { alice, vendor, payers, poll } = batches
  vendor.usage = { prompt_tokens: 1_000_000, completion_tokens: 1_000_000, total_tokens: 2_000_000 }
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a')])
    const { amount } = await heldOf(id)
    await poll()
    return { id, amount }
  })
  expect(cost).toBe(done.amount)
  expect((await payers.row(keyOf(done.id))).facts.charge).toMatchObject({ quota: done.amount, held: done.amount })
})

test('a batch that does not end in time costs nothing', async () => {
  const { alice, vendor, age, poll } = batches
  vendor.plan('running')
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a')])
    await age(27 * HOUR_MS)
    await poll()
    return id
  })
  expect([cost, (await heldOf(done)).state, vendor.last.state]).toEqual([0, 'released', 'cancelling'])
  const [task] = await alice.payer.console.call<object[]>('GET', `/api/task/self?p=0&task_id=${done}`)
  expect(task).toMatchObject({
    task_id: done,
    action: 'BATCH',
    status: 'FAILURE',
    money: 'free',
    fail_reason: expect.stringMatching(/in time/),
  })
})

test('whoever sees the end first, it is charged once', async () => {
  const { alice, payers, poll } = batches
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a'), line('b')])
    const reads = Array.from({ length: 5 }, () => alice.openai.batches.retrieve(id))
    const [, ...told] = await Promise.all([poll(), ...reads])
    for (const one of told) expect(one).toMatchObject({ id, status: 'completed' })
    return id
  })
  expect(cost).toBe(PRICE)
  const rows = [...(await payers.rows()).entries()].filter(([id, { type }]) => id === keyOf(done) && type === 2)
  expect(rows).toHaveLength(1)
})

test('answers that cannot be read are asked for again, and nothing is charged until they are', async () => {
  const { alice, vendor, poll } = batches
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a')])
    vendor.fail(2, /\/content$/)
    await poll()
    expect((await heldOf(id)).state).toBe('open')
    expect(await alice.openai.batches.retrieve(id)).toMatchObject({ status: 'validating' })
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect([done.status, cost]).toEqual(['completed', PRICE / 2])
})

test('a vendor that rejects a batch keeps no file of it, and its hold is given back', async () => {
  const { alice, vendor, world } = batches
  vendor.fail(9, /\/v1\/batches$/)
  const input_file_id = await alice.upload([line('a')])
  const files = vendor.last.account.all(Date.now()).length
  const { cost } = await alice.spending(async () => {
    const order = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
    await expect(alice.openai.batches.create(order)).rejects.toMatchObject({ status: expect.any(Number) })
  })
  expect([cost, vendor.last.account.all(Date.now()).length]).toEqual([0, files])
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
})

test('a batch whose channel is gone is given back', async () => {
  const { alice, world, vendor, poll } = batches
  await world.setOption('ModelRatio', JSON.stringify({ brief: 10, [GPT]: 10, [CLAUDE]: 10 }))
  const id = await world.addChannel({ name: 'brief', type: 1, key: 'openai-key', base_url: vendor.url, models: 'brief' })
  const { done, cost } = await alice.spending(async () => {
    vendor.plan('running')
    const made = await alice.submit([line('a', { model: 'brief' })])
    await world.console.call('DELETE', `/api/channel/${id}`)
    await poll()
    return made.id
  })
  expect([cost, (await heldOf(done)).state]).toEqual([0, 'released'])
})

test('a budget of tokens counts all requests of a batch', async () => {
  const { world, vendor, payers } = batches
  const before = vendor.batchIds.length
  const payer = await batches.addPayer(10_000_000)
  await payer.payer.console.call('PUT', `/api/token/${payer.payer.tokenId}/budget`, { period: 'day', unit: 'tokens', limit: 350 })
  await expect(payer.submit([line('a'), line('b'), line('c')])).rejects.toMatchObject({
    status: expect.any(Number),
    code: 'token_limit_reached',
  })
  expect(vendor.batchIds).toHaveLength(before)
  const { id } = await payer.submit([line('a')])
  await batches.poll()
  expect((await payers.row(keyOf(id))).quota).toBe(PRICE / 2)
  expect(await world.books()).toMatchObject({ differences: [] })
})

test('words that are not allowed are found in any request', async () => {
  const { alice, world, vendor } = batches
  await world.setOption('SensitiveWords', 'forbidden')
  await world.setOption('CheckSensitiveEnabled', 'true')
  await world.setOption('CheckSensitiveOnPromptEnabled', 'true')
  const before = vendor.batchIds.length
  const messages = [{ role: 'user' as const, content: 'what is forbidden' }]
  const requests = [request('a'), request('b', { messages })]
  await expect(alice.claude.messages.batches.create({ requests })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/sensitive|word/i),
  })
  await world.setOption('CheckSensitiveEnabled', 'false')
  expect(vendor.batchIds).toHaveLength(before)
})

test('a token that may not use the model submits no batch', async () => {
  const { alice, world } = batches
  const token = await alice.payer.console.call<{ key: string }>('POST', '/api/token/', {
    ...{ name: 'limited', unlimited_quota: true, model_limits_enabled: true, model_limits: GPT },
  })
  const answer = await fetch(`${world.url}/v1/messages/batches`, {
    ...{ method: 'POST', body: JSON.stringify({ requests: [request('a')] }) },
    headers: { 'x-api-key': `sk-${token.key}`, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
  })
  const told: unknown = await answer.json()
  expect([answer.status, isObject(told as never) && told]).toMatchObject([403, { type: 'error' }])
})

test('the books know what a batch takes at its vendor, and prices are simulated at those of batches', async () => {
  const apart = await openBatchWorld()
  try {
    const { id } = await apart.alice.submit([line('a'), line('b'), line('c')])
    await apart.poll()
    await apart.payers.row(keyOf(id))
    const books = () => apart.world.console.call<BooksOverview>('GET', '/api/books/')
    await expect.poll(async () => (await books()).totals.calls).toBe(1)
    // Three times 20 tokens at 0.25 dollars a million and 5 at 2, half a unit a millionth, and half of that.
    expect((await books()).channels).toMatchObject([
      { name: 'OpenAI', calls: 1, cost: Math.round((3 * (20 * 0.25 + 5 * 2)) / 2 / 2), unpriced: 0 },
    ])
    const simulated = await apart.world.console.call('POST', '/api/price/simulate', { changes: {}, days: 1 })
    const charged = (3 * PRICE) / 2
    expect(simulated).toMatchObject({ calls: 1, before: charged, after: charged, skipped: { calls: 0 } })
  } finally {
    await apart.close()
  }
})

test('the books hold over a long batch', async () => {
  const { alice, poll } = batches
  const requests = Array.from({ length: 2000 }, (_one, index) => request(`r${index}`))
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.claude.messages.batches.create({ requests })
    await poll()
    return alice.claude.messages.batches.retrieve(id)
  })
  expect([done.request_counts.succeeded, cost]).toEqual([2000, (2000 * PRICE) / 2])
})
