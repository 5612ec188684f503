import { expect, test } from 'vitest'
import { openDesk } from '../../domain/ledger/testing/desk.ts'
import { logOf, Past } from '../../domain/statement/testing/past.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { runAt } from '../../testing/run-at.ts'

const DAY = 86_400_000
const MIDNIGHT = Date.UTC(2026, 9, 1)

eachDatabase('the step to statements', ({ address, openAnother }) => {
  test('sums what moved before, by day and cause, and names the entries that are no calls', async () => {
    const desk = await openDesk(address())
    const past = new Past(desk)
    const owner = await desk.user(1000)
    await past.move(MIDNIGHT - 1, owner.accountId, 500, { kind: 'epay', ref: 'epay:1' })
    await past.move(MIDNIGHT, owner.accountId, -20, { kind: 'adjust', ref: 'adjust:1' })
    const id = await past.hold(MIDNIGHT, owner, 200)
    await past.checkpoint(MIDNIGHT, id, { used: 90, log: logOf(owner, 0, 'm') })
    await past.recover(MIDNIGHT + DAY)
    await past.settle(MIDNIGHT + 2 * DAY, id, { amount: 30, log: logOf(owner, 30, 'm') })
    await past.call(MIDNIGHT + 2 * DAY, owner, { amount: 7, model: 'm' })
    await past.fold()
    const all = async () => {
      const rows = await desk.database.read
        .selectFrom('account_day')
        .selectAll()
        .orderBy('account_id')
        .orderBy('day')
        .orderBy('kind')
        .execute()
      const named = await desk.database.read.selectFrom('account_entry').selectAll().orderBy('account_id').orderBy('ref').execute()
      return { days: rows.map(({ kind, ...row }) => [kind, ...Object.values(row).map(Number)]), named: named.map(({ ref }) => ref) }
    }
    const kept = await all()
    expect(kept.days.filter(([kind]) => kind !== 'grant')).toHaveLength(5)
    expect(kept.named).toEqual(expect.arrayContaining(['adjust:1', 'epay:1']))
    await runAt(address(), 'delete from account_day')
    await runAt(address(), "insert into account_entry (account_id, created_at_ms, ref) values (1, 1, 'left by a try that was cut off')")
    await runAt(address(), "delete from migration where name = '0025-statement'")
    await (await openAnother()).close()
    expect(await all()).toEqual(kept)
    expect((await desk.reconcile()).differences.filter(({ invariant }) => invariant === 'I21')).toEqual([])
    await desk.close()
  })
})
