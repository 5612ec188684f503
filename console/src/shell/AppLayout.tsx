import { useQueryClient } from '@tanstack/react-query'
import { CatchBoundary, Link, Outlet, useLocation } from '@tanstack/react-router'
import { countUnread } from '@waystation/contract/api/people/message'
import { isRoot } from '@waystation/contract/site/status-table'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { customCode } from '~/session/custom-code'
import { keepUserFresh } from '~/session/refresh-user'
import { useIsAdmin, useUser } from '~/session/user'
import { AnnouncementStrips } from '~/shared/announcements/AnnouncementStrips'
import { useAnnouncements } from '~/shared/announcements/use-announcements'
import { ConfirmIdentity } from '~/shared/second-factor/ConfirmIdentity'
import { Banner, CollapseIcon, CountBadge, ExpandIcon, IconButton, InboxIcon, MenuIcon, OfflineIcon, SideSheet, useIsPhone } from '~/ui/kit'
import { Provider } from '~/ui/Provider'
import { Footer } from './Footer.tsx'
import { CrashPanel } from './failure/CrashPage.tsx'
import { MenuLinks, toggleMenu, useIsMenuCollapsed } from './MenuLinks.tsx'
import { NewYearButton } from './new-year/NewYearButton.tsx'
import { ProxyNotice } from './ProxyNotice.tsx'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { clockText, shownSince } from './shown-since.ts'
import { useNavigation } from './top-bar/navigation.ts'
import { Brand, TopBar, TopLinks } from './top-bar/TopBar.tsx'
import { UserMenu } from './top-bar/UserMenu.tsx'
import './shell.css'

/** On a phone, the links of the top bar below those of the menu; the console itself is where one is. */
function PhoneTopLinks({ onGo }: { readonly onGo: () => void }) {
  const t = useText()
  return (
    <nav className="menu-group" aria-label={t('shell.topMenu')}>
      <ul>
        {useNavigation()
          .filter(({ isCurrent }) => !isCurrent)
          .map(({ key, label, Icon, to, href }) => (
            <li key={key}>
              {to === undefined ? (
                <a className="menu-link" href={href} target="_blank" rel="noreferrer" onClick={onGo}>
                  <Icon />
                  {label}
                </a>
              ) : (
                <Link className="menu-link" to={to} onClick={onGo}>
                  <Icon />
                  {label}
                </Link>
              )}
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** Milliseconds between two looks while the page is visible. Source: specification §9. */
const EVERY_MS = 30_000

/** The way to the inbox, with how many messages wait there. */
function InboxBell() {
  const t = useText()
  const { data } = useData(countUnread, {}, { everyMs: EVERY_MS, freshMs: EVERY_MS / 2, refetchesOnReturn: true })
  const count = data?.unread_count ?? 0
  const label = count === 0 ? t('shell.inbox') : t('shell.inboxUnread', { count })
  return (
    <Link className="icon-button" to={paths.inbox()} aria-label={label} title={label}>
      <CountBadge count={count}>
        <InboxIcon />
      </CountBadge>
    </Link>
  )
}

/** The bar inside the console. On a phone it also opens the menu. */
function ConsoleBar() {
  const t = useText()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <TopBar
      before={isPhone && <IconButton label={t('shell.openMenu')} icon={<MenuIcon />} isExpanded={isOpen} onClick={() => setIsOpen(true)} />}
      links={!isPhone && <TopLinks />}
      tools={
        <>
          <PaletteButton />
          <NewYearButton />
        </>
      }
    >
      <InboxBell />
      <UserMenu hasBalance />
      <SideSheet isOpen={isOpen && isPhone} onClose={close} side="left" width={264} title={<Brand />}>
        <div className="phone-menu">
          <nav aria-label={t('shell.menu')}>
            <MenuLinks isCollapsed={false} onGo={close} />
          </nav>
          <PhoneTopLinks onGo={close} />
        </div>
      </SideSheet>
    </TopBar>
  )
}

/** Above the page while the browser has no network: how old what one sees is. */
function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return isOnline ? null : <Notice />
}

function Notice() {
  const t = useText()
  const client = useQueryClient()
  const [since] = useState(() => {
    const active = client.getQueryCache().findAll({ type: 'active' })
    return shownSince(
      active.map((query) => query.state.dataUpdatedAt),
      Date.now(),
    )
  })
  return (
    <div className="offline">
      <Banner tone="red" icon={<OfflineIcon />}>
        {t('shell.offline', { time: clockText(since) })}
      </Banner>
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Maintenance and warnings; what is mere information stands on the dashboard. */
function Announced() {
  const announcements = useAnnouncements() ?? []
  return <AnnouncementStrips announcements={announcements.filter(({ kind }) => kind !== 'information')} />
}

/** Tells admins that the page holds code of the site, which may be the reason why it looks or behaves oddly. */
function CustomCodeNote() {
  const t = useText()
  const isAdmin = useIsAdmin()
  const role = useUser()?.role ?? 0
  if (!isAdmin || customCode === undefined || customCode === 'held') return null
  if (customCode === 'safe') return <Note>{t('shell.customCodeOff')}</Note>
  return (
    <Note>
      {t('shell.customCode')} {isRoot(role) && <a href="?safe_mode=1">{t('shell.customCodeSafe')}</a>}
    </Note>
  )
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <div className="offline">
    <Banner tone="blue">{children}</Banner>
  </div>
)

/** 200 px, or 60 when collapsed, which is remembered. A phone has a drawer in its place. */
function SideMenu() {
  const t = useText()
  const isPhone = useIsPhone()
  const isCollapsed = useIsMenuCollapsed()
  if (isPhone) return null
  const words = t(isCollapsed ? 'shell.expand' : 'shell.collapse')
  return (
    <nav className={`side-menu ${isCollapsed ? 'collapsed' : ''}`} aria-label={t('shell.menu')}>
      <MenuLinks isCollapsed={isCollapsed} />
      <span className="grow" />
      <button type="button" className="menu-link" aria-expanded={!isCollapsed} title={isCollapsed ? words : undefined} onClick={toggleMenu}>
        {isCollapsed ? <ExpandIcon /> : <CollapseIcon />}
        <span className={isCollapsed ? 'unseen' : ''}>{words}</span>
      </button>
    </nav>
  )
}

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
          <Announced />
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
