import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useSystemName } from '~/session/status'
import { useUser } from '~/session/user'
import { Mark } from '~/ui/page/Mark'
import './crash.css'

const NotFoundInShell = lazy(() => import('./NotFoundInShell.tsx'))

/** The page for an unknown URL. Logged-in users see it inside the console; a visitor gets a short page. */
export default function NotFoundPage() {
  const t = useText()
  const name = useSystemName()
  const isMember = useUser() !== undefined
  const title = <title>{`${t('error.notFoundTitle')} · ${name}`}</title>
  if (isMember) {
    return (
      <Suspense fallback={title}>
        <NotFoundInShell />
      </Suspense>
    )
  }
  return (
    <main className="crash-page">
      {title}
      <div className="crash">
        <Mark size={32} />
        <h1>{t('error.notFoundTitle')}</h1>
        <p>{t('error.notFoundText')}</p>
        <Link to={paths.home()}>{t('error.home')}</Link>
      </div>
    </main>
  )
}
