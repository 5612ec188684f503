import { useText } from '~/i18n'
import { CollapseIcon, ExpandIcon, useIsPhone } from '~/ui/kit'
import { MenuLinks } from './MenuLinks.tsx'
import { toggleMenu, useIsMenuCollapsed } from './side-menu-state.ts'
import './side-menu.css'

/** 200 px, or 60 when collapsed, which is remembered. A phone has a drawer in its place. */
export function SideMenu() {
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
