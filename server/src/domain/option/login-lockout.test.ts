// server 17
import { gitHubOAuthEnabled } from '@waystation/contract/options/sign-in-sites'
import { role, userStatus } from '@waystation/contract/site/status-table'
import { expect, test } from 'vitest'
import { openDatabase } from '../../db/open-database.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openSystemAccounts } from '../ledger/ledger-tasks.ts'
import { createUser, setUserAccess } from '../user/user-store.ts'
import { hasUsableLogin } from './login-lockout.ts'
import { bindForTest } from './testing/bind-task.ts'

const draft = { displayName: '', passwordHash: '', group: '', email: '', language: '', quota: 0, cause: 'test' }
/** As it will be when this login works; today none does. */
const ready = [{ option: { ...gitHubOAuthEnabled, isReady: true }, provider: 'github' }]

eachDatabase('ways in', ({ database, address }) => {
  const values = (change: Record<string, unknown> = {}) => {
    const all = { PasswordLoginEnabled: false, GitHubOAuthEnabled: true, GitHubClientId: 'id', GitHubClientSecret: 'secret', ...change }
    return (key: string) => (all as Record<string, unknown>)[key]
  }
  const bind = async (userId: number, provider: string) => {
    const other = await openDatabase({
      address: address(),
      taskModules: [new URL('./testing/bind-task.ts', import.meta.url)],
      tasks: [bindForTest],
      isExclusive: false,
      onDeath: (error) => expect(error).toBeUndefined(),
    })
    await other.run(bindForTest, { userId, provider })
    await other.close()
  }

  test('the password may go when another login is on and a super admin who may log in is bound to it', async () => {
    await database().run(openSystemAccounts, null)
    const admin = await database().run(createUser, { ...draft, username: 'admin', role: role.admin })
    const root = await database().run(createUser, { ...draft, username: 'root', role: role.root })
    expect(await hasUsableLogin(database(), values({ PasswordLoginEnabled: true }), [])).toBe(true)

    await bind(admin, 'github')
    await bind(root, 'oidc')
    expect(await hasUsableLogin(database(), values(), ready)).toBe(false) // bound are an admin, and the super admin to something else
    await bind(root, 'github')
    expect(await hasUsableLogin(database(), values(), ready)).toBe(true)
    expect(await hasUsableLogin(database(), values({ GitHubOAuthEnabled: false }), ready)).toBe(false)
    expect(await hasUsableLogin(database(), values({ GitHubClientSecret: '' }), ready)).toBe(false)
    expect(await hasUsableLogin(database(), values())).toBe(true) // among all the ways in that there are

    await database().run(setUserAccess, { userId: root, status: userStatus.banned })
    expect(await hasUsableLogin(database(), values(), ready)).toBe(false)
  })
})
