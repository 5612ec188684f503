import { AppError } from '@waystation/contract/errors'
import { role } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { noteOnce } from '../../db/meta.ts'
import { writeTask } from '../../db/write-task.ts'
import { saveOptions } from '../option/option-store.ts'
import { insertUser } from '../user/user-store.ts'

/** Quota that the super admin starts with: 200 dollars. Source: server-behaviour 5.9. */
const ROOT_QUOTA = 100_000_000
const SETUP_KEY = 'setup'

export interface RootDraft {
  readonly username: string
  readonly passwordHash: string
  readonly options: readonly { key: string; value: string }[]
  readonly version: string
}

/**
 * Creates the super admin, once: the row that records this is unique, so of several concurrent setups one wins (BUG-48).
 * @throws AppError setup_done
 */
export const setUp = writeTask<RootDraft, number>('setup.root', async (tx, draft) => {
  const value = JSON.stringify({ version: draft.version, at: Math.floor((await tx.sets.nowMs()) / 1000) })
  if (!(await noteOnce(tx, SETUP_KEY, value))) throw new AppError('setup_done')
  const root = await tx.db.selectFrom('user').select('id').where('role', '>=', role.root).executeTakeFirst()
  if (root) throw new AppError('setup_done')

  const id = await insertUser(tx, {
    username: draft.username,
    displayName: draft.username,
    passwordHash: draft.passwordHash,
    role: role.root,
    group: 'default',
    email: '',
    language: '',
    quota: ROOT_QUOTA,
    cause: 'setup',
  })
  await saveOptions.run(tx, { rows: draft.options })
  return id
})

/** Is there a super admin? One that came without the wizard counts too. */
export async function findSetUp(database: Database): Promise<boolean> {
  const [marker, root] = await Promise.all([
    database.read.selectFrom('meta').select('key').where('key', '=', SETUP_KEY).executeTakeFirst(),
    database.read.selectFrom('user').select('id').where('role', '>=', role.root).limit(1).executeTakeFirst(),
  ])
  return marker !== undefined || root !== undefined
}
