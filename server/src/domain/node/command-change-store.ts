// A mark in the database that is another one after each command that changed what servers keep in memory.
import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

const MARK_KEY = 'changed_by_command'

/** Leaves a mark that no command has left before. */
export const markCommandChange = writeTask<{ mark: string }, null>('node.mark-command-change', async (tx, { mark }) => {
  const insert = tx.db.insertInto('meta').values({ key: MARK_KEY, value: mark })
  await (tx.kind === 'mysql'
    ? insert.onDuplicateKeyUpdate({ value: mark })
    : insert.onConflict((conflict) => conflict.column('key').doUpdateSet({ value: mark }))
  ).execute()
  return null
})

/** The newest mark; undefined: no command has left one. One row by its primary key. */
export async function findCommandMark({ read }: Pick<Database, 'read'>): Promise<string | undefined> {
  return (await read.selectFrom('meta').select('value').where('key', '=', MARK_KEY).executeTakeFirst())?.value
}
