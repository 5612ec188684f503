import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useSystemName } from '~/session/status'
import { Mark } from '~/ui/Mark'
import './crash.css'

/** For an address that leads nowhere. */
export default function NotFoundPage() {
  const t = useText()
  const name = useSystemName()
  return (
    <main className="crash-page">
      <title>{`${t('error.notFoundTitle')} · ${name}`}</title>
      <div className="crash">
        <Mark size={32} />
        <h1>{t('error.notFoundTitle')}</h1>
        <p>{t('error.notFoundText')}</p>
        <Link to={paths.home()}>{t('error.home')}</Link>
      </div>
    </main>
  )
}
