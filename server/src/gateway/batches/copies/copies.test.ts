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

test('a server that is killed before its vendor has told an id leaves neither copy nor batch', async () => {
  const { vendor, world, alice, bob } = batches
  await world.server.close()
  const child = await serveApart(world)
  const balances = () => Promise.all([alice.payer.balance(), bob.payer.balance()])
  const asked = (route: RegExp) =>
    vendor.requests.filter(({ method, url, status }) => route.test(`${method} ${url}`) && status !== undefined).length
  /** Submits a batch at the child, whose vendor says nothing more once it has been asked this. */
  const submit = async ({ payer }: BatchClient, silent: RegExp) => {
    const client = new BatchClient(child.url, payer)
    const input = await client.upload([line('a'), line('b')])
    const seen = asked(silent)
    vendor.silent = silent
    const submitted = client.openai.batches.create(order(input)).catch(() => 'cut off')
    await expect.poll(() => asked(silent)).toBe(seen + 1)
    vendor.clear()
    return { input, submitted }
  }
  const [before, files, made] = [await balances(), atVendor(), vendor.batchIds.length]
  // Of one batch its vendor has the copy, and has not said so; of the other it has made a batch, and has not said so.
  const calls = [await submit(alice, /^POST \/v1\/files$/), await submit(bob, /^POST \/v1\/batches$/)]
  await child.kill()
  expect(await Promise.all(calls.map(({ submitted }) => submitted))).toEqual(['cut off', 'cut off'])
  expect([atVendor().length, vendor.batchIds.length - made]).toEqual([files.length + 4, 1])
  const server = await world.restart()
  try {
    await server.runJob('recover-abandoned-holds')
    await server.runJob('remove-batch-copies')
    expect(await copies()).toHaveLength(2)
    await age()
    await server.runJob('remove-batch-copies')
    const inputs = calls.map(({ input }) => input)
    expect([await balances(), atVendor().toSorted(), await copies()]).toEqual([before, [...files, ...inputs].toSorted(), []])
    expect(vendor.last.state).toBe('cancelling')
  } finally {
    await server.close()
  }
})
