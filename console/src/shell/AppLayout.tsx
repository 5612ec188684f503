import { CatchBoundary, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useText } from '~/i18n'
import { keepUserFresh } from '~/session/refresh-user'
import { ConfirmIdentity } from '~/shared/second-factor/ConfirmIdentity'
import { Provider } from '~/ui/Provider'
import { ConsoleBar } from './ConsoleBar.tsx'
import { CrashPanel } from './CrashPage.tsx'
import { CustomCodeNote } from './CustomCodeNote.tsx'
import { Footer } from './Footer.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { ProxyNotice } from './ProxyNotice.tsx'
import { SideMenu } from './SideMenu.tsx'
import './shell.css'

/**
 * The console: top bar, side menu, the page. A page that breaks leaves the rest standing.
 * @param children in place of the route's page
 */
export default function AppLayout({ children }: { readonly children?: ReactNode }) {
  const t = useText()
  const { pathname } = useLocation()
  useEffect(keepUserFresh, [])
  return (
    <Provider>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <div className="shell">
        <ConsoleBar />
        <SideMenu />
        <main id="content" className="shell-content" tabIndex={-1}>
          <OfflineNotice />
          <CustomCodeNote />
          <ProxyNotice />
          <CatchBoundary getResetKey={() => pathname} errorComponent={CrashPanel}>
            {children ?? <Outlet />}
          </CatchBoundary>
          <Footer />
        </main>
      </div>
      <ConfirmIdentity />
    </Provider>
  )
}
