import type { Option } from '@waystation/contract/options/option'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { runAt } from '../../testing/time/run-at.ts'
import { runLeases } from '../channel/runs/run-lease.ts'
import { holdFor, type LedgerFixture, type LedgerNode, logFor, openLedgerFixture } from '../ledger/testing/ledger-fixture.ts'
import type { NewTask, TaskPayment, TaskReport } from './task.ts'
import { TaskCleanUp } from './task-clean-up.ts'
import { Tasks } from './tasks.ts'
import { newTask } from './testing/new-task.ts'

const DAY_MS = 86_400_000

eachDatabase('the clean-up of tasks', ({ address }) => {
  let fixture: LedgerFixture
  let node: LedgerNode
  let tasks: Tasks
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
    node = await fixture.node()
    tasks = new Tasks({ database: fixture.database, accounts: fixture.accounts, mayOverdraw: () => false })
  }, 180_000)
  afterAll(async () => {
    expect((await fixture.reconcile()).differences).toEqual([])
    await fixture.close()
  })

  const cleanerFor = (days: number) => {
    const options = { get: <Value>(option: Option<Value>) => (option.key === 'task.keep_days' ? (days as Value) : option.default) }
    const leases = runLeases({ database: fixture.database, onTrouble: (error) => expect.unreachable(String(error)) })
    return new TaskCleanUp({ database: fixture.database, options, leases, atOnce: 2 })
  }
  /** Makes tasks as old as this, and answers which of them are left after the work. */
  const agedBy = (days: number, ids: readonly string[]) =>
    runAt(
      address(),
      `update task set updated_ms = updated_ms - ${days * DAY_MS}, next_poll_ms = next_poll_ms - ${days * DAY_MS} where task_id in (${ids.map((id) => `'${id}'`).join()})`,
    )

  async function made(fields: Partial<NewTask>, payment: 'free' | TaskPayment['kind'] = 'free', end?: TaskReport): Promise<string> {
    const user = await fixture.user(10_000)
    const hold = holdFor(node, { user, amount: 100 })
    await node.submit(hold)
    const task = newTask({ userId: user.userId, holdId: hold.id, taskId: ulid(), nextPollMs: Date.now(), ...fields })
    const log = logFor(user.userId, 100)
    const paid: TaskPayment =
      payment === 'hold'
        ? { kind: 'hold', amount: 100, leaseMs: DAY_MS, log }
        : payment === 'charge'
          ? { kind: 'charge', amount: 100, log }
          : { kind: 'free' }
    const { id } = await tasks.accept(task, paid)
    if (end) await tasks.report([{ id, report: end }], Date.now())
    return task.taskId
  }
  const left = async (ids: readonly string[]) => {
    const rows = await fixture.database.read.selectFrom('task').select('task_id').where('task_id', 'in', ids).execute()
    return ids.filter((id) => rows.some((row) => row.task_id === id))
  }

  test('tasks that ended before the limit go, in several batches; what is open, untold or younger stays', async () => {
    const old = [
      await made({ status: 'SUCCESS', progress: 100 }),
      await made({}, 'charge', { status: 'FAILURE' }),
      await made({ kind: 'video' }, 'hold', { status: 'SUCCESS', progress: 100 }),
      await made({ kind: 'music' }, 'charge', { status: 'SUCCESS', progress: 100 }),
      await made({ kind: 'batch' }, 'hold', { status: 'FAILURE' }),
    ]
    const open = [await made({}, 'charge'), await made({ kind: 'video' }, 'hold'), await made({ status: 'MODAL' })]
    const untold = await made({ hook: 'sealed' }, 'charge', { status: 'SUCCESS' })
    const young = await made({ status: 'SUCCESS' })
    const all = [...old, ...open, untold, young]
    await agedBy(31, [...old, ...open, untold])
    await agedBy(29, [young])
    await cleanerFor(0).run()
    expect(await left(all)).toEqual(all)
    await Promise.all([cleanerFor(30).run(), cleanerFor(30).run()])
    expect(await left(all)).toEqual([...open, untold, young])
    // An open task that is as old as this still ends, and gives back what it cost.
    for (const taskId of open.slice(0, 2)) {
      const { id } = await fixture.database.read.selectFrom('task').select('id').where('task_id', '=', taskId).executeTakeFirstOrThrow()
      await tasks.report([{ id: Number(id), report: { status: 'FAILURE' } }], Date.now())
    }
    await cleanerFor(30).run()
    expect(await left(all)).toEqual([...open, untold, young])
  })

  test('a claim goes whose node died a day ago', async () => {
    const row = (name: string, untilMs: number) => `insert into task_claim (name, owner, until_ms) values ('${name}', 'node', ${untilMs})`
    await runAt(address(), row('long gone', Date.now() - 2 * DAY_MS))
    await runAt(address(), row('just gone', Date.now() - 1000))
    await cleanerFor(0).run()
    expect(await fixture.database.read.selectFrom('task_claim').select('name').execute()).toEqual([{ name: 'just gone' }])
  })
})
