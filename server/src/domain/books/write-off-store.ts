// What no account could pay of charges, as the books show it.
import { MAX_LISTED, type WriteOffs } from '@waystation/contract/money/books'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { noteOnce } from '../../db/meta.ts'
import { writeTask } from '../../db/write-task.ts'
import { type Telling, tellRoots } from '../notice/root-notice-store.ts'
import type { DaySpan } from './book-store.ts'

/** The largest first; a user who is gone has no name. Quota units. */
export async function findWriteOffs(database: Database, { from, to }: DaySpan): Promise<WriteOffs> {
  const inSpan = database.read.selectFrom('write_off_day').where('day', '>=', from).where('day', '<', to)
  const [sums, rows] = await Promise.all([
    inSpan.select(({ fn }) => [fn.sum('calls').as('calls'), fn.sum('write_off_day.quota').as('quota')]).executeTakeFirstOrThrow(),
    inSpan
      .leftJoin('user', 'user.id', 'write_off_day.user_id')
      .select(['day', 'user_id', 'user.username', 'model_name as model', 'calls', 'write_off_day.quota as quota'])
      .where('write_off_day.quota', '!=', 0)
      .orderBy('write_off_day.quota', 'desc')
      .orderBy('day', 'desc')
      .limit(MAX_LISTED)
      .execute(),
  ])
  const listed = rows.map(({ day, user_id, username, model, calls, quota }) => ({
    ...{ day: Number(day), user_id, username: username ?? '', model },
    ...{ calls: Number(calls), quota: Number(quota) },
  }))
  const quota = Number(sums.quota ?? 0)
  return { calls: Number(sums.calls ?? 0), quota, rows: listed, left_out: quota - listed.reduce((sum, row) => sum + row.quota, 0) }
}

/** What was written off on a day. @param day unix seconds, its start in UTC */
export async function sumWriteOffs(database: Database, day: number): Promise<number> {
  const { quota } = await database.read
    .selectFrom('write_off_day')
    .select(({ fn }) => fn.sum('quota').as('quota'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(quota ?? 0)
}

const TOLD_KEY = 'write_offs_told'

/** Tells the super admins once of a day's write-offs at this height. False: they know already. */
export const tellWriteOffs = writeTask<{ mark: string; telling: Telling }, boolean>(
  'books.tell-write-offs',
  async (tx, { mark, telling }) => {
    const query = tx.db.selectFrom('meta').select('value').where('key', '=', TOLD_KEY)
    const told = await locked(tx, query).executeTakeFirst()
    if (told?.value === mark) return false
    if (told) await tx.db.updateTable('meta').set({ value: mark }).where('key', '=', TOLD_KEY).execute()
    // Where another node has just told the first ones of all, the next round sees what it told.
    else if (!(await noteOnce(tx, TOLD_KEY, mark))) return false
    await tellRoots(tx, telling)
    return true
  },
)
