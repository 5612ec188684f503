import type { getSelf, getSelfGroups } from '@waystation/contract/api/session'
import type { CallData } from '@waystation/contract/endpoint'
import { AppError, type Language } from '@waystation/contract/errors'
import type { Option } from '@waystation/contract/options/option'
import { groupRatio, userUsableGroups } from '@waystation/contract/options/pricing'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import { findIdentities, findUser, setUserLanguage, type UserRecord } from './user-store.ts'

export interface UserParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly invalidation: Invalidation
}

export interface UserService {
  /** @throws AppError not_found */
  get(id: number): Promise<CallData<typeof getSelf>>
  setLanguage(id: number, language: Language): Promise<void>
  /** Groups that are both priced and usable by somebody of this group, with what they are called and cost. */
  groups(ownGroup: string): CallData<typeof getSelfGroups>
}

export function userService({ database, options, invalidation }: UserParts): UserService {
  return {
    async get(id) {
      const user = await findUser(database, id)
      if (!user) throw new AppError('not_found', { what: 'user' })
      return wireUser(user, await findIdentities(database, id))
    },
    async setLanguage(userId, language) {
      await database.run(setUserLanguage, { userId, language })
      invalidation.publish('user', userId)
    },
    groups: (ownGroup) => choosableGroups(options, ownGroup),
  }
}

/**
 * The groups that a user may choose: those offered to all and their own, as far as they have a price. Source: server-behaviour 2.5.
 */
export function choosableGroups(
  options: { get<Value>(option: Option<Value>): Value },
  ownGroup: string,
): Record<string, { desc: string; ratio: number }> {
  const ratios = options.get(groupRatio)
  const offered = options.get(userUsableGroups)
  const names = new Set([...Object.keys(offered), ownGroup || 'default'])
  const priced = [...names].filter((name) => Object.hasOwn(ratios, name))
  return Object.fromEntries(
    priced.map((name) => [name, { desc: (Object.hasOwn(offered, name) ? offered[name] : undefined) ?? name, ratio: ratios[name] ?? 1 }]),
  )
}

function wireUser(user: UserRecord, identities: ReadonlyMap<string, string>): CallData<typeof getSelf> {
  const subject = (provider: string): string => identities.get(provider) ?? ''
  const referral = Number(user.aff_posted ?? 0)
  return {
    id: Number(user.id),
    username: user.username,
    display_name: user.display_name,
    role: user.role,
    status: user.status,
    group: user.group_name || 'default',
    email: user.email,
    quota: Number(user.posted ?? 0),
    used_quota: Number(user.used ?? 0),
    request_count: Number(user.calls ?? 0),
    aff_code: user.aff_code,
    aff_count: user.aff_count,
    aff_quota: referral,
    aff_history_quota: referral,
    inviter_id: user.inviter_id,
    github_id: subject('github'),
    oidc_id: subject('oidc'),
    wechat_id: subject('wechat'),
    telegram_id: subject('telegram'),
    linux_do_id: subject('linuxdo'),
    setting: user.setting,
    language: user.language,
    created_time: Number(user.created_at),
    DeletedAt: user.deleted_at === null ? null : Number(user.deleted_at),
  }
}
