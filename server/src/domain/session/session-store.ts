import { LOGIN_CONFIRMS_MINUTES } from '@waystation/contract/people/second-factor'
import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'
import { BY_LOGIN, keepConfirmation } from '../factor/confirmation-store.ts'

export interface NewSession {
  readonly idHash: string
  readonly userId: number
  readonly authEpoch: number
  /** Does the login count as a confirmation? */
  readonly isProven: boolean
  /** Unix seconds, by the clock that confirmations are judged with. */
  readonly now: number
  readonly ipPrefix: string
  readonly agent: string
  /** Sessions last seen before this, in unix seconds, are forgotten on the way. */
  readonly staleBefore: number
  /** The session that this one takes the place of, or empty. */
  readonly replacesIdHash: string
}

/** Opens a session, notes the login, ends the session that this one replaces, and clears away the user's dead ones. */
export const openSession = writeTask<NewSession, null>('session.open', async (tx, session) => {
  const now = Math.floor((await tx.sets.nowMs()) / 1000)
  // The user before their sessions, in the order of every change that ends them.
  await tx.db.updateTable('user').set({ last_login_at: now }).where('id', '=', session.userId).execute()
  await tx.db.deleteFrom('session').where('user_id', '=', session.userId).where('seen_at', '<', session.staleBefore).execute()
  if (session.replacesIdHash !== '') await tx.db.deleteFrom('session').where('id_hash', '=', session.replacesIdHash).execute()
  await tx.db
    .insertInto('session')
    .values({
      id_hash: session.idHash,
      user_id: session.userId,
      auth_epoch: session.authEpoch,
      created_at: now,
      seen_at: now,
      ip_prefix: session.ipPrefix,
      agent: session.agent,
    })
    .execute()
  if (session.isProven) {
    const expiresAt = session.now + LOGIN_CONFIRMS_MINUTES * 60
    await keepConfirmation.run(tx, { idHash: session.idHash, purpose: BY_LOGIN, expiresAt })
  }
  return null
})

/** Nobody waits for it, so two of them may arrive in the wrong order: the later time stays. */
export const touchSession = writeTask<{ idHash: string; seenAt: number }, null>('session.touch', async (tx, { idHash, seenAt }) => {
  await tx.db.updateTable('session').set({ seen_at: seenAt }).where('id_hash', '=', idHash).where('seen_at', '<', seenAt).execute()
  return null
})

export const endSession = writeTask<{ idHash: string }, null>('session.end', async (tx, { idHash }) => {
  await tx.db.deleteFrom('session').where('id_hash', '=', idHash).execute()
  return null
})

/** Ends sessions of one user, and returns how many there were. @param idHashes absent: all but `exceptIdHash` */
export const endUserSessions = writeTask<{ userId: number; idHashes?: readonly string[]; exceptIdHash?: string }, number>(
  'session.end-many',
  async (tx, { userId, idHashes, exceptIdHash }) => {
    let query = tx.db.deleteFrom('session').where('user_id', '=', userId)
    if (idHashes) query = query.where('id_hash', 'in', idHashes)
    if (exceptIdHash !== undefined) query = query.where('id_hash', '<>', exceptIdHash)
    return Number((await query.executeTakeFirst()).numDeletedRows)
  },
)

/** Sessions of a user that still count, last used first. */
export async function findUserSessions(database: Database, userId: number, alive: { seenAfter: number; createdAfter: number }) {
  return database.read
    .selectFrom('session')
    .innerJoin('user', (join) => join.onRef('user.id', '=', 'session.user_id').onRef('user.auth_epoch', '=', 'session.auth_epoch'))
    .select(['session.id_hash', 'session.created_at', 'session.seen_at', 'session.ip_prefix', 'session.agent'])
    .where('session.user_id', '=', userId)
    .where('session.seen_at', '>', alive.seenAfter)
    .where('session.created_at', '>', alive.createdAfter)
    .orderBy('session.seen_at', 'desc')
    .orderBy('session.created_at', 'desc')
    .execute()
}

/** Deletes expired sessions, and returns how many. */
export const purgeSessions = writeTask<{ seenBefore: number; createdBefore: number }, number>('session.purge', async (tx, before) => {
  const result = await tx.db
    .deleteFrom('session')
    .where((expression) =>
      expression.or([expression('seen_at', '<', before.seenBefore), expression('created_at', '<', before.createdBefore)]),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
})

/** A session with what its user is now. */
export async function findSession(database: Database, idHash: string) {
  return database.read
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.auth_epoch as session_epoch',
      'session.created_at as created_at',
      'session.seen_at as seen_at',
      'user.id as id',
      'user.username as username',
      'user.role as role',
      'user.status as status',
      'user.group_name as group_name',
      'user.language as language',
      'user.auth_epoch as auth_epoch',
      'user.deleted_at as deleted_at',
    ])
    .where('session.id_hash', '=', idHash)
    .executeTakeFirst()
}
