// Callers and vendors that do with batches what nobody should: what it costs, and what they get.
import { channelStatus } from '@waystation/contract/site/status-table'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runAt } from '../../testing/time/run-at.ts'
import { type BatchWorld, CLAUDE, GEMINI, GPT, line, openBatchWorld, PRICE, request } from './testing/batch-world.ts'

let batches: BatchWorld
beforeAll(async () => {
  batches = await openBatchWorld()
})
afterEach(() => batches.vendor.clear())
afterAll(() => batches.close())

const HOUR_MS = 3_600_000
const MEBIBYTE = 1024 * 1024
const keyOf = (id: string) => id.slice(id.indexOf('_') + 1)
const heldOf = async (id: string) => {
  const query = batches.payers.database.read.selectFrom('hold').select('amount').where('id', '=', keyOf(id))
  return Number((await query.executeTakeFirst())?.amount)
}

test.each([
  ['has a text of 65 mebibytes', () => `"padding":"${'x'.repeat(65 * MEBIBYTE)}",`],
  ['has four million numbers', () => `"vector":[${'0.0123456789,'.repeat(4_000_000)}0],`],
  ['is nested 50,000 times', () => `"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},`],
])('an answer that %s is charged by what it used', async (_what, padding) => {
  const { alice, vendor, poll } = batches
  // The first of two is padded.
  vendor.written = (answers) => `{${padding()}${answers.slice(1)}`
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a'), line('b')])
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect([done.status, cost]).toEqual(['completed', PRICE])
})

test('an answer that is too large, whatever is left out, costs its part of what is held', async () => {
  const { alice, vendor, poll, payers } = batches
  const half = `"${'x'.repeat(MEBIBYTE / 2)}",`
  vendor.written = (answers) => `{"padding":[${half.repeat(12)}0],${answers.slice(1)}`
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a'), line('b')])
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect([done.status, cost]).toEqual(['completed', PRICE / 2 + Math.ceil((await heldOf(done.id)) / 2)])
  expect((await payers.row(keyOf(done.id))).facts).toMatchObject({ usage_source: 'counted', batch: { requests: 2, answered: 2 } })
})

test('an answer that is told twice is charged once', async () => {
  const { alice, vendor, poll } = batches
  vendor.lines = { b: 'errored' }
  vendor.written = (answers) => answers + answers
  const { cost } = await alice.spending(async () => {
    await alice.submit([line('a'), line('b')])
    await poll()
  })
  expect(cost).toBe(PRICE / 2)
})

test('counts beyond all numbers are charged as what is held', async () => {
  const { alice, vendor, poll } = batches
  const most = Number.MAX_SAFE_INTEGER
  vendor.usage = { prompt_tokens: most, completion_tokens: most, total_tokens: most }
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a'), line('b')])
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect([done.status, cost]).toEqual(['completed', await heldOf(done.id)])
})

test('files of answers are their owner’s only once they have been charged', async () => {
  const { alice, vendor, poll } = batches
  await alice.submit([line('a')])
  vendor.fail(1, /\/content$/)
  const before = (await alice.openai.files.list()).data.length
  await poll()
  expect((await alice.openai.files.list()).data).toHaveLength(before)
  await poll()
  expect((await alice.openai.files.list()).data).toHaveLength(before + 1)
})

test('a batch that ended while nobody asked is charged, however late', async () => {
  const { alice, age, poll } = batches
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.submit([line('a')])
    await age(27 * HOUR_MS)
    await poll()
    return alice.openai.batches.retrieve(id)
  })
  expect([done.status, cost]).toEqual(['completed', PRICE / 2])
})

test('a batch that was given back is told as expired, and its answers to nobody', async () => {
  const { alice, vendor, age, poll } = batches
  vendor.plan('running', 'completed')
  const { done, cost } = await alice.spending(async () => {
    const { id } = await alice.claude.messages.batches.create({ requests: [request('a'), request('b')] })
    await age(27 * HOUR_MS)
    await poll()
    return id
  })
  expect(cost).toBe(0)
  expect(await alice.claude.messages.batches.retrieve(done)).toMatchObject({
    ...{ processing_status: 'ended', results_url: null },
    request_counts: { processing: 0, succeeded: 0, expired: 2 },
  })
  const headers = { 'x-api-key': alice.payer.key, 'anthropic-version': '2023-06-01' }
  const answer = await fetch(`${batches.world.url}/v1/messages/batches/${done}/results`, { headers })
  expect([answer.status, await answer.json()]).toMatchObject([404, { type: 'error', error: { type: 'not_found_error' } }])
  vendor.plan('running')
  const { id } = await alice.submit([line('a')])
  await age(27 * HOUR_MS)
  await poll()
  expect(await alice.openai.batches.retrieve(id)).toMatchObject({ status: 'expired', output_file_id: null })
  vendor.plan('running')
  const src = [{ contents: 'Hi', config: { maxOutputTokens: 9 } }]
  const { name = '' } = await alice.google.batches.create({ model: GEMINI, src, config: { displayName: 'x' } })
  await age(27 * HOUR_MS)
  await poll()
  expect(await alice.google.batches.get({ name })).toMatchObject({ state: 'JOB_STATE_EXPIRED' })
})

test('a batch whose key is disabled for a while waits for it', async () => {
  const { alice, world, vendor, poll } = batches
  await world.setOption('ModelRatio', JSON.stringify({ brief: 10, [GPT]: 10, [CLAUDE]: 10, [GEMINI]: 10 }))
  const channel = await world.addChannel({ name: 'brief', type: 1, key: 'openai-key', base_url: vendor.url, models: 'brief' })
  const { done, cost } = await alice.spending(async () => {
    const made = await alice.submit([line('a', { model: 'brief' })])
    // As when a vendor has rejected the only key of a channel, and until the channel is enabled again.
    const switchTo = async (status: number) => {
      await runAt(world.address, `update channel_key set status = ${status} where channel_id = ${channel}`)
      await world.console.call('PUT', '/api/channel/', { id: channel, status: Math.min(status, channelStatus.disabled) })
    }
    await switchTo(channelStatus.autoDisabled)
    await poll()
    expect(await alice.openai.batches.retrieve(made.id)).toMatchObject({ status: 'validating' })
    await switchTo(channelStatus.enabled)
    await poll()
    return alice.openai.batches.retrieve(made.id)
  })
  // All of its 25 tokens have one price.
  expect([done.status, cost]).toEqual(['completed', 125])
})

test('no request of a caller is one at the price of batches twice', async () => {
  const { alice, vendor, poll } = batches
  const plain = await alice.submit([line('a')])
  const named = await alice.submit([line('a', { service_tier: 'batch' })])
  expect(vendor.last.lines[0]?.body).not.toHaveProperty('service_tier')
  expect(await heldOf(named.id)).toBeGreaterThanOrEqual(await heldOf(plain.id))
  await poll()
})

test('one key for batches of two shapes is two batches', async () => {
  const { alice, poll } = batches
  const headers = { 'Idempotency-Key': 'shared' }
  await alice.submit([line('a')], {}, headers)
  const other = await alice.claude.messages.batches.create({ requests: [request('a')] }, { headers })
  expect(other).toMatchObject({ type: 'message_batch', id: expect.stringMatching(/^msgbatch_[0-9A-Z]{26}$/) })
  await poll()
})

test('the model of a batch is that of its address', async () => {
  const { alice, vendor, world, poll } = batches
  const requests = [{ request: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] } }]
  const answer = await fetch(`${world.url}/v1beta/models/${GEMINI}:batchGenerateContent`, {
    ...{ method: 'POST', headers: { 'x-goog-api-key': alice.payer.key, 'content-type': 'application/json' } },
    body: JSON.stringify({ batch: { model: 'models/gemini-3-pro', displayName: 'x', inputConfig: { requests: { requests } } } }),
  })
  expect(answer.status).toBe(200)
  expect(vendor.last.body.batch).not.toHaveProperty('model')
  await poll()
})

test('what is given back leaves its user no file of answers', async () => {
  const { alice, vendor, age, poll } = batches
  vendor.lines = { b: 'errored' }
  const before = (await alice.openai.files.list()).data.length
  const { done, cost } = await alice.spending(async () => {
    await alice.submit([line('a'), line('b')])
    // Its answers are read, and then the vendor says nothing of the second of its files: its last moment is over.
    vendor.fail(1, /\/files\/file-error\w+$/)
    await age(27 * HOUR_MS)
    await poll()
    return vendor.last.files.get('output') ?? ''
  })
  expect([cost, done]).toEqual([0, expect.stringMatching(/^file-output/)])
  await expect(alice.openai.files.content(done)).rejects.toMatchObject({ status: 404 })
  // The file of requests is there.
  expect((await alice.openai.files.list()).data).toHaveLength(before + 1)
})

test('a batch that is read many times at once has its answers read once', async () => {
  const { alice, vendor } = batches
  const { id } = await alice.submit([line('a')])
  vendor.requests.length = 0
  await Promise.all(Array.from({ length: 8 }, () => alice.openai.batches.retrieve(id)))
  expect(vendor.requests.filter(({ url }) => url.endsWith('/content'))).toHaveLength(1)
})

test('two requests whose names are equal for four thousand characters are two', async () => {
  const { alice } = batches
  const name = 'n'.repeat(4096)
  await expect(alice.submit([line(`${name}a`), line(`${name}b`)])).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/line 1: custom_id: expected a string of 1 to 4096/),
  })
})
