import { Link } from '@tanstack/react-router'
import { countUnread } from '@waystation/contract/api/message'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { CountBadge, InboxIcon } from '~/ui/kit'

/** Milliseconds between two looks while the page is visible. Source: specification §9. */
const EVERY_MS = 30_000

/** The way to the inbox, with how many messages wait there. */
export function InboxBell() {
  const t = useText()
  const { data } = useData(countUnread, {}, { everyMs: EVERY_MS, freshMs: EVERY_MS / 2, refetchesOnReturn: true })
  const count = data?.unread_count ?? 0
  const label = count === 0 ? t('shell.inbox') : t('shell.inboxUnread', { count })
  return (
    <Link className="icon-button" to={paths.inbox()} aria-label={label} title={label}>
      <CountBadge count={count}>
        <InboxIcon />
      </CountBadge>
    </Link>
  )
}
