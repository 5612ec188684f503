import { getNotice } from '@waystation/contract/api/site'
import { useSyncExternalStore } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { localStore } from '~/session/local-store'
import { SafeHtml } from '~/shared/SafeHtml'
import { CloseIcon, IconButton, Markdown, NoticeIcon } from '~/ui/kit'

/** The text that was closed: another one shows again. */
const closed = localStore<string>('closed_notice', (json) => (typeof json === 'string' ? json : undefined))

/** What the admin has to say to everybody, until somebody has read it. */
export function NoticePanel() {
  const t = useText()
  const { data = '' } = useData(getNotice, {}, { freshMs: 60_000 })
  const read = useSyncExternalStore(closed.subscribe, closed.get)
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
