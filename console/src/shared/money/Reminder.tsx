import { Link } from '@tanstack/react-router'
import { isRoot } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { useUser } from '~/session/user'
import { type ReminderWay, reminderWay } from './reminder-way.ts'

/** How the current user is notified of a low balance; undefined while that is loading. */
export function useReminderWay(): ReminderWay | undefined {
  const user = useUser()
  const status = usePublicStatus()
  return user && status && reminderWay(user, status.mail_enabled)
}

/** Leads to where the reminder is changed; who can set the site's mail up is led there where it sends none. */
export function ReminderLink({ way }: { readonly way: ReminderWay }) {
  const t = useText()
  const isOwner = isRoot(useUser()?.role ?? 0)
  if (way === 'noMail' && isOwner) return <MailSettingsLink />
  const words = way === 'noAddress' ? 'reminder.addAddress' : way === 'noMail' ? 'reminder.useWebhook' : 'wallet.change'
  return (
    <Link to={paths.me()} search={{ tab: 'notify' }}>
      {t(words)}
    </Link>
  )
}

/** Leads to where the site's mail is set up. */
export function MailSettingsLink() {
  const t = useText()
  return (
    <Link to={paths.settings()} search={{ tab: 'system', card: 'smtp' }}>
      {t('reminder.setUpMail')}
    </Link>
  )
}
