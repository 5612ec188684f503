// Whether a user has anything to spend, to decide how much work to do for them. It need not be exact: the hold decides.
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { atMost } from '../../lib/at-most.ts'
import { findAvailable, findFigures } from './caller-store.ts'

/** How long a result is cached. It is read for large bodies only, so a top-up is seen soon enough. */
const KEPT_MS = 1000

export interface BalanceLook {
  /** Is there anything left in each of these accounts? */
  hasAny(accountIds: readonly number[]): Promise<boolean>
  /** What an account has left, holds included, and what was spent from it: quota units, as they are now. */
  figures(accountId: number): Promise<{ left: number; used: number }>
}

export function balanceLook(database: Database): BalanceLook {
  const answers = new LRUCache<string, boolean>({ ...atMost(10_000), ttl: KEPT_MS })
  return {
    figures: (accountId) => findFigures(database, accountId),
    async hasAny(accountIds) {
      const key = accountIds.join(' ')
      const known = answers.get(key)
      if (known !== undefined) return known
      const available = await findAvailable(database, accountIds)
      const answer = available.length === accountIds.length && available.every((quota) => quota > 0)
      answers.set(key, answer)
      return answer
    },
  }
}
