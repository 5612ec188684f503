// Logins of browsers: an opaque id in a cookie, its hash in a row (control 5). What a user is, is read from their row at most a second
// before each call, so a ban or a new role counts at once (BUG-1).
import { randomBytes } from 'node:crypto'
import { userStatus } from '@waystation/contract/status-table'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { limitKey } from '../../lib/client-ip.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import { sha256 } from '../../lib/secret.ts'
import type { Caller } from './caller.ts'
import { endSession, findSession, openSession, purgeSessions, touchSession } from './session-store.ts'

const SESSION_IDLE_SECONDS = 7 * 86_400
export const SESSION_ABSOLUTE_SECONDS = 30 * 86_400
/** How often the time a session was last seen is written. */
const TOUCH_EVERY_SECONDS = 300
/** How long a session is kept in memory: what another node changed is seen after this long. */
const KEPT_MS = 1000
const ID_BYTES = 32
/** base64url of 32 bytes. */
const ID_PATTERN = /^[A-Za-z0-9_-]{43}$/

export interface SessionParts {
  readonly database: Database
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export interface SessionService {
  /** Opens a session with a new id, whatever id the browser came with; the one it came with ends. */
  open(user: { id: number; authEpoch: number }, from: { ip: string; agent: string; formerId: string }): Promise<string>
  /** Who this session belongs to; undefined when it ended, or its user may not come in any more. */
  find(id: string): Promise<Caller | undefined>
  end(id: string): Promise<void>
  /** A chore: forgets sessions whose time is over, and tells how many. */
  purge(): Promise<number>
}

interface Kept {
  readonly caller: Caller
  /** Unix milliseconds; what is older than KEPT_MS is read again. */
  readonly readAtMs: number
}

export function sessionService({ database, invalidation, now, onTrouble }: SessionParts): SessionService {
  const kept = new LRUCache<string, Kept>({ max: 5000 })
  let changes = 0
  const nowSeconds = () => Math.floor(now() / 1000)

  invalidation.subscribe('user', (id) => {
    changes += 1
    for (const [hash, { caller }] of kept.entries()) if (id === undefined || caller.id === id) kept.delete(hash)
  })

  async function load(idHash: string): Promise<Caller | undefined> {
    const changesBefore = changes
    const row = await findSession(database, idHash)
    if (!row) return undefined
    const at = nowSeconds()
    const seenAt = Number(row.seen_at)
    const expiresAt = Math.min(seenAt + SESSION_IDLE_SECONDS, Number(row.created_at) + SESSION_ABSOLUTE_SECONDS)
    const isWelcome = row.deleted_at === null && row.status === userStatus.active && row.session_epoch === row.auth_epoch
    if (at >= expiresAt || !isWelcome) return undefined
    const caller = {
      id: Number(row.id),
      username: row.username,
      role: row.role,
      group: row.group_name || 'default',
      language: row.language,
    }
    if (changes === changesBefore) kept.set(idHash, { caller, readAtMs: now() })
    // Not waited for: a call need not fail because the time could not be noted.
    if (at - seenAt >= TOUCH_EVERY_SECONDS) {
      database.run(touchSession, { idHash, seenAt: at }).catch((error) => onTrouble(error, { event: 'session_not_touched' }))
    }
    return caller
  }

  return {
    async open(user, { ip, agent, formerId }) {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const replacesIdHash = ID_PATTERN.test(formerId) ? sha256(formerId) : ''
      await database.run(openSession, {
        idHash: sha256(id),
        userId: user.id,
        authEpoch: user.authEpoch,
        ipPrefix: ipPrefix(ip),
        agent: agent.slice(0, 255),
        staleBefore: nowSeconds() - SESSION_IDLE_SECONDS,
        replacesIdHash,
      })
      changes += 1
      kept.delete(replacesIdHash)
      return id
    },
    async find(id) {
      if (!ID_PATTERN.test(id)) return undefined
      const idHash = sha256(id)
      const found = kept.get(idHash)
      return found && now() - found.readAtMs < KEPT_MS ? found.caller : load(idHash)
    },
    purge: () =>
      database.run(purgeSessions, {
        seenBefore: nowSeconds() - SESSION_IDLE_SECONDS,
        createdBefore: nowSeconds() - SESSION_ABSOLUTE_SECONDS,
      }),
    async end(id) {
      if (!ID_PATTERN.test(id)) return
      const idHash = sha256(id)
      await database.run(endSession, { idHash })
      changes += 1
      kept.delete(idHash)
    },
  }
}

/** Enough of an address to recognise a place by, and no more. */
function ipPrefix(ip: string): string {
  return ip.includes(':') ? `${limitKey(ip)}::/64` : ip.replace(/\.\d+$/, '.0/24')
}
