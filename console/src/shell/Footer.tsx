import { useState } from 'react'
import { type TextKey, useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { SafeHtml } from '~/shared/site/SafeHtml'
import { ZoneNote } from '~/ui/kit'
import './footer.css'

const lines: readonly TextKey[] = ['shell.powered.plain', 'shell.powered.horses', 'shell.powered.road', 'shell.powered.courier']

/** The installation's own footer, else one of a few lines about who made this. */
export function Footer() {
  const t = useText()
  const html = usePublicStatus()?.footer_html
  const [line] = useState(() => lines[Math.floor(Math.random() * lines.length)] ?? 'shell.powered.plain')
  return (
    <footer className="footer">
      {html ? <SafeHtml html={html} /> : t(line)}
      <div className="footer-zone">
        <ZoneNote />
      </div>
    </footer>
  )
}
