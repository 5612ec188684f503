// What is filled in agrees with itself: the ledger with its sums and the log, and the audit log with its seals.
import { randomBytes } from 'node:crypto'
import { role } from '@waystation/contract/site/status-table'
import { expect, test } from 'vitest'
import { verifyAudit } from '../../server/src/domain/audit/audit-store.ts'
import { openSystemAccounts } from '../../server/src/domain/ledger/ledger-tasks.ts'
import { reconcile } from '../../server/src/domain/ledger/reconcile/reconcile.ts'
import { createUser } from '../../server/src/domain/user/user-store.ts'
import { eachDatabase } from '../../server/src/testing/databases/databases.ts'
import { fillLarge } from './fill-large.ts'

const CALLS = 3000
const root = { username: 'root', displayName: 'root', passwordHash: '', role: role.root, group: 'default', email: '', language: '' }

eachDatabase('the large data', ({ database, address }) => {
  test('agree with themselves, whatever is summed up', async () => {
    await database().run(openSystemAccounts, null)
    await database().run(createUser, { ...root, quota: 1000, cause: 'setup' })
    await fillLarge(address(), { masterKey: randomBytes(32), size: { users: 120, channels: 60, calls: CALLS } })

    const { checks, differences, entries } = await reconcile(database())
    expect(differences).toEqual([])
    expect(checks.filter(({ covered }) => covered > 0).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['balances', 'days', 'used', 'logs', 'orders', 'codes', 'check_ins']),
    )
    expect(entries).toBeGreaterThan(CALLS)
    expect(await verifyAudit(database())).toMatchObject({ broken: 0 })
    const { read } = database()
    const count = async (table: 'log' | 'log_detail') =>
      Number(
        (
          await read
            .selectFrom(table)
            .select((row) => row.fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      )
    expect(await count('log')).toBeGreaterThan(CALLS)
    expect(await count('log_detail')).toBe(await count('log'))
    const used = await read
      .selectFrom('usage_quarter')
      .select((row) => row.fn.sum('calls').as('calls'))
      .executeTakeFirstOrThrow()
    expect(Number(used.calls)).toBeGreaterThan(0.9 * CALLS)
  })
})
