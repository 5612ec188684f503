import { useText } from '~/i18n'
import { usePublicStatus, useSystemName } from '~/session/status'

/** What runs here, in three lines. */
export function BuiltInAbout() {
  const t = useText()
  const name = useSystemName()
  const version = usePublicStatus()?.version
  return (
    <div className="site-content">
      <h1>{t('about.heading', { name })}</h1>
      <p>{t('about.text')}</p>
      {version !== undefined && <p className="text2">{t('about.version', { version })}</p>}
    </div>
  )
}
