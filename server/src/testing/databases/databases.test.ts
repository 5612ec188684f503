import { expect, test } from 'vitest'
import { openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import { eachDatabase } from './databases.ts'

eachDatabase('a test database', ({ database, openAnother }) => {
  test('takes a write, gives it back, and a second connection sees it', async () => {
    const accounts = await database().run(openSystemAccounts, null)
    expect(accounts.grant).toBeGreaterThan(0)
    const second = await openAnother()
    const found = await second.read.selectFrom('account').select('id').where('kind', '=', 'grant').executeTakeFirstOrThrow()
    expect(Number(found.id)).toBe(accounts.grant)
    await second.close()
  })
})
