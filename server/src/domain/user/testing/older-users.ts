// Users from before names and addresses had to be unique, as they are in databases of that time.
import { loginKey } from '@waystation/contract/people/user-name'
import { type AnyWriteTask, writeTask } from '../../../db/write-task.ts'

export interface OlderUser {
  readonly username: string
  readonly email?: string
  /** An older user has the same name but for capitals. */
  readonly isNameShared?: boolean
  /** Others have the same address. */
  readonly isEmailShared?: boolean
}

/** What is shared has no key: of a name the oldest user has it, of an address nobody. */
export const addOlderUsers = writeTask<readonly OlderUser[], null>('test.add_older_users', async (tx, users) => {
  for (const [at, { username, email = '', isNameShared = false, isEmailShared = false }] of users.entries()) {
    const keys = {
      username_key: isNameShared ? null : loginKey(username),
      email_key: email === '' || isEmailShared ? null : loginKey(email),
    }
    const row = { username, email, ...keys, display_name: '', password_hash: 'h', role: 1, status: 1, group_name: '', auth_epoch: 0 }
    await tx.db
      .insertInto('user')
      .values({ ...row, language: '', setting: '', aff_code: `older${at}`, aff_count: 0, inviter_id: 0, created_at: 1 })
      .execute()
  }
  return null
})

export const writeTasks: readonly AnyWriteTask[] = [addOlderUsers]
