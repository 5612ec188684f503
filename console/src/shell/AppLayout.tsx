import { CatchBoundary, Outlet, useLocation } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { Provider } from '~/ui/Provider'
import { CrashPanel } from './CrashPage.tsx'
import { Footer } from './Footer.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import './shell.css'

/** The console: top bar, side menu, the page. A page that breaks leaves the rest standing. */
export default function AppLayout() {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <Provider>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <div className="shell">
        <TopBar hasMenu />
        <SideMenu />
        <main id="content" className="shell-content" tabIndex={-1}>
          <OfflineNotice />
          <CatchBoundary getResetKey={() => pathname} errorComponent={CrashPanel}>
            <Outlet />
          </CatchBoundary>
          <Footer />
        </main>
      </div>
    </Provider>
  )
}
