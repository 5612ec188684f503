import type { getSelf, getSelfGroups } from '@waystation/contract/api/people/session'
import type { getUser } from '@waystation/contract/api/people/user'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { AppError, type Language } from '@waystation/contract/errors'
import { quotaRemindThreshold } from '@waystation/contract/options/logs'
import type { Option } from '@waystation/contract/options/option'
import { userUsableGroups } from '@waystation/contract/options/pricing'
import { mayReadRecord, type Ranked } from '@waystation/contract/people/rank'
import type { UserSetting, UserSort } from '@waystation/contract/people/user'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import { groupFactor } from '../pricing/group-ratio.ts'
import { scopesIn } from './accounts/access-token-scopes.ts'
import { userSettingOf } from './accounts/user-setting.ts'
import { asAdminsSee, asSeen, type UserJson, userJson, withoutPrivateFields, withoutSecrets } from './user-record.ts'
import { countUsers, findUsers, type UserFilter } from './user-search-store.ts'
import { findIdentities, findUser, setUserLanguage } from './user-store.ts'

export interface UserParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly invalidation: Invalidation
}

export interface UserService {
  /** @throws AppError not_found */
  get(id: number): Promise<CallData<typeof getSelf>>
  /**
   * The record of a user of a lower role, also of a closed account, for admins: without secrets. @throws AppError not_found, no_permission
   */
  lookUp(viewer: Ranked, id: number): Promise<CallData<typeof getUser>>
  /**
   * Records that match, newest first, for admins: without secrets, and without addresses and identities of users whose record the viewer may
   * not read.
   */
  search(
    viewer: Ranked,
    filter: UserFilter,
    page: { offset: number; limit: number; sort?: UserSort | undefined },
  ): Promise<{ items: CallData<typeof getUser>[]; total: number }>
  setLanguage(id: number, language: Language): Promise<void>
  /** A user's settings for their own calls; the defaults for a user who is gone. */
  settings(id: number): Promise<UserSetting>
  /** Groups that are both priced and usable by members of this group, with their names and ratios. */
  groups(ownGroup: string): CallData<typeof getSelfGroups>
}

export function userService({ database, options, invalidation }: UserParts): UserService {
  const forViewer = (viewer: Ranked, user: UserJson): CallData<typeof getUser> =>
    asSeen(mayReadRecord(viewer, user) ? asAdminsSee(user) : withoutPrivateFields(user))

  return {
    async get(id) {
      const user = await findUser(database, id)
      if (!user) throw new AppError('not_found', { what: 'user' })
      const setting = userSettingOf(user.setting)
      return {
        ...withoutSecrets(userJson(user, (await findIdentities(database, [id])).get(id))),
        inviter_name: '',
        quota_remind_threshold: Math.round(setting.quota_warning_threshold ?? options.get(quotaRemindThreshold)),
        has_webhook_secret: (setting.webhook_secret ?? '') !== '',
        has_password: user.password_hash !== '',
        has_access_token: user.access_token_hash !== null,
        access_token_scopes: scopesIn(user.access_token_scopes),
        access_token_expires_at: user.access_token_expires_at === null ? null : Number(user.access_token_expires_at),
        access_token_used_at: user.access_token_used_at === null ? null : Number(user.access_token_used_at),
      }
    },
    async lookUp(viewer, id) {
      const [user] = await findUsers(database, { id }, { offset: 0, limit: 1 })
      if (!user) throw new AppError('not_found', { what: 'user' })
      if (!mayReadRecord(viewer, { id, role: user.role })) throw new AppError('no_permission')
      return asSeen(asAdminsSee(userJson(user, (await findIdentities(database, [id])).get(id))))
    },
    async search(viewer, asked, page) {
      const filter = { ...asked, keyword: asked.keyword?.trim(), viewer }
      const [found, total] = await Promise.all([findUsers(database, filter, page), countUsers(database, filter)])
      const identities = await findIdentities(
        database,
        found.map(({ id }) => Number(id)),
      )
      return { items: found.map((user) => forViewer(viewer, userJson(user, identities.get(Number(user.id))))), total }
    },
    async setLanguage(userId, language) {
      await database.run(setUserLanguage, { userId, language })
      invalidation.publish('user', userId)
    },
    settings: async (id) => userSettingOf((await findUser(database, id))?.setting ?? ''),
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
  const offered = options.get(userUsableGroups)
  const group = ownGroup || 'default'
  const names = new Set([...Object.keys(offered), group])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const factor = groupFactor(options, name, group)
      if (!factor) return []
      const desc = (Object.hasOwn(offered, name) ? offered[name] : undefined) ?? name
      return [[name, { desc, ratio: Number(factor.groupRatio) }]]
    }),
  )
}
