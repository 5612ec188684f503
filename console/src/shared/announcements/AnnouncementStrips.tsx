import { useSelector } from '@tanstack/react-store'
import type { Announcement } from '@waystation/contract/site/announcement'
import { useId, useState } from 'react'
import { useText } from '~/i18n'
import { IconButton } from '~/ui/button/IconButton'
import { CloseIcon, RepairIcon } from '~/ui/icons'
import { Markdown } from '~/ui/markdown/Markdown'
import { Banner } from '~/ui/page/Banner'
import { AnnouncementSpan } from './AnnouncementSpan.tsx'
import { announcementTones } from './announcement-tones.ts'
import { dismiss, dismissed } from './dismissed.ts'
import { isDismissed } from './dismissed-record.ts'

/** Announcements above a page, one line each, until this browser has dismissed them. The text opens below. */
export function AnnouncementStrips({ announcements }: { readonly announcements: readonly Announcement[] }) {
  const t = useText()
  const closed = useSelector(dismissed)
  const open = announcements.filter((one) => !isDismissed(closed, one))
  if (open.length === 0) return null
  return (
    <section className="announcement-strips" aria-label={t('shell.announcement.title')}>
      {open.map((one) => (
        <Strip key={`${one.id} ${one.revision}`} announcement={one} />
      ))}
    </section>
  )
}

function Strip({ announcement }: { readonly announcement: Announcement }) {
  const t = useText()
  const textId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { title, text, kind } = announcement
  return (
    <Banner
      tone={announcementTones[kind]}
      {...(kind === 'maintenance' ? { icon: <RepairIcon /> } : {})}
      action={
        <IconButton label={t('shell.announcement.dismiss', { title })} icon={<CloseIcon />} onClick={() => dismiss(announcement)} isSmall />
      }
    >
      <p className="announcement-line">
        <b>{title}</b>
        <AnnouncementSpan announcement={announcement} />
        {text !== '' && (
          <button
            type="button"
            className="announcement-more"
            aria-expanded={isOpen}
            aria-controls={textId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'shell.announcement.less' : 'shell.announcement.more')}
          </button>
        )}
      </p>
      {text !== '' && (
        <div id={textId} hidden={!isOpen}>
          {isOpen && <Markdown text={text} isTrusted />}
        </div>
      )}
    </Banner>
  )
}
