// Tasks on the three databases: taken once, ended once, paid once and given back once, whoever reports what and in which order (MON-11).
import { logType } from '@waystation/contract/site/status-table'
import { isWhole } from '@waystation/wire/testing/matrix'
import fc from 'fast-check'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import type { LogDraft } from '../ledger/operation.ts'
import { foldBatches } from '../ledger/projections/fold.ts'
import { holdFor, type LedgerFixture, type LedgerNode, logFor, openLedgerFixture } from '../ledger/testing/ledger-fixture.ts'
import type { NewTask, TaskPayment, TaskReport } from './task.ts'
import { Tasks } from './tasks.ts'
import { newTask } from './testing/new-task.ts'

eachDatabase('tasks', ({ address }) => {
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

  const opened = () => new Tasks({ database: fixture.database, accounts: fixture.accounts, mayOverdraw: () => false })

  const taskFor = (userId: number, holdId: string, taskId = ulid()): NewTask => newTask({ userId, holdId, taskId })

  async function held(amount: number, user?: { accountId: number; userId: number }) {
    const payer = user ?? (await fixture.user(10_000))
    const hold = holdFor(node, { user: payer, amount })
    await node.submit(hold)
    return { user: payer, holdId: hold.id }
  }
  const charge = (userId: number, amount: number): TaskPayment => ({ kind: 'charge', amount, log: logFor(userId, amount) })
  const balanceOf = ({ accountId }: { accountId: number }) => fixture.balance(accountId)

  test('a task that is taken is charged with its row, and a failure gives all of it back, once', async () => {
    const { user, holdId } = await held(100)
    const tasks = opened()
    const task = taskFor(user.userId, holdId)
    const taken = await tasks.accept(task, charge(user.userId, 100))
    expect(taken).toMatchObject({ isNew: true, quota: 100 })
    expect(await balanceOf(user)).toMatchObject({ posted: 9900, held: 0, used: 100 })
    await tasks.report([{ id: taken.id, report: { status: 'IN_PROGRESS', progress: 40 } }], 5)
    const ended: string[] = []
    for (let times = 0; times < 3; times++) {
      const report = { status: 'FAILURE', failReason: 'banned' } as const
      ended.push(...(await tasks.report([{ id: taken.id, report }], 5)).map(({ taskId }) => taskId))
    }
    expect(await balanceOf(user)).toMatchObject({ posted: 10_000, held: 0, used: 0, calls: 1 })
    expect(ended).toEqual([task.taskId])
    const [row] = await tasks.find(user.userId, ['drawing'], [task.taskId])
    expect(row).toMatchObject({ status: 'FAILURE', progress: 100, money: 'refunded', failReason: 'banned', isOpen: false })
    const logs = await fixture.database.read.selectFrom('log').select(['type', 'quota']).where('user_id', '=', user.userId).execute()
    expect(logs.map(({ type, quota }) => [type, Number(quota)]).sort()).toEqual([
      [logType.consumption, 100],
      [logType.system, 100],
    ])
  })

  test('what was used loses what was given back: of the user, the model and the channel', async () => {
    const { user, holdId } = await held(100)
    const tasks = opened()
    const log: LogDraft = { ...logFor(user.userId, 100), channelId: user.userId, model: `mj_${user.userId}` }
    const { id } = await tasks.accept(taskFor(user.userId, holdId), { kind: 'charge', amount: 100, log })
    await tasks.report([{ id, report: { status: 'FAILURE' } }], 0)
    await fixture.database.run(foldBatches, { limit: 10_000 })
    const sum = await fixture.database.read
      .selectFrom('usage_quarter')
      .select(['calls', 'quota'])
      .where('user_id', '=', user.userId)
      .execute()
    expect(sum.map(({ calls, quota }) => [Number(calls), Number(quota)])).toEqual([[1, 0]])
  })

  test('the same task once more makes no second row and no second charge, for another user it makes both', async () => {
    const { user, holdId } = await held(100)
    const tasks = opened()
    const task = taskFor(user.userId, holdId)
    await tasks.accept(task, charge(user.userId, 100))
    // The same request, whose commit was not answered.
    expect(await tasks.accept(task, charge(user.userId, 100))).toMatchObject({ isNew: true, quota: 100 })
    const again = await held(100, user)
    const second = await tasks.accept({ ...task, holdId: again.holdId }, charge(user.userId, 100))
    expect(second).toMatchObject({ isNew: false, quota: 0 })
    expect(await balanceOf(user)).toMatchObject({ posted: 9900, held: 0 })
    const other = await held(100)
    const foreign = { ...task, userId: other.user.userId, holdId: other.holdId }
    expect(await tasks.accept(foreign, charge(other.user.userId, 100))).toMatchObject({ isNew: true })
    expect(await tasks.find(user.userId, ['drawing'], [task.taskId])).toHaveLength(1)
  })

  test('batches are asked for apart from other tasks, and each shape of them has a list of its own', async () => {
    const tasks = opened()
    const { user } = await held(1)
    const ids = ['batch_', 'msgbatch_', 'gemini_batch_'].map((prefix) => `${prefix}${ulid()}`)
    for (const taskId of ids) {
      const { holdId } = await held(10, user)
      await tasks.accept({ ...taskFor(user.userId, holdId, taskId), kind: 'batch' }, charge(user.userId, 10))
    }
    const due = async (which: 'single' | 'batches') => (await tasks.due(Date.now(), 10_000, which)).map(({ taskId }) => taskId)
    expect(await due('batches')).toEqual(expect.arrayContaining(ids))
    expect((await due('single')).filter((id) => ids.includes(id))).toEqual([])
    const own = { userId: user.userId, tokenId: 0, kind: 'batch', isOldestFirst: false } as const
    const listed = async (idPrefix: string) => (await tasks.listOwn({ ...own, idPrefix }, 10)).map(({ taskId }) => taskId)
    for (const [at, prefix] of ['batch_', 'msgbatch_', 'gemini_batch_'].entries()) expect(await listed(prefix)).toEqual([ids[at]])
    await tasks.report(
      (await tasks.listOwn(own, 10)).map(({ id }) => ({ id, report: { status: 'SUCCESS' } as const })),
      0,
    )
    expect((await due('batches')).filter((id) => ids.includes(id))).toEqual([])
  })

  test('two requests that bring the same task at the same moment make one of it', async () => {
    const [first, tasks] = [await held(100), opened()]
    const second = await held(100, first.user)
    const task = taskFor(first.user.userId, first.holdId)
    const both = [task, { ...task, holdId: second.holdId }].map((each) => tasks.accept(each, charge(first.user.userId, 100)))
    expect((await Promise.all(both)).map(({ isNew }) => isNew).sort()).toEqual([false, true])
    expect(await balanceOf(first.user)).toMatchObject({ posted: 9900, held: 0 })
  })

  test('what is paid at its end stays held until then: charged for what came, and given back where nothing did', async () => {
    const tasks = opened()
    const outcomes: readonly [TaskReport, number][] = [
      [{ status: 'SUCCESS', charge: { amount: 60, log: logFor(0, 60) } }, 60],
      [{ status: 'SUCCESS' }, 100],
      [{ status: 'FAILURE' }, 0],
      [{ status: 'FAILURE', charge: { amount: 30, log: logFor(0, 30) } }, 30],
    ]
    for (const [report, cost] of outcomes) {
      const { user, holdId } = await held(100)
      const payment = { kind: 'hold', amount: 100, leaseMs: 60_000, log: logFor(user.userId, 0) } as const
      const { id } = await tasks.accept(taskFor(user.userId, holdId), payment)
      // Its node dies: the hold is the task's.
      expect(await balanceOf(user)).toMatchObject({ posted: 10_000, held: 100 })
      const own = report.charge ? { ...report, charge: { ...report.charge, log: logFor(user.userId, cost) } } : report
      await tasks.report([{ id, report: own }], 0)
      await tasks.report([{ id, report: { status: 'FAILURE' } }], 0)
      expect(await balanceOf(user)).toMatchObject({ posted: 10_000 - cost, held: 0, used: cost })
    }
  })

  test('what is paid at its end has one row: of its charge, though that be nothing, or of its failure', async () => {
    const tasks = opened()
    const failureLog = (userId: number): LogDraft => ({ ...logFor(userId, 0), type: logType.error })
    const ends: readonly [(userId: number) => TaskReport, readonly (readonly [number, number])[]][] = [
      [(userId) => ({ status: 'SUCCESS', charge: { amount: 60, log: logFor(userId, 60) } }), [[logType.consumption, 60]]],
      [(userId) => ({ status: 'SUCCESS', charge: { amount: 0, log: logFor(userId, 0) } }), [[logType.consumption, 0]]],
      [(userId) => ({ status: 'FAILURE', failureLog: failureLog(userId) }), [[logType.error, 0]]],
      [() => ({ status: 'FAILURE' }), []],
    ]
    for (const [reportOf, rows] of ends) {
      const { user, holdId } = await held(100)
      const payment = { kind: 'hold', amount: 100, leaseMs: 60_000, log: logFor(user.userId, 0) } as const
      const { id } = await tasks.accept({ ...taskFor(user.userId, holdId), kind: 'image' }, payment)
      // Its call and a poller see the end at the same moment.
      const report = reportOf(user.userId)
      const ended = await Promise.all([tasks, opened()].map((one) => one.report([{ id, report }], 0)))
      expect(ended.flat().map(({ kind }) => kind)).toEqual(['image'])
      const logs = await fixture.database.read.selectFrom('log').select(['type', 'quota']).where('user_id', '=', user.userId).execute()
      expect(logs.map(({ type, quota }) => [type, Number(quota)])).toEqual(rows)
      expect(await balanceOf(user)).toMatchObject({ posted: 10_000 - (rows[0]?.[1] ?? 0), held: 0 })
    }
  })

  test('a hold that is a task`s is not recovered when its node is gone, and is when its own time is over', async () => {
    const dying = await fixture.node()
    const user = await fixture.user(1000)
    const [kept, lost] = [holdFor(dying, { user, amount: 100 }), holdFor(dying, { user, amount: 10 })]
    for (const hold of [kept, lost]) await dying.submit(hold)
    const tasks = opened()
    const payment = { kind: 'hold', amount: 100, leaseMs: 60_000, log: logFor(user.userId, 0) } as const
    const { id } = await tasks.accept(taskFor(user.userId, kept.id), payment)
    await tasks.accept(taskFor(user.userId, lost.id), { ...payment, amount: 10, leaseMs: -1 })
    await fixture.crash(dying)
    expect(await balanceOf(user)).toMatchObject({ posted: 1000, held: 100 })
    await tasks.report([{ id, report: { status: 'SUCCESS' } }], 0)
    expect(await balanceOf(user)).toMatchObject({ posted: 900, held: 0 })
  })

  test('three pollers and a sweeper over many tasks, in any order: each ends once, and each failure is given back once', async () => {
    const count = isWhole ? 1000 : 200
    const users = await Promise.all(Array.from({ length: 20 }, () => fixture.user(1_000_000)))
    const ended: string[] = []
    const pollers = [opened(), opened(), opened()]
    const sweeper = opened()
    const report = async (by: Tasks, reports: Parameters<Tasks['report']>[0]) => {
      for (const { taskId } of await by.report(reports, 0)) ended.push(taskId)
    }
    const ids: number[] = []
    for (let begun = 0; begun < count; begun += users.length) {
      const made = users.map(async (user) => {
        const { holdId } = await held(10, user)
        return pollers[0]?.accept(taskFor(user.userId, holdId), charge(user.userId, 10))
      })
      for (const one of await Promise.all(made)) ids.push(one?.id ?? 0)
    }
    const states = ['SUCCESS', 'FAILURE', 'IN_PROGRESS'] as const
    const list = fc.array(fc.record({ at: fc.nat(count - 1), state: fc.constantFrom(...states) }), { minLength: count, maxLength: count })
    const draws = fc.sample(list, { numRuns: 4, seed: 20_261_128 })
    const rounds = draws.flatMap((draw, poller) =>
      Array.from({ length: count / 50 }, (_, part) => ({ poller, reports: draw.slice(part * 50, part * 50 + 50) })),
    )
    await Promise.all(
      rounds.map(({ poller, reports }) =>
        report(
          pollers[poller] ?? sweeper,
          reports.map(({ at, state }) => ({ id: ids[at] ?? 0, report: { status: state } })),
        ),
      ),
    )
    await report(
      sweeper,
      ids.map((id) => ({ id, report: { status: 'FAILURE', failReason: 'time is over' } })),
    )
    expect(ended).toHaveLength(count)
    expect(new Set(ended).size).toBe(count)
    const { read } = fixture.database
    const rows = await read.selectFrom('task').select(['id', 'user_id', 'status', 'money']).where('id', 'in', ids).execute()
    const failed = rows.filter(({ status }) => status === 'FAILURE')
    expect(rows.filter(({ status }) => status === 'SUCCESS').length + failed.length).toBe(count)
    expect(failed.every(({ money }) => money === 'refunded')).toBe(true)
    expect(failed.length).toBeGreaterThan(count / 10)
    for (const user of users) {
      const own = rows.filter(({ user_id }) => user_id === user.userId)
      const paid = own.filter(({ status }) => status === 'SUCCESS').length
      expect(await balanceOf(user)).toMatchObject({ posted: 1_000_000 - 10 * paid, held: 0, used: 10 * paid })
      const entries = await read
        .selectFrom('entry')
        .select((row) => row.fn.countAll().as('count'))
        .where('kind', '=', 'task-refund')
        .where('credit_account', '=', user.accountId)
        .executeTakeFirstOrThrow()
      expect(Number(entries.count)).toBe(own.length - paid)
    }
  })
})
