// Users as admins manage them. Sources: specification §6 and §7, server-behaviour 5.7.
import { AppError } from '@waystation/contract/errors'
import { quotaForNewUser } from '@waystation/contract/options/check-in'
import type { Option } from '@waystation/contract/options/option'
import { groupRatio } from '@waystation/contract/options/pricing'
import type { Ranked } from '@waystation/contract/people/rank'
import { type UserAction, type UserChange, type UserDraft, userActions } from '@waystation/contract/people/user'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { Correction } from '../ledger/correct.ts'
import type { WayNotices } from '../notice/way-notices.ts'
import type { Passwords } from './password.ts'
import { assertUncommon } from './password-rules.ts'
import { published } from './published.ts'
import { addUser, type EditedUser, editUser, groupUnknown, type ManagedUser, manageUser, resetFactors } from './user-manage-store.ts'

export interface UserAdminParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly passwords: Pick<Passwords, 'hash'>
  readonly invalidation: Invalidation
  readonly notices: Pick<WayNotices, 'tellPassword'>
}

/** What a change is recorded under. */
interface Call {
  readonly requestId: string
}

export interface UserAdmin {
  /** Creates an ordinary user and returns their id. @throws AppError no_permission, user_group_unknown, or one for the names */
  add(actor: Ranked, draft: UserDraft, call: Call): Promise<number>
  /**
   * Changes the given fields. A new password ends the user's sessions.
   * @throws AppError not_found, one of the ranks, of the names or of the balance
   */
  edit(actor: Ranked, change: UserChange, call: Call): Promise<EditedUser>
  /** @throws AppError not_found, user_action_unknown, or one of the ranks */
  manage(actor: Ranked, target: { id: number; action: string }, call: Call): Promise<ManagedUser>
  /** Takes all second factors of a user away, which ends their sessions; returns who it was. @throws AppError not_found, or one of the ranks */
  resetFactors(actor: Ranked, id: number, call: Call): Promise<{ username: string }>
}

export function userAdmin({ database, options, passwords, invalidation, notices }: UserAdminParts): UserAdmin {
  const hashOf = async (password: string) => {
    await assertUncommon(password)
    return passwords.hash(password)
  }
  const isGroup = (group: string) => Object.hasOwn(options.get(groupRatio), group)

  return {
    async add(actor, { username, password, display_name, group }, { requestId }) {
      const groupName = group || 'default'
      if (!isGroup(groupName)) throw groupUnknown()
      const user = {
        ...{ username, displayName: display_name || username, group: groupName, email: '', language: '', role: 0 },
        ...{ passwordHash: await hashOf(password), quota: options.get(quotaForNewUser), cause: 'admin' },
      }
      return database.run(addUser, { actorId: actor.id, requestId, user })
    },
    async edit(actor, { id, username, display_name, password, group, quota_reason: reason, ...amounts }, { requestId }) {
      const correction = correctionOf(amounts)
      const edited = await published(
        invalidation,
        id,
        database.run(editUser, {
          ...{ actorId: actor.id, requestId, id },
          ...(username === undefined ? {} : { username }),
          ...(display_name === undefined ? {} : { displayName: display_name }),
          ...(group === undefined || group === '' ? {} : { group: { name: group, isKnown: isGroup(group) } }),
          ...(password ? { passwordHash: await hashOf(password) } : {}),
          ...(correction ? { correction } : {}),
          ...(reason === undefined ? {} : { reason }),
        }),
      )
      if (password) await notices.tellPassword(id)
      return edited
    },
    async manage(actor, { id, action }, { requestId }) {
      if (!isUserAction(action)) throw new AppError('user_action_unknown', {}, { fields: { action: 'user_action_unknown' } })
      return published(invalidation, id, database.run(manageUser, { actorId: actor.id, requestId, id, action }))
    },
    resetFactors: (actor, id, { requestId }) =>
      published(invalidation, id, database.run(resetFactors, { actorId: actor.id, requestId, id })),
  }
}

const isUserAction = (action: string): action is UserAction => userActions.some((known) => known === action)

function correctionOf({
  quota,
  quota_seen: seen,
  quota_delta: by,
}: Pick<UserChange, 'quota' | 'quota_seen' | 'quota_delta'>): Correction | undefined {
  if (by !== undefined) return { by }
  return quota === undefined ? undefined : { to: quota, seen }
}
