import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { writeTask } from '../../db/write-task.ts'

/** Lets a browser through until a time. */
export const keepHumanPass = writeTask<{ passHash: string; expiresAt: number }, null>('human-pass.keep', async (tx, pass) => {
  const expires_at = pass.expiresAt
  const insert = tx.db.insertInto('human_pass').values({ pass_hash: pass.passHash, expires_at })
  // The same browser may pass twice at the same time.
  await (tx.kind === 'mysql'
    ? insert.onDuplicateKeyUpdate({ expires_at })
    : insert.onConflict((conflict) => conflict.column('pass_hash').doUpdateSet({ expires_at }))
  ).execute()
  return null
})

/** Ends a pass and returns until when it would have been good; null: there is none. Of two calls at once one gets it. */
export const takeHumanPass = writeTask<{ passHash: string; now: number }, number | null>(
  'human-pass.take',
  async (tx, { passHash, now }) => {
    const query = tx.db.selectFrom('human_pass').select('expires_at').where('pass_hash', '=', passHash).where('expires_at', '>', now)
    const pass = await locked(tx, query).executeTakeFirst()
    if (!pass) return null
    await tx.db.deleteFrom('human_pass').where('pass_hash', '=', passHash).execute()
    return Number(pass.expires_at)
  },
)

export const endHumanPass = writeTask<{ passHash: string }, null>('human-pass.end', async (tx, { passHash }) => {
  await tx.db.deleteFrom('human_pass').where('pass_hash', '=', passHash).execute()
  return null
})

export const purgeHumanPasses = writeTask<{ now: number }, number>('human-pass.purge', async (tx, { now }) => {
  const result = await tx.db.deleteFrom('human_pass').where('expires_at', '<=', now).executeTakeFirst()
  return Number(result.numDeletedRows)
})

export async function hasHumanPass(database: Database, passHash: string, now: number): Promise<boolean> {
  const row = await database.read
    .selectFrom('human_pass')
    .select('expires_at')
    .where('pass_hash', '=', passHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}
