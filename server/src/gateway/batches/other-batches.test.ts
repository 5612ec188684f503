// Batches in the shapes of Anthropic and Google, submitted with their libraries at the stand-in of their batches.
import { JobState } from '@google/genai'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BatchWorld, CLAUDE, GEMINI, openBatchWorld, PRICE, request } from './testing/batch-world.ts'

let batches: BatchWorld
beforeAll(async () => {
  batches = await openBatchWorld()
})
afterEach(() => {
  expect(batches.vendor.violations).toEqual([])
  batches.vendor.clear()
})
afterAll(() => batches.close())

async function all<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of pages) items.push(item)
  return items
}

describe('Anthropic', () => {
  const submit = (...ids: readonly string[]) => batches.alice.claude.messages.batches.create({ requests: ids.map((id) => request(id)) })

  test('a batch goes its way, and costs half of its answers at its end', async () => {
    const { alice, bob, vendor, payers, poll } = batches
    vendor.plan('running', 'running', 'completed')
    vendor.lines = { b: 'errored' }
    const { done, cost, tokenCost } = await alice.spending(async () => {
      const made = await submit('a', 'b', 'c')
      expect(made).toMatchObject({ type: 'message_batch', processing_status: 'in_progress', request_counts: { processing: 3 } })
      expect(made.id).toMatch(/^msgbatch_[0-9A-Z]{26}$/)
      await poll()
      expect(await alice.claude.messages.batches.retrieve(made.id)).toMatchObject({ processing_status: 'in_progress', results_url: null })
      await poll()
      return alice.claude.messages.batches.retrieve(made.id)
    })
    expect(done).toMatchObject({ processing_status: 'ended', request_counts: { succeeded: 2, errored: 1 } })
    expect(done.results_url).toBe(`${batches.world.url}/v1/messages/batches/${done.id}/results`)
    expect([cost, tokenCost]).toEqual([PRICE, PRICE])
    expect(await payers.row(done.id.slice('msgbatch_'.length))).toMatchObject({
      ...{ type: 2, quota: PRICE, prompt_tokens: 40, completion_tokens: 10 },
      facts: { batch: { requests: 3, answered: 2 }, charge: { priced_model: CLAUDE, tiers: [{ name: 'batch', factor: '0.5' }] } },
    })
    const results = await all(await alice.claude.messages.batches.results(done.id))
    expect(results.map(({ custom_id: id, result }) => `${id} ${result.type}`).toSorted()).toEqual([
      'a succeeded',
      'b errored',
      'c succeeded',
    ])
    await expect(bob.claude.messages.batches.retrieve(done.id)).rejects.toMatchObject({ status: 404 })
    await expect(bob.claude.messages.batches.delete(done.id)).rejects.toMatchObject({ status: 404 })
    expect(await alice.claude.messages.batches.delete(done.id)).toEqual({ id: done.id, type: 'message_batch_deleted' })
    await expect(alice.claude.messages.batches.retrieve(done.id)).rejects.toMatchObject({ status: 404 })
  })

  test('a cancelled batch costs what was done', async () => {
    const { alice, vendor, poll } = batches
    vendor.lines = { b: 'left' }
    vendor.plan('running')
    const { done, cost } = await alice.spending(async () => {
      const { id } = await submit('a', 'b')
      await expect(alice.claude.messages.batches.delete(id)).rejects.toMatchObject({
        status: 409,
        message: expect.stringMatching(/not ended/),
      })
      await alice.claude.messages.batches.cancel(id)
      await poll()
      return alice.claude.messages.batches.retrieve(id)
    })
    expect([done.request_counts, cost]).toMatchObject([{ succeeded: 1, canceled: 1 }, PRICE / 2])
  })

  test('what is wrong with a request is told with its place', async () => {
    const { alice, vendor } = batches
    const before = vendor.batchIds.length
    const create = (requests: readonly object[]) => alice.claude.messages.batches.create({ requests: requests as [] }) // wrong ones too
    const rejected = (words: RegExp) => ({ status: 400, message: expect.stringMatching(words) })
    await expect(create([])).rejects.toMatchObject(rejected(/requests: expected an array of 1 to/))
    await expect(create([request('a'), request('a')])).rejects.toMatchObject(rejected(/requests\.1\.custom_id/))
    await expect(create([request('a b')])).rejects.toMatchObject(rejected(/requests\.0\.custom_id/))
    await expect(create([request('a', { stream: true })])).rejects.toMatchObject(rejected(/requests\.0: stream/))
    await expect(create([request('a'), request('b', { model: GEMINI })])).rejects.toMatchObject(rejected(/requests\.1: model/))
    expect(vendor.batchIds).toHaveLength(before)
  })

  test('lists go from page to page, forwards and backwards', async () => {
    const { alice, bob, poll } = batches
    const [third, second, first] = [(await submit('l1')).id, (await submit('l2')).id, (await submit('l3')).id]
    const ids = await all(alice.claude.messages.batches.list({ limit: 2 }))
    expect(ids.slice(0, 3).map(({ id }) => id)).toEqual([first, second, third])
    const { data } = await alice.claude.messages.batches.list({ before_id: third, limit: 2 })
    expect(data.map(({ id }) => id)).toEqual([first, second])
    expect((await bob.claude.messages.batches.list()).data).toEqual([])
    // Those of other shapes are not in it.
    await batches.alice.google.batches.create({ model: GEMINI, src: [{ contents: 'Hi' }], config: { displayName: 'mine' } })
    expect((await all(alice.claude.messages.batches.list())).every(({ id }) => id.startsWith('msgbatch_'))).toBe(true)
    await poll()
  })
})

describe('Google', () => {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
  const generationConfig = { maxOutputTokens: 100 }
  const submit = (texts: readonly string[]) =>
    batches.alice.google.batches.create({
      ...{ model: GEMINI, config: { displayName: 'mine' } },
      src: texts.map((key) => ({ contents, config: generationConfig, metadata: { key } })),
    })

  test('a batch goes its way, and costs half of its answers at its end', async () => {
    const { alice, bob, vendor, payers, poll } = batches
    vendor.plan('validating', 'running', 'completed')
    vendor.lines = { b: 'errored' }
    const { done, cost, tokenCost } = await alice.spending(async () => {
      const made = await submit(['a', 'b'])
      expect(made).toMatchObject({ state: JobState.JOB_STATE_PENDING, displayName: 'mine' })
      expect(made.name).toMatch(/^batches\/[0-9A-Z]{26}$/)
      const name = made.name ?? ''
      await poll()
      expect(await alice.google.batches.get({ name })).toMatchObject({ name, state: JobState.JOB_STATE_RUNNING })
      await poll()
      return alice.google.batches.get({ name })
    })
    expect(done).toMatchObject({ state: JobState.JOB_STATE_SUCCEEDED, model: `models/${GEMINI}` })
    expect(done.dest?.inlinedResponses).toMatchObject([{ response: { usageMetadata: { promptTokenCount: 20 } } }, { error: { code: 13 } }])
    expect([cost, tokenCost]).toEqual([PRICE / 2, PRICE / 2])
    const { name = '' } = done
    expect(await payers.row(name.slice('batches/'.length))).toMatchObject({
      ...{ type: 2, quota: PRICE / 2, prompt_tokens: 20, completion_tokens: 5 },
      facts: { batch: { requests: 2, answered: 1 } },
    })
    await expect(bob.google.batches.get({ name })).rejects.toMatchObject({ status: 404 })
    await alice.google.batches.delete({ name })
    await expect(alice.google.batches.get({ name })).rejects.toMatchObject({ status: 404 })
  })

  test('a cancelled batch costs what was done, and is in the list', async () => {
    const { alice, vendor, poll } = batches
    vendor.plan('running')
    const { done: name } = await alice.spending(async () => {
      const { name = '' } = await submit(['a'])
      await alice.google.batches.cancel({ name })
      await poll()
      return name
    })
    expect(await alice.google.batches.get({ name })).toMatchObject({ state: JobState.JOB_STATE_CANCELLED })
    const names = (await all(await alice.google.batches.list({ config: { pageSize: 1 } }))).map((one) => one.name)
    expect(names[0]).toBe(name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('requests in a file, and what is no batch, are rejected in its shape', async () => {
    const { alice, world } = batches
    const ask = async (path: string, body: object) => {
      const headers = { 'x-goog-api-key': alice.payer.key, 'content-type': 'application/json' }
      const answer = await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return [answer.status, await answer.json()]
    }
    const path = `/v1beta/models/${GEMINI}:batchGenerateContent`
    const told = (words: RegExp) => [400, { error: { status: 'INVALID_ARGUMENT', message: expect.stringMatching(words) } }]
    expect(await ask(path, { batch: { inputConfig: { fileName: 'files/a' } } })).toMatchObject(told(/fileName/))
    expect(await ask(path, { batch: { inputConfig: { requests: { requests: [] } } } })).toMatchObject(told(/an array of 1 to/))
    expect(await ask('/v1beta/batches/none:stop', {})).toMatchObject([404, { error: { status: 'NOT_FOUND' } }])
  })
})
