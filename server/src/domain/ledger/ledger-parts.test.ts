// Something that goes on and is charged part by part, such as a realtime session: what its log row and the sums say when its owner ends it,
// dies, or comes back late.
import { logType } from '@waystation/contract/site/status-table'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { type Ledger, openLedger } from './ledger.ts'
import type { LogDraft } from './operation.ts'
import { foldBatches } from './projections/fold.ts'
import { recoverAt } from './testing/fixture-tasks.ts'
import { holdFor, type LedgerFixture, logFor, memorySpool, openLedgerFixture } from './testing/ledger-fixture.ts'

eachDatabase('a hold that is settled in parts', ({ address }) => {
  let fixture: LedgerFixture
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
  }, 180_000)
  afterAll(async () => {
    expect((await fixture.reconcile()).differences).toEqual([])
    await fixture.close()
  })

  const logged = async (id: string) => {
    const rows = await fixture.database.read
      .selectFrom('log')
      .select(['type', 'quota', 'prompt_tokens'])
      .where('request_id', '=', id)
      .execute()
    return rows.map((row) => [Number(row.type), Number(row.quota), Number(row.prompt_tokens)])
  }
  const summed = async (userId: number) => {
    while ((await fixture.database.run(foldBatches, { limit: 100 })) === 100);
    const rows = await fixture.database.read.selectFrom('usage_quarter').selectAll().where('user_id', '=', userId).execute()
    const sum = (of: 'calls' | 'prompt_tokens' | 'quota') => rows.reduce((total, row) => total + Number(row[of]), 0)
    return [sum('calls'), sum('prompt_tokens'), sum('quota')]
  }
  const placed = async (balance = 1000, amount = 100) => {
    const node = await fixture.node()
    const user = await fixture.user(balance)
    const { id, ...hold } = holdFor(node, { user, amount })
    await node.submit({ id, ...hold })
    // Rows are identified by their prompt tokens.
    const log = (quota: number, promptTokens = 1): LogDraft => ({ ...logFor(user.userId, quota), promptTokens })
    return { node, user, id, log }
  }
  type Placed = Awaited<ReturnType<typeof placed>>
  const part = ({ node, id, log }: Placed, number: number, amount: number, promptTokens = number) =>
    node.submit({ kind: 'settle', id, part: number, amount, log: log(amount, promptTokens) })
  const checkpoint = ({ node, id, log }: Placed, used: number, promptTokens: number) =>
    node.submit({ kind: 'checkpoint', id, used, facts: JSON.stringify(log(used, promptTokens)) })

  test('has one row, one call and one sum for all of it', async () => {
    const session = await placed()
    expect(await part(session, 1, 30)).toEqual({ kind: 'done' })
    expect(await fixture.balance(session.user.accountId)).toEqual({ posted: 970, held: 70, used: 30, calls: 0 })
    expect(await part(session, 2, 20)).toEqual({ kind: 'done' })
    expect(await logged(session.id)).toEqual([])
    const { node, id, log, user } = session
    expect(await node.submit({ kind: 'settle', id, amount: 5, log: log(55, 9) })).toEqual({ kind: 'done' })
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 945, held: 0, used: 55, calls: 1 })
    expect(await fixture.refs(id)).toEqual([`settle:${id}`, `settle:${id}:1`, `settle:${id}:2`])
    expect(await logged(id)).toEqual([[logType.consumption, 55, 9]])
    expect(await summed(user.userId)).toEqual([1, 9, 55])
  })

  test('is recovered at what the checkpoint reports beyond its parts, and the row covers them', async () => {
    const session = await placed()
    await part(session, 1, 30)
    await checkpoint(session, 42, 7)
    await fixture.crash(session.node)
    expect(await fixture.refs(session.id)).toEqual([`recover:${session.id}`, `settle:${session.id}:1`])
    expect(await fixture.balance(session.user.accountId)).toEqual({ posted: 958, held: 0, used: 42, calls: 1 })
    expect(await logged(session.id)).toEqual([[logType.consumption, 42, 7]])
    expect(await summed(session.user.userId)).toEqual([1, 7, 42])
  })

  test('is recovered with a row of its parts where the checkpoint says nothing more, and charged nothing twice', async () => {
    const session = await placed()
    await checkpoint(session, 25, 5)
    await part(session, 1, 30, 6)
    await fixture.crash(session.node)
    expect(await fixture.refs(session.id)).toEqual([`settle:${session.id}:1`])
    expect(await fixture.balance(session.user.accountId)).toEqual({ posted: 970, held: 0, used: 30, calls: 1 })
    expect(await logged(session.id)).toEqual([[logType.consumption, 30, 6]])
  })

  test('converges to the true amount when late parts and the end come after the sweep', async () => {
    const session = await placed()
    const { node, id, log, user } = session
    await part(session, 1, 30)
    await checkpoint(session, 50, 5)
    await fixture.crash(node)
    // 20 of these 25 the recovery has charged.
    expect(await part(session, 2, 25)).toEqual({ kind: 'corrected' })
    expect(await fixture.charged(id, user.accountId)).toBe(55)
    expect(await logged(id)).toEqual([[logType.consumption, 55, 2]])
    expect(await part(session, 2, 25)).toEqual({ kind: 'already' })
    expect(await part(session, 3, 10)).toEqual({ kind: 'corrected' })
    const final = { kind: 'settle', id, amount: 4, log: log(69, 8) } as const
    expect(await node.submit(final)).toEqual({ kind: 'corrected' })
    expect(await node.submit(final)).toEqual({ kind: 'already' })
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 931, held: 0, used: 69, calls: 1 })
    expect(await logged(id)).toEqual([[logType.consumption, 69, 8]])
    expect(await summed(user.userId)).toEqual([1, 8, 69])
    expect((await fixture.reconcile()).differences).toEqual([])
  })

  test('gives back what the recovery charged too much, once the end is known', async () => {
    const session = await placed()
    const { node, id, log, user } = session
    await checkpoint(session, 80, 5)
    await fixture.crash(node)
    expect(await part(session, 1, 30)).toEqual({ kind: 'corrected' })
    expect(await fixture.charged(id, user.accountId)).toBe(80)
    await node.submit({ kind: 'settle', id, amount: 10, log: log(40, 8) })
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 960, held: 0, used: 40, calls: 1 })
    expect(await summed(user.userId)).toEqual([1, 8, 40])
  })

  test('has one row when several late parts come in one batch after a sweep that charged nothing', async () => {
    const session = await placed()
    await fixture.crash(session.node)
    const sizes: number[] = []
    const node = await fixture.node({ onBatch: (size) => sizes.push(size) })
    const verdicts = await Promise.all([part({ ...session, node }, 1, 30), part({ ...session, node }, 2, 20)])
    expect(sizes).toEqual([2])
    expect(verdicts).toEqual([{ kind: 'corrected' }, { kind: 'corrected' }])
    expect(await logged(session.id)).toEqual([[logType.consumption, 50, 2]])
    expect(await fixture.balance(session.user.accountId)).toEqual({ posted: 950, held: 0, used: 50, calls: 1 })
    expect(await summed(session.user.userId)).toEqual([1, 2, 50])
  })

  test('says in its row what of its parts the house bore', async () => {
    const session = await placed(100, 100)
    const { node, id, log, user } = session
    expect(await part(session, 1, 130)).toEqual({ kind: 'done', writeOff: 30 })
    await node.submit({ kind: 'settle', id, amount: 0, log: log(130) })
    expect(await fixture.charged(id, user.accountId)).toBe(100)
    expect(await logged(id)).toEqual([[logType.consumption, 100, 1]])
  })

  test('says once what the house bore of a recovery, though late parts and the end are set off against it', async () => {
    const session = await placed(100, 100)
    const { node, id, log, user } = session
    const paid = () => Promise.all([user.accountId, fixture.accounts.house].map((account) => fixture.charged(id, account)))
    await checkpoint(session, 150, 5)
    await fixture.crash(node)
    expect(await paid()).toEqual([100, 50])
    // The recovery covers all of this part: 100 by the user, 20 by the house.
    expect(await part(session, 1, 120)).toEqual({ kind: 'corrected', writeOff: 20 })
    expect(await paid()).toEqual([100, 50])
    expect(await logged(id)).toEqual([[logType.consumption, 100, 1]])
    expect(await node.submit({ kind: 'settle', id, amount: 10, log: log(130, 8) })).toEqual({ kind: 'corrected', writeOff: 10 })
    expect(await paid()).toEqual([100, 30])
    expect(await logged(id)).toEqual([[logType.consumption, 100, 8]])
  })

  test('keeps its parts in the log where its owner releases it after a recovery that charged more', async () => {
    const session = await placed()
    const { node, id, user } = session
    await part(session, 1, 30, 6)
    await checkpoint(session, 50, 7)
    await fixture.crash(node)
    expect(await node.submit({ kind: 'release', id })).toEqual({ kind: 'corrected' })
    expect(await logged(id)).toEqual([[logType.consumption, 30, 7]])
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 970, held: 0, used: 30, calls: 1 })
  })

  test('keeps its parts in the log where its owner releases it', async () => {
    const session = await placed()
    await part(session, 1, 30)
    expect(await session.node.submit({ kind: 'release', id: session.id })).toEqual({ kind: 'done' })
    expect(await logged(session.id)).toEqual([[logType.consumption, 30, 1]])
    expect(await fixture.balance(session.user.accountId)).toEqual({ posted: 970, held: 0, used: 30, calls: 1 })
  })

  test.each([0, -1, 0.5])('has no part %s', async (number) => {
    const session = await placed()
    await expect(part(session, number, 10)).rejects.toThrow(/is not possible/)
    await session.node.submit({ kind: 'release', id: session.id })
  })

  const request = (id: string, user: { accountId: number; userId: number }) => ({
    id,
    userAccountId: user.accountId,
    userId: user.userId,
    amount: 100,
    price: '{}',
    facts: logFor(user.userId, 0),
  })
  const open = (): Promise<Ledger> =>
    openLedger({
      database: fixture.database,
      epoch: ulid(),
      nodeName: 'test',
      isExclusive: true,
      clock: systemClock,
      spool: memorySpool(),
      mayOverdraw: () => false,
      recoverPolicy: () => 'checkpoint',
      onTrouble: () => {},
    })

  test('is settled through the ledger, part by part', async () => {
    const ledger = await open()
    const user = await fixture.user(1000)
    const id = ulid()
    await ledger.hold(request(id, user))
    expect(await ledger.settlePart(id, 1, 30, logFor(user.userId, 30))).toEqual({ kind: 'done' })
    expect(await ledger.settlePart(id, 2, 20, logFor(user.userId, 50))).toEqual({ kind: 'done' })
    expect(await ledger.settle(id, 0, logFor(user.userId, 50))).toEqual({ kind: 'done' })
    expect(await fixture.refs(id)).toEqual([`settle:${id}:1`, `settle:${id}:2`])
    expect(await logged(id)).toEqual([[logType.consumption, 50, 1]])
    await ledger.stop(1000)
  })

  test('that a task owns outlives the node that placed it, and is swept when its own lease has run out', async () => {
    const first = await open()
    const user = await fixture.user(1000)
    const [lasting, brief] = [ulid(), ulid()]
    await first.hold({ ...request(lasting, user), owner: { kind: 'task', id: 'task-1', leaseSeconds: 3600 } })
    await first.hold({ ...request(brief, user), owner: { kind: 'task', id: 'task-2', leaseSeconds: 60 } })
    await first.stop(1000)
    const second = await open()
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 200 })
    await second.chores.recover()
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 200 })
    // Its minute has passed.
    const input = { limit: 1000, accounts: fixture.accounts, marker: { epoch: second.epoch, seq: 900_000 }, policy: 'checkpoint' as const }
    await fixture.database.run(recoverAt, { atMs: Date.now() + 120_000, input })
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 100 })
    expect(await second.settle(lasting, 60, logFor(user.userId, 60))).toEqual({ kind: 'done' })
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 940, held: 0, used: 60, calls: 1 })
    await second.stop(1000)
  })
})
