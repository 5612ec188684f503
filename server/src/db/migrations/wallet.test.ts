import { role } from '@waystation/contract/status-table'
import { expect, test } from 'vitest'
import { createUser } from '../../domain/user/user-store.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { runAt } from '../../testing/run-at.ts'

eachDatabase('the step to the wallet', ({ kind, database, address, openAnother }) => {
  test('counts the gifts of before, and nothing else that came to an inviter', async () => {
    const person = {
      displayName: '',
      passwordHash: 'x',
      email: '',
      language: 'en',
      role: role.ordinary,
      group: 'default',
      quota: 0,
      cause: 'test',
    }
    await database().run(createUser, { ...person, username: 'host' })
    await database().run(createUser, { ...person, username: 'nobody' })
    const people = await database().read.selectFrom('user').select(['id', 'username']).execute()
    const host = Number(people.find(({ username }) => username === 'host')?.id)
    const account = 'insert into account (id, kind, owner_id, posted, held, used, calls) values'
    const entry = 'insert into entry (ref, debit_account, credit_account, amount, kind, created_at_ms) values'
    await runAt(address(), `${account} (9001, 'referral', ${host}, 5, 0, 0, 0)`)
    await runAt(address(), `${account} (9002, 'user', ${host + 1000}, 0, 0, 0, 0)`)
    await runAt(address(), `${entry} ('grant:inviter:7', 1, 9001, 3, 'grant', 1), ('grant:inviter:8', 1, 9001, 4, 'grant', 1)`)
    await runAt(address(), `${entry} ('rebate:x', 1, 9002, 50, 'rebate', 1), ('aff-transfer:x', 9001, 9002, 2, 'aff-transfer', 1)`)
    await runAt(address(), "delete from migration where name = '0023-wallet'")
    // A step that was cut off leaves nothing on PostgreSQL, and parts of itself on MySQL.
    if (kind === 'postgres') {
      await runAt(address(), 'drop index redemption_use_user')
      await runAt(address(), 'alter table "user" drop column invite_gifts')
    }
    const again = await openAnother()
    try {
      const rows = await again.read.selectFrom('user').select(['username', 'invite_gifts']).orderBy('username').execute()
      expect(rows.map(({ username, invite_gifts }) => [username, Number(invite_gifts ?? 0)])).toEqual([
        ['host', 7],
        ['nobody', 0],
      ])
    } finally {
      await again.close()
    }
  })
})
