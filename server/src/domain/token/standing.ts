// Whether those whose calls are under way may still make them: a ban, a disabled or deleted token, and a lost group end what runs
// (security finding 11).
import { tokenStatus, userStatus } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import { findStandings } from './standing-store.ts'

/** Somebody whose call is under way. */
export interface Running {
  readonly userId: number
  /** 0: no token, a session. */
  readonly tokenId: number
  /** The group that the call was admitted to. */
  readonly group: string
}

/** Rows that one question names at most. */
const MAX_IDS = 500

/**
 * Which of these may not go on: the user is banned or gone, the token disabled or gone, or the group no longer theirs. A token that has run
 * out of time or quota ends nothing that it has begun.
 * @param isUsable may users of this group choose that one?
 */
export async function lostStanding<One extends Running>(
  database: Database,
  running: readonly One[],
  isUsable: (group: string, ownGroup: string) => boolean,
): Promise<One[]> {
  const lost: One[] = []
  for (let begin = 0; begin < running.length; begin += MAX_IDS) {
    const some = running.slice(begin, begin + MAX_IDS)
    const { tokens, users } = await findStandings(database, {
      tokenIds: [...new Set(some.map(({ tokenId }) => tokenId))].filter((id) => id > 0),
      userIds: [...new Set(some.map(({ userId }) => userId))],
    })
    const statusOf = new Map(tokens.map(({ id, status }) => [Number(id), status]))
    const userOf = new Map(users.map((user) => [Number(user.id), user]))
    lost.push(
      ...some.filter(({ userId, tokenId, group }) => {
        const user = userOf.get(userId)
        if (user?.status !== userStatus.active || !isUsable(group, user.group_name || 'default')) return true
        const status = tokenId === 0 ? tokenStatus.enabled : statusOf.get(tokenId)
        return status === undefined || status === tokenStatus.disabled
      }),
    )
  }
  return lost
}
