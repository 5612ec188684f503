import { useState } from 'react'
import { useText } from '~/i18n'
import { readText, writeText } from '~/session/local-store'
import { keptStatus } from '~/session/status'
import { CollapseIcon, ExpandIcon, useIsPhone } from '~/ui/kit'
import { MenuLinks } from './MenuLinks.tsx'

const KEY = 'default_collapse_sidebar'

/** 200 px, or 60 when collapsed, which is remembered. A phone has a drawer in its place. */
export function SideMenu() {
  const t = useText()
  const isPhone = useIsPhone()
  const [isCollapsed, setIsCollapsed] = useState(
    () => (readText(KEY) ?? String(keptStatus()?.default_collapse_sidebar ?? false)) === 'true',
  )
  if (isPhone) return null
  const toggle = () => {
    writeText(KEY, String(!isCollapsed))
    setIsCollapsed(!isCollapsed)
  }
  const words = t(isCollapsed ? 'shell.expand' : 'shell.collapse')
  return (
    <nav className={`side-menu ${isCollapsed ? 'collapsed' : ''}`} aria-label={t('shell.menu')}>
      <MenuLinks isCollapsed={isCollapsed} />
      <span className="grow" />
      <button type="button" className="menu-link" aria-expanded={!isCollapsed} title={isCollapsed ? words : undefined} onClick={toggle}>
        {isCollapsed ? <ExpandIcon /> : <CollapseIcon />}
        <span className={isCollapsed ? 'unseen' : ''}>{words}</span>
      </button>
    </nav>
  )
}
