import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { IconButton, MenuIcon, OutsideIcon, SideSheet, useIsPhone } from '~/ui/kit'
import { Brand } from './Brand.tsx'
import { MenuLinks } from './MenuLinks.tsx'
import { ThemeAndLanguage } from './ThemeAndLanguage.tsx'
import { UserMenu } from './UserMenu.tsx'
import './shell.css'

/** 52 px on top: brand, docs, theme, language, user. On a phone it also opens the menu. */
export function TopBar({ hasMenu }: { readonly hasMenu?: boolean }) {
  const t = useText()
  const docs = usePublicStatus()?.docs_link
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <header className="top-bar">
      {hasMenu && isPhone && (
        <IconButton label={t('shell.openMenu')} icon={<MenuIcon />} isExpanded={isOpen} onClick={() => setIsOpen(true)} />
      )}
      <Link to={paths.home()} className="brand-link">
        <Brand />
      </Link>
      {docs && !isPhone && (
        <a className="top-link" href={docs} target="_blank" rel="noreferrer">
          {t('shell.docs')}
          <OutsideIcon />
        </a>
      )}
      <span className="grow" />
      <ThemeAndLanguage />
      {hasMenu && <UserMenu />}
      {hasMenu && (
        <SideSheet isOpen={isOpen && isPhone} onClose={() => setIsOpen(false)} side="left" width={264} title={<Brand />}>
          <nav aria-label={t('shell.menu')}>
            <MenuLinks isCollapsed={false} onGo={() => setIsOpen(false)} />
          </nav>
        </SideSheet>
      )}
    </header>
  )
}
