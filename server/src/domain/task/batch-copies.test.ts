// What batches keep beside their rows, on the three databases: copies of their requests at vendors, the counts of their prompts, files of answers.
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretsOf } from '../../lib/secret.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { holdFor, type LedgerFixture, type LedgerNode, logFor, openLedgerFixture } from '../ledger/testing/ledger-fixture.ts'
import { openVendorFiles } from '../vendor-file/vendor-files.ts'
import { BatchCopies } from './batch-copies.ts'
import { Tasks } from './tasks.ts'
import { newTask } from './testing/new-task.ts'

eachDatabase('what batches keep', ({ address }) => {
  let fixture: LedgerFixture
  let node: LedgerNode
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
    node = await fixture.node()
  }, 180_000)
  afterAll(async () => {
    expect((await fixture.reconcile()).differences).toEqual([])
    await fixture.close()
  })

  test('is there until they end, and what no batch uses is found', async () => {
    const { database, accounts } = fixture
    const copies = new BatchCopies(database)
    const tasks = new Tasks({ database, accounts, mayOverdraw: () => false })
    const files = openVendorFiles({ database, secrets: secretsOf(Buffer.alloc(32, 3)), now: Date.now })
    const user = await fixture.user(10_000)
    const hold = holdFor(node, { user, amount: 100 })
    await node.submit(hold)
    const { id: holdId } = hold
    const place = { channelId: 7, keyId: 1 }
    await copies.add({ ...place, name: 'used', holdId })
    await copies.add({ ...place, name: 'unused', holdId: ulid() })
    await copies.name('used', 'file-1')
    const unused = async (beforeMs = Date.now() + 60_000, after = '') =>
      (await copies.unused({ beforeMs, after, limit: 10 })).map(({ name }) => name)
    // Its submission is under way.
    expect(await unused()).toEqual(['unused'])
    expect([await unused(Date.now() - 3_600_000), await unused(undefined, 'unused')]).toEqual([[], []])

    const log = logFor(user.userId, 100)
    const task = newTask({ userId: user.userId, holdId, kind: 'batch', taskId: 'batch_a', prompts: '{"0":7}' })
    const { id } = await tasks.accept(task, { kind: 'hold', amount: 100, leaseMs: 1000, log })
    expect([await unused(), await tasks.prompts(holdId)]).toEqual([['unused'], '{"0":7}'])

    const file = files.stored({
      ...{ userId: user.userId, tokenId: 0, group: 'default', ...place, api: 'openai', id: 'file-2', bytes: 1, purpose: 'batch_output' },
      object: '{"id":"file-2"}',
    })
    const found = () => files.find({ user: { id: user.userId }, token: undefined, group: 'default' }, ['file-2'])
    await tasks.report([{ id, report: { status: 'IN_PROGRESS', files: [file] } }], 0)
    expect(await found()).toEqual([])
    const report = { status: 'SUCCESS', files: [file], charge: { amount: 40, log: logFor(user.userId, 40) } } as const
    await tasks.report([{ id, report }], 0)
    expect(await found()).toMatchObject([{ id: 'file-2', object: '{"id":"file-2"}' }])
    expect([await unused(), await tasks.prompts(holdId)]).toEqual([['unused', 'used'], ''])

    expect(await copies.of(holdId)).toEqual([{ ...place, name: 'used', holdId, fileId: 'file-1' }])
    await copies.forget({ name: 'used' })
    expect([await unused(), await copies.purge(-60_000), await unused()]).toEqual([['unused'], 1, []])
    // What was given back by then leaves nobody a file.
    await tasks.report([{ id, report: { status: 'SUCCESS', files: [{ ...file, key: `${user.userId}:file-3`, id: 'file-3' }] } }], 0)
    expect(await files.find({ user: { id: user.userId }, token: undefined, group: 'default' }, ['file-3'])).toEqual([])
  })
})
