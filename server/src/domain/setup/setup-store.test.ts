import { role } from '@waystation/contract/site/status-table'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openSystemAccounts } from '../ledger/ledger-tasks.ts'
import { findUser } from '../user/user-store.ts'
import { findSetUp, setUp } from './setup-store.ts'

const draft = (at: number) => ({
  username: `root${at}`,
  passwordHash: 'hash',
  options: [{ key: 'SelfUseModeEnabled', value: 'true' }],
  version: '1',
})

eachDatabase('setup', ({ database }) => {
  test('of fifty at the same time one makes the super admin', async () => {
    await database().run(openSystemAccounts, null)
    expect(await findSetUp(database())).toBe(false)
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => database().run(setUp, draft(at))))
    const made = results.filter((result) => result.status === 'fulfilled')
    expect(made).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'setup_done' })

    const users = await database().read.selectFrom('user').select(['id', 'role']).execute()
    expect(users).toEqual([{ id: made[0]!.value, role: role.root }])
    expect(await findUser(database(), made[0]!.value)).toMatchObject({ posted: 100_000_000, calls: 0, aff_posted: null })
    const entries = await database().read.selectFrom('entry').select(['ref', 'amount']).execute()
    expect(entries).toEqual([{ ref: `grant:setup:${made[0]!.value}`, amount: 100_000_000 }])
    const options = await database().read.selectFrom('option').select(['key', 'value']).execute()
    expect(options).toEqual([{ key: 'SelfUseModeEnabled', value: 'true' }])
    expect(await findSetUp(database())).toBe(true)
  })
})
