import { Outlet } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { PublicBar } from './top-bar/PublicBar.tsx'
import './top-bar/top-bar.css'

/** Pages for everybody: the bar and the page, without antd. */
export default function PublicLayout() {
  const t = useText()
  return (
    <div className="public-shell">
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <PublicBar />
      <Outlet />
    </div>
  )
}
