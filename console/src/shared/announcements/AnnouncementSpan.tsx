import type { Announcement } from '@waystation/contract/site/announcement'
import { zonedText } from '@waystation/contract/values/calendar'
import { useText } from '~/i18n'
import { useSiteZone } from '~/session/status'
import './announcements.css'

/** From when, or until when, an announcement holds, by the clock of the site's zone, which is named. */
export function AnnouncementSpan({ announcement: { from, until } }: { readonly announcement: Pick<Announcement, 'from' | 'until'> }) {
  const t = useText()
  const zone = useSiteZone()
  const unix = until ?? from
  return (
    <time className="announcement-span" dateTime={new Date(unix * 1000).toISOString()}>
      {t(until === null ? 'shell.announcement.since' : 'shell.announcement.until', { time: zonedText(unix * 1000, zone) })}
    </time>
  )
}
