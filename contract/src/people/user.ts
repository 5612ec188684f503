import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import { Quota } from '../money/quota.ts'
import { pathId, UserId } from '../values/id.ts'
import { exactText, nameText } from '../values/pasted.ts'
import { TokenScopes } from './access-token.ts'
import { passwordFault } from './password.ts'
import { TYPED_MAX } from './typed-login.ts'
import { emailFault, normalUsername, usernameFault } from './user-name.ts'

/** How an account stands, as admins look for it. */
export const userStates = ['active', 'banned', 'closed'] as const
export type UserState = (typeof userStates)[number]

/** What users can be sorted by; with a minus from the most to the least. */
export const userSorts = ['balance', '-balance', 'used', '-used', 'calls', '-calls', 'last_login', '-last_login'] as const
export type UserSort = (typeof userSorts)[number]

/** A user as they, or an admin, see them. Source: specification §3. Passwords and keys are never part of it. */
export const User = z.object({
  id: UserId,
  username: z.string(),
  display_name: z.string(),
  role: z.number().int(),
  status: z.number().int(),
  group: z.string(),
  email: z.string(),
  quota: Quota,
  used_quota: Quota,
  request_count: z.number().int(),
  aff_code: z.string(),
  aff_count: z.number().int(),
  aff_quota: Quota,
  aff_history_quota: Quota,
  /** 0: nobody. */
  inviter_id: z.number().int(),
  /** Told to admins only. */
  inviter_name: z.string(),
  github_id: z.string(),
  oidc_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  setting: z.string(),
  language: z.string(),
  created_time: z.number().int(),
  /** Unix seconds; 0: never. */
  last_login_at: z.number().int(),
  DeletedAt: z.number().int().nullable(),
})
export type User = z.infer<typeof User>

/**
 * A user as admins look them up. `quota_seen` says which balance the record shows: a client that sends the whole record back brings it
 * along, so that what was spent or paid in meanwhile stays.
 */
export const UserRecord = User.extend({ quota_seen: Quota })
export type UserRecord = z.infer<typeof UserRecord>

/** The caller as they see themselves. */
export const Self = User.extend({
  /** Quota units: a lower balance is low. What the user set (`quota_warning_threshold`), else the option QuotaRemindThreshold. */
  quota_remind_threshold: Quota,
  /** Is a secret for the webhook stored? Nobody can read it back. */
  has_webhook_secret: z.boolean(),
  has_access_token: z.boolean(),
  /** What the access token may do; empty without one. */
  access_token_scopes: TokenScopes,
  /** Unix seconds; null: it never ends, or there is none. */
  access_token_expires_at: z.number().int().nullable(),
  /** False: the user logs in at another site only. */
  has_password: z.boolean(),
  /** Unix seconds; null: never. */
  access_token_used_at: z.number().int().nullable(),
})
export type Self = z.infer<typeof Self>

/** What a user sets for themselves; stored as JSON text in `setting`. */
export const UserSetting = z.object({
  notify_type: z.enum(['email', 'webhook']).default('email'),
  quota_warning_threshold: z.number().positive().optional(),
  webhook_url: z.string().optional(),
  webhook_secret: z.string().optional(),
  notification_email: z.string().optional(),
  accept_unset_model_ratio_model: z.boolean().default(false),
  show_ip_in_logs: z.boolean().default(false),
  /** Is the statement of each month mailed when it is over? */
  monthly_statement: z.boolean().optional(),
})
export type UserSetting = z.infer<typeof UserSetting>

/** A group as a user may choose it. Source: specification §7, self/groups. */
export const GroupChoice = z.object({ desc: z.string(), ratio: z.number() })
export type GroupChoice = z.infer<typeof GroupChoice>

/** Characters of a display name. Source: server-behaviour 5.7. */
export const DISPLAY_NAME_MAX = 20
/** Quota units that a balance, or a change of one, may come to. */
const QUOTA_MAX = 1_000_000_000_000_000

/** A text in which a rule of the contract finds no fault. */
const checked = (text: z.ZodString, faultOf: (text: string) => ErrorCode | undefined) =>
  text.superRefine((value, context) => {
    const fault = faultOf(value)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

const displayName = nameText().max(DISPLAY_NAME_MAX, 'field_too_long')
/** Empty text: the password stays as it is. */
const passwordOrNothing = checked(z.string().max(TYPED_MAX, 'field_too_long'), (text) => (text === '' ? undefined : passwordFault(text)))
const groupName = nameText().max(64)
/** Characters of the reason for a change of a balance. */
export const QUOTA_REASON_MAX = 200
const quotaUnits = z.number().int().min(-QUOTA_MAX).max(QUOTA_MAX)

/** The body with which an admin adds a user. */
export const UserDraft = z.object({
  username: checked(z.string('user_name_and_password').max(TYPED_MAX, 'field_too_long').overwrite(normalUsername), (name) =>
    name === '' ? 'user_name_and_password' : usernameFault(name),
  ),
  password: checked(z.string('user_name_and_password').max(TYPED_MAX, 'field_too_long'), (text) =>
    text === '' ? 'user_name_and_password' : passwordFault(text),
  ),
  display_name: displayName.default(''),
  /** Empty: the group `default`. */
  group: groupName.default(''),
})
export type UserDraft = z.infer<typeof UserDraft>

/** The body with which an admin changes a user; what is left out stays as it is. Other fields of a user's record are ignored (D34). */
export const UserChange = z.object({
  id: pathId,
  username: z.exactOptional(z.string().max(TYPED_MAX, 'field_too_long').overwrite(normalUsername)),
  display_name: z.exactOptional(displayName),
  password: z.exactOptional(passwordOrNothing),
  group: z.exactOptional(groupName),
  /** The wanted balance. It is booked as a difference, from `quota_seen` if that is given, else from the balance of the moment. */
  quota: z.exactOptional(quotaUnits),
  /** The balance that the admin saw when they chose the new one. */
  quota_seen: z.exactOptional(quotaUnits),
  /** What is added to the balance, or with a minus taken from it. Takes precedence over `quota`. */
  quota_delta: z.exactOptional(quotaUnits),
  /** Why the balance is changed: stands in the ledger, the audit log and the user's log. */
  quota_reason: z.exactOptional(nameText().max(QUOTA_REASON_MAX, 'field_too_long')),
})
export type UserChange = z.infer<typeof UserChange>

export const userActions = ['promote', 'demote', 'disable', 'enable', 'delete'] as const
export type UserAction = (typeof userActions)[number]

/** A user's role and status after an admin acted on them. */
export const Standing = z.object({ role: z.number().int(), status: z.number().int() })
export type Standing = z.infer<typeof Standing>

/** The body with which users change their own account; empty fields stay as they are. A new password needs the old one. */
export const SelfChange = z.object({
  username: z.exactOptional(
    checked(z.string().max(TYPED_MAX, 'field_too_long').overwrite(normalUsername), (name) =>
      name === '' ? undefined : usernameFault(name),
    ),
  ),
  display_name: z.exactOptional(displayName),
  password: z.exactOptional(passwordOrNothing),
  original_password: z.string().max(TYPED_MAX, 'field_too_long').default(''),
})
export type SelfChange = z.infer<typeof SelfChange>

/** The body that changes a user's settings; what is left out stays as it is. */
export const UserSettingDraft = z.object({
  notify_type: z.exactOptional(z.enum(['email', 'webhook'])),
  quota_warning_threshold: z.exactOptional(z.number().positive().max(QUOTA_MAX)),
  webhook_url: z.exactOptional(checked(exactText().max(2000), webhookFault)),
  /** Empty: the stored one stays. */
  webhook_secret: z.exactOptional(exactText().max(500)),
  /** Takes the stored secret away. */
  remove_webhook_secret: z.exactOptional(z.boolean()),
  notification_email: z.exactOptional(
    checked(exactText().max(TYPED_MAX, 'field_too_long'), (text) => (text === '' ? undefined : emailFault(text))),
  ),
  /** The code that was sent to an address for notices which is neither the account's own nor the one before. */
  notification_code: z.exactOptional(exactText().max(100)),
  accept_unset_model_ratio_model: z.exactOptional(z.boolean()),
  show_ip_in_logs: z.exactOptional(z.boolean()),
  monthly_statement: z.exactOptional(z.boolean()),
})
export type UserSettingDraft = z.infer<typeof UserSettingDraft>

function webhookFault(text: string): ErrorCode | undefined {
  if (text === '') return undefined
  if (!URL.canParse(text) || !text.toLowerCase().startsWith('https://')) return 'webhook_url_https'
  const { hostname, username: user, password } = new URL(text)
  return hostname === '' || user !== '' || password !== '' ? 'field_invalid' : undefined
}

/** A browser in which a user is logged in, as they see it. */
export const SessionEntry = z.object({
  /** Names the session here; it opens nothing. */
  id: z.string(),
  /** The network that it was opened from. */
  place: z.string(),
  agent: z.string(),
  /** Unix seconds. */
  created_at: z.number().int(),
  seen_at: z.number().int(),
  is_current: z.boolean(),
})
export type SessionEntry = z.infer<typeof SessionEntry>
