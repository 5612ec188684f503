import { z } from 'zod'
import { UserId } from './id.ts'
import { Quota } from './quota.ts'

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
  inviter_id: z.number().int(),
  github_id: z.string(),
  oidc_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  setting: z.string(),
  language: z.string(),
  created_time: z.number().int(),
  DeletedAt: z.number().int().nullable(),
})
export type User = z.infer<typeof User>

/** The caller as they see themselves. */
export const Self = User.extend({
  /** Quota units: a lower balance is low. What the user set (`quota_warning_threshold`), else the option QuotaRemindThreshold. */
  quota_remind_threshold: Quota,
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
})
export type UserSetting = z.infer<typeof UserSetting>

/** A group as a user may choose it. Source: specification §7, self/groups. */
export const GroupChoice = z.object({ desc: z.string(), ratio: z.number() })
export type GroupChoice = z.infer<typeof GroupChoice>
