import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useSystemName } from '~/session/status'
import { useUser } from '~/session/user'
import { Mark } from '~/ui/Mark'
import './crash.css'

const NotFoundInShell = lazy(() => import('./NotFoundInShell.tsx'))

/** For an address that leads nowhere. Who is logged in keeps the console around it; a visitor gets a page of a few lines. */
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
