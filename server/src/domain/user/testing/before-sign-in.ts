// A database as it was before the migration 0007, with users whose names and addresses clash: for the test of that migration.
import { sql } from 'kysely'
import { type AnyWriteTask, writeTask } from '../../../db/write-task.ts'

export interface OlderUser {
  readonly username: string
  readonly email: string
}

/** Takes back what 0007 made, and adds users as they could be then. */
export const goBeforeSignIn = writeTask<readonly OlderUser[], null>('test.before_sign_in', async (tx, users) => {
  for (const column of ['username_key', 'email_key'] as const) {
    await (tx.kind === 'mysql'
      ? tx.db.schema
          .alterTable('user')
          .dropIndex(`user_key_of_${column.replace('_key', '')}`)
          .execute()
      : tx.db.schema.dropIndex(`user_key_of_${column.replace('_key', '')}`).execute())
    await tx.db.schema.alterTable('user').dropColumn(column).execute()
  }
  await tx.db.schema.dropTable('throttle').execute()
  await tx.db.schema.dropTable('one_time_code').execute()
  await sql`delete from migration where name = '0007-sign-in'`.execute(tx.db)
  for (const [at, { username, email }] of users.entries()) {
    const values = { username, email, role: 1, status: 1, setting: '', aff_code: `older${at}`, created_at: 1 }
    await tx.db
      .insertInto('user')
      // The columns that this table does not have yet are left out, though their type requires them.
      .values(values as never)
      .execute()
  }
  return null
})

export const writeTasks: readonly AnyWriteTask[] = [goBeforeSignIn]
