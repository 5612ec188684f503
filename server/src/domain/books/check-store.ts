// The last check of the ledger, kept so that it is there after a restart.
import { BookCheck } from '@waystation/contract/money/books'
import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

const LAST = 1

/** Keeps a check in place of the one before. */
export const keepCheck = writeTask<BookCheck, null>('books.keep-check', async (tx, { at, took_ms, ...result }) => {
  await tx.db.deleteFrom('book_check').where('id', '=', LAST).execute()
  await tx.db
    .insertInto('book_check')
    .values({ id: LAST, at, took_ms, result: JSON.stringify(result) })
    .execute()
  return null
})

/** The last check; undefined: none was kept, or an older version kept it in another form. */
export async function findCheck(database: Database): Promise<BookCheck | undefined> {
  const row = await database.read.selectFrom('book_check').selectAll().where('id', '=', LAST).executeTakeFirst()
  if (!row) return undefined
  const read = BookCheck.safeParse({ ...JSON.parse(row.result), at: Number(row.at), took_ms: Number(row.took_ms) })
  return read.success ? read.data : undefined
}
