import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { Provider } from '~/ui/Provider'
import { Footer } from './Footer.tsx'
import { PublicBar } from './top-bar/PublicBar.tsx'
import './either.css'

const AppLayout = lazy(() => import('./AppLayout.tsx'))

/** Pages for everybody that are drawn with the kit: inside the console for those who are logged in, else below the public bar. */
export default function EitherLayout() {
  const t = useText()
  const isMember = useUser() !== undefined
  if (isMember) {
    return (
      <Suspense fallback={null}>
        <AppLayout />
      </Suspense>
    )
  }
  return (
    <Provider>
      <div className="either-shell">
        <a className="skip-link" href="#content">
          {t('shell.skip')}
        </a>
        <PublicBar />
        <main id="content" tabIndex={-1}>
          <Outlet />
          <Footer />
        </main>
      </div>
    </Provider>
  )
}
