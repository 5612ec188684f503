// Programs that call the console with their user's system access token (control 9). Like a session it is looked up by its hash and cached for
// a second, and it ends with a ban, a new role or a new password.
import { userStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import { equalTexts } from '../../lib/text/equal-texts.ts'
import { scopesIn } from '../user/accounts/access-token-scopes.ts'
import { touchAccessToken } from '../user/accounts/account-store.ts'
import { findAccessToken } from './access-token-store.ts'
import type { TokenCaller } from './caller.ts'
import { CallerCache } from './caller-cache.ts'

/** How often the time of the last use is written. */
const TOUCH_EVERY_SECONDS = 300

export interface AccessTokenParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'lookupHash'>
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export interface AccessTokenService {
  /** The user of this token; undefined when there is none, it has ended, or they may not log in any more. */
  find(token: string): Promise<TokenCaller | undefined>
}

export function accessTokenService({ database, secrets, invalidation, now, onTrouble }: AccessTokenParts): AccessTokenService {
  const cache = new CallerCache<TokenCaller>({ invalidation, now })

  const load = async (hash: string): Promise<TokenCaller | undefined> => {
    const row = await findAccessToken(database, hash)
    if (!row || !equalTexts(row.access_token_hash ?? '', hash)) return undefined
    if (row.deleted_at !== null || row.status !== userStatus.active) return undefined
    const at = Math.floor(now() / 1000)
    if (row.access_token_expires_at !== null && at >= Number(row.access_token_expires_at)) return undefined
    // Not waited for: a call need not fail because the time could not be noted.
    if (at - Number(row.access_token_used_at ?? 0) >= TOUCH_EVERY_SECONDS) {
      database.run(touchAccessToken, { hash, usedAt: at }).catch((error) => onTrouble(error, { event: 'access_token_not_touched' }))
    }
    return {
      id: Number(row.id),
      username: row.username,
      role: row.role,
      group: row.group_name || 'default',
      language: row.language,
      scopes: scopesIn(row.access_token_scopes),
    }
  }

  return {
    find(token) {
      const hash = secrets.lookupHash(token)
      return cache.find(hash, () => load(hash))
    },
  }
}
