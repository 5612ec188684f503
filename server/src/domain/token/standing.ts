// Whether those whose calls are under way may still make them: a ban, a disabled or deleted token, an ended session, and a lost role or group
// end what runs (security finding 11).
import { isAdmin, tokenStatus, userStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { findStandings } from './standing-store.ts'

/** The user of a running call. */
export interface Running {
  readonly userId: number
  /** 0: no token, a session. */
  readonly tokenId: number
  /** The group that the call was admitted to. */
  readonly group: string
  /** The hash of the session by which it was made; empty: it was made with a token. */
  readonly sessionHash: string
  /** Does it use what admins alone may: a channel that its key names? */
  readonly needsAdmin: boolean
}

/** Rows that one question names at most. */
const MAX_IDS = 500

/**
 * Which of these may not go on: the user is banned, gone or no admin any more where it takes one, the token disabled or gone, the session
 * ended, or the group no longer theirs. A token that has run out of time or quota ends nothing that it has begun.
 * @param isUsable may users of this group choose that one?
 */
export async function revokedCalls<One extends Running>(
  database: Database,
  running: readonly One[],
  isUsable: (group: string, ownGroup: string) => boolean,
): Promise<One[]> {
  const lost: One[] = []
  for (let begin = 0; begin < running.length; begin += MAX_IDS) {
    const some = running.slice(begin, begin + MAX_IDS)
    const { tokens, users, sessions } = await findStandings(database, {
      tokenIds: [...new Set(some.map(({ tokenId }) => tokenId))].filter((id) => id > 0),
      userIds: [...new Set(some.map(({ userId }) => userId))],
      sessionHashes: [...new Set(some.map(({ sessionHash }) => sessionHash))].filter((hash) => hash !== ''),
    })
    const statusOf = new Map(tokens.map(({ id, status }) => [Number(id), status]))
    const epochOf = new Map(sessions.map(({ id_hash, auth_epoch }) => [id_hash, auth_epoch]))
    const userOf = new Map(users.map((user) => [Number(user.id), user]))
    lost.push(
      ...some.filter(({ userId, tokenId, group, sessionHash, needsAdmin }) => {
        const user = userOf.get(userId)
        if (user?.status !== userStatus.active || !isUsable(group, user.group_name || 'default')) return true
        if (needsAdmin && !isAdmin(user.role)) return true
        if (sessionHash !== '' && epochOf.get(sessionHash) !== user.auth_epoch) return true
        const status = tokenId === 0 ? tokenStatus.enabled : statusOf.get(tokenId)
        return status === undefined || status === tokenStatus.disabled
      }),
    )
  }
  return lost
}
