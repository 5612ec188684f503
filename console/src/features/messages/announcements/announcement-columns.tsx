import {
  type AnnouncementAudience,
  type AnnouncementKind,
  announcementState,
  type StoredAnnouncement,
} from '@waystation/contract/site/announcement'
import { wallText, zonedText } from '@waystation/contract/values/calendar'
import { useText } from '~/i18n'
import { useSiteZone } from '~/session/status'
import { announcementTones } from '~/shared/announcements/announcement-tones'
import { type Card, type Column, Tag } from '~/ui/kit'

export const nowSeconds = () => Math.floor(Date.now() / 1000)

export const announcementColumns: Column<StoredAnnouncement>[] = [
  { field: 'title', title: 'message.name', isFixed: true, width: 200, grow: 3 },
  { field: 'kind', title: 'announcement.kind', width: 110, render: (kind) => <KindTag kind={kind} /> },
  { field: 'audience', title: 'announcement.audience', width: 110, render: (audience) => <AudienceText audience={audience} /> },
  { field: 'id', id: 'state', title: 'announcement.state', width: 90, csv: false, render: (_id, row) => <StateTag announcement={row} /> },
  { field: 'from', title: 'announcement.from', width: 140, render: (unix) => <SiteTime unix={unix} /> },
  { field: 'until', title: 'announcement.until', width: 140, render: (unix) => <SiteTime unix={unix} /> },
]

export function announcementCard(row: StoredAnnouncement): Card {
  return {
    title: row.title,
    aside: <StateTag announcement={row} />,
    meta: <KindTag kind={row.kind} />,
    metaAside: <SiteTime unix={row.from} />,
  }
}

function KindTag({ kind }: { readonly kind: AnnouncementKind }) {
  const t = useText()
  return <Tag tone={announcementTones[kind]}>{t(`announcement.kinds.${kind}`)}</Tag>
}

function AudienceText({ audience }: { readonly audience: AnnouncementAudience }) {
  const t = useText()
  return t(`announcement.audiences.${audience}`)
}

const stateTones = { planned: 'blue', active: 'green', ended: 'neutral' } as const

function StateTag({ announcement }: { readonly announcement: StoredAnnouncement }) {
  const t = useText()
  const state = announcementState(announcement, nowSeconds())
  return (
    <Tag tone={stateTones[state]} hasDot>
      {t(`announcement.states.${state}`)}
    </Tag>
  )
}

/** A moment by the clock of the site's zone. */
function SiteTime({ unix }: { readonly unix: number | null }) {
  const zone = useSiteZone()
  if (unix === null) return <span className="text3">–</span>
  return (
    <time className="number" dateTime={new Date(unix * 1000).toISOString()} title={zonedText(unix * 1000, zone)}>
      {wallText(unix * 1000, zone)}
    </time>
  )
}
