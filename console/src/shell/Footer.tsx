import { useText } from '~/i18n'
import { usePublicStatus, useSystemName } from '~/session/status'
import { SafeHtml } from '~/shared/SafeHtml'
import './footer.css'

/** The installation's own footer, else who made this. */
export function Footer() {
  const t = useText()
  const html = usePublicStatus()?.footer_html
  const name = useSystemName()
  return <footer className="footer">{html ? <SafeHtml html={html} /> : t('shell.poweredBy', { name })}</footer>
}
