import { type Self, UserSetting } from '@waystation/contract/people/user'

/** The settings of a user's record, where they stand as JSON text; the defaults where there are none. */
export function ownSetting(text: string | undefined): UserSetting {
  try {
    const read = UserSetting.safeParse(JSON.parse(text || '{}'))
    if (read.success) return read.data
  } catch {
    // Broken text counts as none.
  }
  return UserSetting.parse({})
}

/** How a user is notified of a low balance, or why not: `noAddress`, the user has given none; `noMail`, the site sends no mail. */
export type ReminderWay = 'mail' | 'webhook' | 'noAddress' | 'noMail'

export function reminderWay(user: Partial<Pick<Self, 'email' | 'setting'>>, sendsMail: boolean): ReminderWay {
  const { notify_type, notification_email, webhook_url } = ownSetting(user.setting)
  if (notify_type === 'webhook') return webhook_url ? 'webhook' : 'noAddress'
  if (!sendsMail) return 'noMail'
  return notification_email || user.email ? 'mail' : 'noAddress'
}
