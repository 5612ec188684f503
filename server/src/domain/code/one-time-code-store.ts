// One code at a time for each purpose and subject. Everything about a code is decided in one transaction, so of many who redeem it at the
// same time one does.
import { timingSafeEqual } from 'node:crypto'
import { locked } from '../../db/locked.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'

export interface CodeOf {
  /** What the code is for, such as `email` or `reset`. */
  readonly purpose: string
  /** Whom it is for: a mail address as it is compared, a user's id. */
  readonly subject: string
}

export interface NewCode extends CodeOf {
  readonly codeHash: string
  readonly tries: number
  /** Unix seconds. */
  readonly now: number
  readonly expiresAt: number
  /** Seconds that must pass between two codes, and codes within a day. */
  readonly pauseSeconds: number
  readonly perDay: number
}

export interface Redemption extends CodeOf {
  readonly codeHash: string
  /** Unix seconds. */
  readonly now: number
}

const DAY_SECONDS = 86_400

/** Puts a new code in the place of the one before. Answers 0, or the seconds until one may be issued. */
export const issueCode = writeTask<NewCode, number>('code.issue', async (tx, code) => {
  const { now } = code
  const former = await lockOrMake(tx, code)
  const dayEndsAt = Number(former.day_began_at) + DAY_SECONDS
  const nextAt = Number(former.issued_at) + code.pauseSeconds
  if (now < nextAt) return nextAt - now
  const isSameDay = now < dayEndsAt
  if (isSameDay && former.issued_in_day >= code.perDay) return dayEndsAt - now
  await tx.db
    .updateTable('one_time_code')
    .set({
      code_hash: code.codeHash,
      tries_left: code.tries,
      expires_at: code.expiresAt,
      issued_at: now,
      day_began_at: isSameDay ? former.day_began_at : now,
      issued_in_day: isSameDay ? former.issued_in_day + 1 : 1,
    })
    .where('id', '=', former.id)
    .execute()
  return 0
})

/** Redeems a code: true once, for the right one in time. A wrong one uses up a try. */
export const redeemCode = writeTask<Redemption, boolean>('code.redeem', async (tx, given) => {
  const stored = await lock(tx, given).executeTakeFirst()
  if (!stored || stored.code_hash === '' || stored.tries_left <= 0 || given.now >= Number(stored.expires_at)) return false
  const isRight = timingSafeEqual(Buffer.from(stored.code_hash), Buffer.from(given.codeHash))
  await tx.db
    .updateTable('one_time_code')
    // The row stays, to count how many codes were issued.
    .set(isRight ? { code_hash: '' } : { tries_left: stored.tries_left - 1 })
    .where('id', '=', stored.id)
    .execute()
  return isRight
})

/** Deletes codes that have expired and count no more, and returns how many. */
export const purgeCodes = writeTask<{ now: number }, number>('code.purge', async (tx, { now }) => {
  const result = await tx.db
    .deleteFrom('one_time_code')
    .where('issued_at', '<', now - DAY_SECONDS)
    .where('expires_at', '<', now)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
})

/** A missing row cannot be locked, so it is inserted first: of several concurrent requests for a code one gets it. */
async function lockOrMake(tx: WriteTx, { purpose, subject }: CodeOf) {
  const none = { code_hash: '', tries_left: 0, expires_at: 0, issued_at: 0, day_began_at: 0, issued_in_day: 0 }
  const first = tx.db.insertInto('one_time_code').values({ purpose, subject, ...none })
  // On MySQL "insert ignore" takes a shared lock on the row, and concurrent writers deadlock; this takes an exclusive one.
  await (tx.kind === 'mysql' ? first.onDuplicateKeyUpdate({ purpose }) : first.onConflict((conflict) => conflict.doNothing())).execute()
  return lock(tx, { purpose, subject }).executeTakeFirstOrThrow()
}

function lock(tx: WriteTx, { purpose, subject }: CodeOf) {
  const query = tx.db.selectFrom('one_time_code').selectAll().where('purpose', '=', purpose).where('subject', '=', subject)
  return locked(tx, query)
}
