import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { Banner } from '~/ui/kit'

/** Warns against sharing tokens and names who can read the calls. */
export function ShareWarning() {
  const t = useText()
  const isRead = usePublicStatus()?.log_chat_content_enabled === true
  return (
    <Banner tone="amber">
      {t('token.warning')}
      {isRead && <span className="text2"> {t('token.warningChat')}</span>}
    </Banner>
  )
}
