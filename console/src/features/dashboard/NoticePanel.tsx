import { useSelector } from '@tanstack/react-store'
import { getNotice } from '@waystation/contract/api/site'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { LocalStore } from '~/session/local-store'
import { SafeHtml } from '~/shared/site/SafeHtml'
import { CloseIcon, IconButton, Markdown, NoticeIcon } from '~/ui/kit'

/** The text that was closed: another one shows again. */
const closed = new LocalStore<string>('closed_notice', (json) => (typeof json === 'string' ? json : undefined))

/** The admin's notice, until the user has read it. */
export function NoticePanel() {
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
