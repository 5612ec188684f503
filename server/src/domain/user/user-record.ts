// A user as they, or an admin, see them, and as they are stored.
import type { User } from '@waystation/contract/people/user'
import type { z } from 'zod'
import { shownAddress } from '../../lib/net/shown-address.ts'
import type { UserRecord } from './user-store.ts'

/** A user as GET /api/user/self and the admins' look-ups return it. */
export type UserJson = z.input<typeof User>

/** A user as admins see them: of the address of their webhooks only its host and end, since a token may stand in it. */
export const asAdminsSee = (user: UserJson): UserJson => withoutSecrets(user, (address) => shownAddress(address))

/** A user without the secret that signs their webhooks, which nobody can read back. */
export function withoutSecrets(user: UserJson, webhookUrl = (address: string): string => address): UserJson {
  if (user.setting === '') return user
  try {
    const setting: unknown = JSON.parse(user.setting)
    if (typeof setting !== 'object' || setting === null || Array.isArray(setting)) return { ...user, setting: '' }
    const shown = {
      ...setting,
      ...('webhook_secret' in setting ? { webhook_secret: '' } : {}),
      ...('webhook_url' in setting ? { webhook_url: webhookUrl(String(setting.webhook_url)) } : {}),
    }
    return { ...user, setting: JSON.stringify(shown) }
  } catch {
    return { ...user, setting: '' }
  }
}

/** A user as listed for readers who may not see the record: name and usage, but no address, identity or setting. */
export function withoutPrivateFields(user: UserJson): UserJson {
  const hidden = {
    email: '',
    github_id: '',
    oidc_id: '',
    wechat_id: '',
    telegram_id: '',
    linux_do_id: '',
    setting: '',
    aff_code: '',
    last_login_at: 0,
  }
  return { ...user, ...hidden }
}

/** A user with the balance that an edit of the whole record is measured against. */
export const asSeen = (user: UserJson) => ({ ...user, quota_seen: user.quota })

/** A user as they see themselves. @param identities provider to subject */
export function userJson(user: UserRecord, identities: ReadonlyMap<string, string> | undefined): UserJson {
  const subject = (provider: string): string => identities?.get(provider) ?? ''
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
    aff_history_quota: Number(user.invite_income ?? 0),
    inviter_id: user.inviter_id,
    inviter_name: user.inviter_name ?? '',
    github_id: subject('github'),
    oidc_id: subject('oidc'),
    wechat_id: subject('wechat'),
    telegram_id: subject('telegram'),
    linux_do_id: subject('linuxdo'),
    setting: user.setting,
    language: user.language,
    created_time: Number(user.created_at),
    last_login_at: Number(user.last_login_at ?? 0),
    DeletedAt: user.deleted_at === null ? null : Number(user.deleted_at),
  }
}
