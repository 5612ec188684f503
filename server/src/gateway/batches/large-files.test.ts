// Files of requests that take much of the memory that a user may take.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { type BatchWorld, line, openBatchWorld } from './testing/batch-world.ts'

let batches: BatchWorld
beforeAll(async () => {
  batches = await openBatchWorld()
})
afterEach(() => batches.vendor.clear())
afterAll(() => batches.close())

const HOUR_MS = 3_600_000
const MEBIBYTE = 1024 * 1024
const said = (mebibytes: number) => ({ messages: [{ role: 'user', content: 'x'.repeat(mebibytes * MEBIBYTE) }] })
const order = (input_file_id: string) => ({ input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' }) as const

test('a request may take more than half of what its user may take at once, and a file is not loaded before there is room for it', async () => {
  const { alice, vendor, age, poll } = batches
  const text = [line('a'), line('b', said(33))].map((one) => JSON.stringify(one)).join('\n')
  const input = await alice.upload([text])
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: asked, resolve: begin } = Promise.withResolvers<void>()
  const hold = () => {
    begin()
    return promise
  }
  vendor.next([step.until(hold), step.head(200), step.text(text), step.end()], { to: /\/content$/ })
  const first = alice.openai.batches.create(order(input))
  await asked
  const loads = () => vendor.requests.filter(({ url }) => url.endsWith('/content')).length
  await expect(alice.openai.batches.create(order(input))).rejects.toMatchObject({ status: 429 })
  expect(loads()).toBe(1)
  vendor.plan('running')
  resolve()
  expect(await first).toMatchObject({ object: 'batch' })
  expect(vendor.last.lines.map(({ id }) => id)).toEqual(['a', 'b'])
  await age(27 * HOUR_MS)
  await poll()
})

test('the values of all requests together are bounded', async () => {
  const { alice, vendor, poll, world } = batches
  await world.setOption('relay.max_body_values', '10000')
  const many = (count: number) => ({ metadata: { list: Array.from({ length: count }, () => 1) } })
  const lines = Array.from({ length: 13 }, (_one, index) => line(`r${index}`, many(8000)))
  const before = vendor.batchIds.length
  await expect(alice.submit(lines)).rejects.toMatchObject({ status: 413, message: expect.stringMatching(/100000 values/) })
  expect(vendor.batchIds).toHaveLength(before)
  await alice.submit(lines.slice(0, 12))
  await world.setOption('relay.max_body_values', '400000')
  await poll()
})
