import { useSelector } from '@tanstack/react-store'
import { getNotice } from '@waystation/contract/api/site'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { LocalStore } from '~/session/local-store'
import { AnnouncementSpan } from '~/shared/announcements/AnnouncementSpan'
import { announcementTones } from '~/shared/announcements/announcement-tones'
import { useAnnouncements } from '~/shared/announcements/use-announcements'
import { SafeHtml } from '~/shared/site/SafeHtml'
import { CloseIcon, IconButton, Markdown, NoticeIcon, Tag } from '~/ui/kit'

/** The text that was closed: another one shows again. */
const closed = new LocalStore<string>('closed_notice', (json) => (typeof json === 'string' ? json : undefined))

/** What admins tell users: the notice, until it was read, and what is announced now. */
export function NoticePanel() {
  return (
    <>
      <WrittenNotice />
      <AnnouncementList />
    </>
  )
}

/** All kinds, newest first. */
function AnnouncementList() {
  const t = useText()
  const announcements = useAnnouncements() ?? []
  if (announcements.length === 0) return null
  return (
    <section className="notice-panel" aria-label={t('shell.announcement.title')}>
      <span className="notice-icon">
        <NoticeIcon />
      </span>
      <ul className="notice-text announcement-list">
        {announcements.map((one) => (
          <li key={one.id}>
            <p className="announcement-line">
              <Tag tone={announcementTones[one.kind]}>{t(`announcement.kinds.${one.kind}`)}</Tag>
              <b>{one.title}</b>
              <AnnouncementSpan announcement={one} />
            </p>
            {one.text !== '' && <Markdown text={one.text} isTrusted />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function WrittenNotice() {
  const t = useText()
  const { data = '' } = useData(getNotice, {}, { freshMs: 60_000 })
  const read = useSelector(closed)
  const text = data.trim()
  if (text === '' || text === read) return null
  return (
    <section className="notice-panel" aria-label={t('dashboard.notice')}>
      <span className="notice-icon">
        <NoticeIcon />
      </span>
      <div className="notice-text">{text.startsWith('<') ? <SafeHtml html={text} /> : <Markdown text={text} isTrusted />}</div>
      <IconButton label={t('dashboard.closeNotice')} icon={<CloseIcon />} onClick={() => closed.set(text)} isSmall />
    </section>
  )
}
