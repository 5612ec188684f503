// The copy of its requests that a vendor is given for a batch: whatever is killed and when, none is left there, and none is taken from a batch that
// uses it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsAt, runAt } from '../../../testing/time/run-at.ts'
import { serveApart } from '../../../testing/waystation-command.ts'
import { BatchClient, type BatchWorld, line, openBatchWorld } from '../testing/batch-world.ts'

let batches: BatchWorld
beforeAll(async () => {
  batches = await openBatchWorld()
})
afterAll(() => batches.close())

const order = (input_file_id: string) => ({ input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' }) as const
const atVendor = () => batches.vendor.idsOf('openai-key')
const copies = () => rowsAt(batches.world.address, 'select name, file_id from batch_copy')
/** As if they had been sent long ago. */
const age = () => runAt(batches.world.address, 'update batch_copy set created_ms = created_ms - 7200000')

test('a copy stays for as long as its batch is open, and is deleted with its end', async () => {
  const { alice, vendor, poll, world } = batches
  vendor.plan('running', 'running', 'completed')
  const input = await alice.upload([line('a')])
  const { id } = await alice.openai.batches.create(order(input))
  const copy = String(vendor.last.body.input_file_id)
  await age()
  await world.server.runJob('remove-batch-copies')
  await poll()
  await world.server.runJob('remove-batch-copies')
  expect([atVendor().includes(copy), await copies()]).toMatchObject([true, [{ file_id: copy }]])
  // A hold that was given back too early is none of the vendor's business.
  await runAt(world.address, `update hold set state = 'released' where id = '${id.slice('batch_'.length)}'`)
  await world.server.runJob('remove-batch-copies')
  expect(atVendor()).toContain(copy)
  await runAt(world.address, `update hold set state = 'open' where id = '${id.slice('batch_'.length)}'`)
  await poll()
  await poll()
  expect(await alice.openai.batches.retrieve(id)).toMatchObject({ status: 'completed' })
  expect([atVendor().includes(copy), atVendor().includes(input), await copies()]).toEqual([false, true, []])
})

test('a copy whose deletion fails is deleted later', async () => {
  const { alice, vendor, poll, world } = batches
  await alice.submit([line('a')])
  const copy = String(vendor.last.body.input_file_id)
  vendor.fail(1, new RegExp(`/files/${copy}$`))
  await poll()
  expect(atVendor()).toContain(copy)
  await world.server.runJob('remove-batch-copies')
  expect(atVendor()).toContain(copy)
  await age()
  await world.server.runJob('remove-batch-copies')
  expect([atVendor().includes(copy), await copies()]).toEqual([false, []])
})

test('a copy that its vendor has lost is forgotten', async () => {
  const { alice, vendor, poll } = batches
  vendor.plan('running', 'completed')
  await alice.submit([line('a')])
  vendor.lose('openai-key', String(vendor.last.body.input_file_id))
  await poll()
  await poll()
  expect(await copies()).toEqual([])
})

test.each([
  ['before its vendor has told its id', /^POST \/v1\/files$/, false],
  ['when its vendor has made a batch of it and not told so', /^POST \/v1\/batches$/, true],
])('a server that is killed %s leaves neither copy nor batch', async (_when, silent, makesBatch) => {
  const { vendor, world, alice } = batches
  await world.server.close()
  const child = await serveApart(world)
  const client = new BatchClient(child.url, alice.payer)
  const input = await client.upload([line('a'), line('b')])
  const [balance, files] = [await alice.payer.balance(), atVendor()]
  const posts = () => vendor.requests.filter(({ method, url, status }) => silent.test(`${method} ${url}`) && status !== undefined).length
  const [seen, made] = [posts(), vendor.batchIds.length]
  vendor.silent = silent
  const submitted = client.openai.batches.create(order(input)).catch(() => 'cut off')
  await expect.poll(posts).toBe(seen + 1)
  await child.kill()
  expect(await submitted).toBe('cut off')
  vendor.clear()
  expect([atVendor().length, vendor.batchIds.length - made]).toEqual([files.length + 1, makesBatch ? 1 : 0])
  const server = await world.restart()
  try {
    await server.runJob('recover-abandoned-holds')
    await server.runJob('remove-batch-copies')
    expect(await copies()).toHaveLength(1)
    await age()
    await server.runJob('remove-batch-copies')
    expect([await alice.payer.balance(), atVendor(), await copies()]).toEqual([balance, files, []])
    if (makesBatch) expect(vendor.last.state).toBe('cancelling')
  } finally {
    await server.close()
  }
})
