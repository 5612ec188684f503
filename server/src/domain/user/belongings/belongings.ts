// What belongs to a user, for admins who outrank them: tokens without their keys, and sessions, which they may end.
import { AppError } from '@waystation/contract/errors'
import { actionFault, type Ranked } from '@waystation/contract/people/rank'
import type { OwnedToken } from '@waystation/contract/people/timeline'
import type { SessionEntry } from '@waystation/contract/people/user'
import type { z } from 'zod'
import type { Database } from '../../../db/database.ts'
import type { SessionService } from '../../session/session-service.ts'
import { shownStatus } from '../../token/token-record.ts'
import type { UserService } from '../user-service.ts'
import { findOwnedTokens } from './owned-token-store.ts'

export interface BelongingsParts {
  readonly database: Database
  readonly users: Pick<UserService, 'lookUp'>
  readonly sessions: Pick<SessionService, 'list' | 'endOne' | 'endAll'>
  /** Unix milliseconds. */
  readonly now: () => number
}

export class Belongings {
  readonly #parts: BelongingsParts

  constructor(parts: BelongingsParts) {
    this.#parts = parts
  }

  /** @throws AppError not_found, no_permission */
  async tokens(viewer: Ranked, userId: number, page: { offset: number; limit: number }) {
    const { database, users, now } = this.#parts
    await users.lookUp(viewer, userId)
    const { rows, total } = await findOwnedTokens(database, userId, page)
    const items = rows.map((row): z.input<typeof OwnedToken> => {
      const posted = Number(row.posted ?? 0)
      return {
        ...{ id: Number(row.id), name: row.name, group: row.group_name, unlimited_quota: row.is_unlimited === 1 },
        status: shownStatus({ ...row, posted }, Math.floor(now() / 1000)),
        remain_quota: Math.max(0, posted),
        used_quota: Number(row.used ?? 0),
        created_time: Number(row.created_at),
        accessed_time: Number(row.accessed_at),
        expired_time: row.expires_at === null ? -1 : Number(row.expires_at),
      }
    })
    return { items, total }
  }

  /** @param sessionId the session of the call, which may be one of them @throws AppError not_found, no_permission */
  async sessions(viewer: Ranked, userId: number, sessionId: string): Promise<SessionEntry[]> {
    await this.#parts.users.lookUp(viewer, userId)
    return this.#parts.sessions.list(userId, sessionId)
  }

  /** Ends one session and tells whose it was. @throws AppError not_found, or one of the ranks */
  async endSession(actor: Ranked, userId: number, publicId: string): Promise<{ username: string }> {
    const user = await this.#changeable(actor, userId)
    await this.#parts.sessions.endOne(userId, publicId, '')
    return user
  }

  /** Ends all sessions; how many, and whose they were. @throws AppError not_found, or one of the ranks */
  async endSessions(actor: Ranked, userId: number): Promise<{ username: string; ended: number }> {
    const { username } = await this.#changeable(actor, userId)
    return { username, ended: await this.#parts.sessions.endAll(userId, '') }
  }

  async #changeable(actor: Ranked, userId: number): Promise<{ username: string }> {
    const { username, role, status, DeletedAt } = await this.#parts.users.lookUp(actor, userId)
    const fault = actionFault(actor, { id: userId, role, status, isDeleted: DeletedAt !== null }, 'edit')
    if (fault) throw new AppError(fault)
    return { username }
  }
}
