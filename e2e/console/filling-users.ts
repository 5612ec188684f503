// More users for the admins' list: of other groups, out of money, banned, deactivated, with the longest names that there may be.
import { DatabaseSync } from 'node:sqlite'
import type { ConsoleClient } from '../../server/src/testing/console-client.ts'

interface PlannedUser {
  readonly username: string
  readonly display_name: string
  readonly group: string
  /** Quota units. */
  readonly quota: number
  readonly action?: 'disable' | 'delete'
}

const users: readonly PlannedUser[] = [
  { username: 'wangfang', display_name: '王芳', group: 'default', quota: 1_600_000, action: 'delete' },
  { username: 'promo-7731', display_name: '', group: 'default', quota: 500_000, action: 'disable' },
  { username: 'sunmei', display_name: '孙梅', group: 'default', quota: 9_000 },
  { username: 'WWWWWWWWWWWW', display_name: 'WWWWWWWWWWWWWWWWWWWW', group: 'svip', quota: 740_110_000 },
  { username: 'm.hartmann', display_name: 'Moritz Hartmann', group: 'vip', quota: 6_204_800 },
]

/**
 * Adds them through the front door. Who invited whom is written past it: nobody can register yet.
 * @param databasePath of the embedded database
 */
export async function addUsers(root: ConsoleClient, databasePath: string, password: string): Promise<void> {
  for (const { quota, action, ...names } of users) {
    const { id } = await root.call<{ id: number }>('POST', '/api/user/', { ...names, password })
    await root.call('PUT', '/api/user/', { id, quota })
    if (action) await root.call('POST', '/api/user/manage', { id, action })
  }
  const database = new DatabaseSync(databasePath, { timeout: 60_000 })
  database.exec('pragma busy_timeout = 5000')
  database.exec("update user set aff_count = 12, inviter_id = 1 where username in ('maria', 'WWWWWWWWWWWW')")
  database.exec("update user set inviter_id = 3 where username in ('sunmei', 'wangfang')")
  database.close()
}
