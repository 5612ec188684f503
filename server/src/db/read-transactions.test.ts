// Several people read their statements at the same moment, each in a transaction of its own.
import { expect, test } from 'vitest'
import { openSystemAccounts } from '../domain/ledger/ledger-tasks.ts'
import { eachDatabase } from '../testing/databases/databases.ts'

eachDatabase('transactions that read', ({ database }) => {
  const countAccounts = async ({ read }: Pick<ReturnType<typeof database>, 'read'>) =>
    Number(
      (
        await read
          .selectFrom('account')
          .select((row) => row.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  test('are as many at once as are asked for, and see one moment each', async () => {
    await database().run(openSystemAccounts, null)
    const all = await countAccounts(database())
    const snapshots = Array.from({ length: 8 }, () =>
      database()
        .read.transaction()
        .execute(async (read) => [await countAccounts({ read }), await countAccounts({ read })]),
    )
    expect(await Promise.all([...snapshots, countAccounts(database())])).toEqual([...snapshots.map(() => [all, all]), all])
  })

  test('leave the connection to the next one when they fail', async () => {
    const failing = Array.from({ length: 4 }, () =>
      database()
        .read.transaction()
        .execute(() => Promise.reject(new Error('not this time'))),
    )
    for (const result of await Promise.allSettled(failing)) expect(result).toMatchObject({ reason: { message: 'not this time' } })
    expect(
      await database()
        .read.transaction()
        .execute((read) => countAccounts({ read })),
    ).toBeGreaterThan(0)
  })
})
