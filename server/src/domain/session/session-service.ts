// Logins of browsers: an opaque id in a cookie, its hash in a row (control 5). The user's row is read at most a second before each call, so
// a ban or a new role applies at once (BUG-1).
import { randomBytes } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import type { SessionEntry } from '@waystation/contract/people/user'
import { userStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { limitKey } from '../../lib/net/client-ip.ts'
import { sha256 } from '../../lib/secret.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { Caller } from './caller.ts'
import { CallerCache } from './caller-cache.ts'
import { endSession, endUserSessions, findSession, findUserSessions, openSession, purgeSessions, touchSession } from './session-store.ts'

const SESSION_IDLE_SECONDS = 7 * 86_400
export const SESSION_ABSOLUTE_SECONDS = 30 * 86_400
/** How often the time a session was last seen is written. */
const TOUCH_EVERY_SECONDS = 300
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

export interface OpeningUser {
  readonly id: number
  readonly authEpoch: number
  /** By a password or a passkey: the login counts as a confirmation for some minutes. */
  readonly isProven?: boolean
}

export interface SessionService {
  /** Opens a session with a new id, whatever id the browser came with; the one it came with ends. */
  open(user: OpeningUser, from: { ip: string; agent: string; formerId: string }): Promise<string>
  /** The user of this session; undefined when it ended, or its user may not log in any more. */
  find(id: string): Promise<Caller | undefined>
  /** The same by the hash of its id. */
  findByHash(idHash: string): Promise<Caller | undefined>
  end(id: string): Promise<void>
  /** Where a user is logged in, last used first. @param currentId the session of the call, or empty */
  list(userId: number, currentId: string): Promise<SessionEntry[]>
  /** Ends one session of a user, named as in the list; tells whether it was that of the call. @throws AppError not_found */
  endOne(userId: number, publicId: string, currentId: string): Promise<{ wasCurrent: boolean }>
  /** Ends all sessions of a user but the one that is kept, and returns how many. @param keptId empty: none is kept */
  endAll(userId: number, keptId: string): Promise<number>
  /** A periodic job: deletes expired sessions, and returns how many. */
  purge(): Promise<number>
}

export function sessionService(parts: SessionParts): SessionService {
  return new Sessions(parts)
}

class Sessions implements SessionService {
  readonly #parts: SessionParts
  readonly #cache: CallerCache

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#cache = new CallerCache(parts)
  }

  async open({ id: userId, authEpoch, isProven }: OpeningUser, { ip, agent, formerId }: { ip: string; agent: string; formerId: string }) {
    const id = randomBytes(ID_BYTES).toString('base64url')
    const replacesIdHash = ID_PATTERN.test(formerId) ? sha256(formerId) : ''
    await this.#parts.database.run(openSession, {
      idHash: sha256(id),
      ...{ userId, authEpoch, isProven: isProven === true, now: this.#nowSeconds() },
      ipPrefix: ipPrefix(ip),
      agent: agent.slice(0, 255),
      staleBefore: this.#nowSeconds() - SESSION_IDLE_SECONDS,
      replacesIdHash,
    })
    this.#cache.forget(replacesIdHash)
    return id
  }

  async find(id: string): Promise<Caller | undefined> {
    return ID_PATTERN.test(id) ? this.findByHash(sha256(id)) : undefined
  }

  async findByHash(idHash: string): Promise<Caller | undefined> {
    return this.#cache.find(idHash, () => this.#load(idHash))
  }

  purge(): Promise<number> {
    const now = this.#nowSeconds()
    return this.#parts.database.run(purgeSessions, {
      seenBefore: now - SESSION_IDLE_SECONDS,
      createdBefore: now - SESSION_ABSOLUTE_SECONDS,
    })
  }

  async end(id: string): Promise<void> {
    if (!ID_PATTERN.test(id)) return
    const idHash = sha256(id)
    await this.#parts.database.run(endSession, { idHash })
    this.#cache.forget(idHash)
  }

  async list(userId: number, currentId: string) {
    const currentHash = ID_PATTERN.test(currentId) ? sha256(currentId) : ''
    return (await this.#alive(userId)).map((row) => ({
      id: publicId(row.id_hash),
      place: row.ip_prefix,
      agent: row.agent,
      created_at: Number(row.created_at),
      seen_at: Number(row.seen_at),
      is_current: row.id_hash === currentHash,
    }))
  }

  async endOne(userId: number, wanted: string, currentId: string) {
    const found = (await this.#alive(userId)).find((row) => publicId(row.id_hash) === wanted)
    if (!found) throw new AppError('not_found', { what: 'session' })
    await this.#parts.database.run(endUserSessions, { userId, idHashes: [found.id_hash] })
    this.#cache.forget(found.id_hash)
    return { wasCurrent: ID_PATTERN.test(currentId) && found.id_hash === sha256(currentId) }
  }

  async endAll(userId: number, keptId: string) {
    const { database, invalidation } = this.#parts
    const ended = await database.run(endUserSessions, {
      userId,
      ...(ID_PATTERN.test(keptId) ? { exceptIdHash: sha256(keptId) } : {}),
    })
    invalidation.publish('user', userId)
    return ended
  }

  #alive(userId: number) {
    const now = this.#nowSeconds()
    const alive = { seenAfter: now - SESSION_IDLE_SECONDS, createdAfter: now - SESSION_ABSOLUTE_SECONDS }
    return findUserSessions(this.#parts.database, userId, alive)
  }

  async #load(idHash: string): Promise<Caller | undefined> {
    const { database, onTrouble } = this.#parts
    const row = await findSession(database, idHash)
    if (!row) return undefined
    const at = this.#nowSeconds()
    const seenAt = Number(row.seen_at)
    const expiresAt = Math.min(seenAt + SESSION_IDLE_SECONDS, Number(row.created_at) + SESSION_ABSOLUTE_SECONDS)
    const isWelcome = row.deleted_at === null && row.status === userStatus.active && row.session_epoch === row.auth_epoch
    if (at >= expiresAt || !isWelcome) return undefined
    // Not waited for: a call need not fail because the time could not be noted.
    if (at - seenAt >= TOUCH_EVERY_SECONDS) {
      database.run(touchSession, { idHash, seenAt: at }).catch((error) => onTrouble(error, { event: 'session_not_touched' }))
    }
    return {
      id: Number(row.id),
      username: row.username,
      role: row.role,
      group: row.group_name || 'default',
      language: row.language,
    }
  }

  #nowSeconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}

/** Names a session to its user: a hash of the hash that is stored, so neither the cookie nor the row can be found by it. */
const publicId = (idHash: string): string => sha256(`session ${idHash}`).slice(0, 32)

/** Enough of an address to recognise a place by, and no more. */
function ipPrefix(ip: string): string {
  return ip.includes(':') ? `${limitKey(ip)}::/64` : ip.replace(/\.\d+$/, '.0/24')
}
