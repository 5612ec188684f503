import { useState } from 'react'
import { useText } from '~/i18n'
import { IconButton, MenuIcon, SideSheet, useIsPhone } from '~/ui/kit'
import { Brand } from './Brand.tsx'
import { InboxBell } from './InboxBell.tsx'
import { MenuLinks } from './MenuLinks.tsx'
import { NewYearButton } from './NewYearButton.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { PhoneTopLinks } from './PhoneTopLinks.tsx'
import { TopBar } from './TopBar.tsx'
import { TopLinks } from './TopLinks.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The bar inside the console. On a phone it also opens the menu. */
export function ConsoleBar() {
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
