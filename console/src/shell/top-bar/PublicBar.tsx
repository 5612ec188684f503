import { Link, useLocation } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { isOpenToNew, usePublicStatus } from '~/session/status'
import { useUser } from '~/session/user'
import { MenuIcon } from '~/ui/icons'
import { PopMenu } from '~/ui/menu/PopMenu'
import { useIsPhone } from '~/ui/use-phone'
import { NewYearButton } from '../new-year/NewYearButton.tsx'
import { useNavigation } from './navigation.ts'
import { TopBar, TopLinks } from './TopBar.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The bar of the public pages, without antd. On the home page it ends where the page's content does. */
export function PublicBar() {
  const t = useText()
  const isPhone = useIsPhone()
  const user = useUser()
  const status = usePublicStatus()
  // Specification section 2: not in self-use mode, and not on a phone.
  const canRegister = isOpenToNew(status) && !isPhone
  const isHome = useLocation().pathname === paths.home()
  return (
    <TopBar
      className={isHome ? 'aligned' : ''}
      before={isPhone && <PhoneNavigation />}
      links={!isPhone && <TopLinks />}
      tools={<NewYearButton />}
    >
      {user ? (
        <UserMenu />
      ) : (
        <>
          {canRegister && (
            <Link className="top-link" to={paths.register()}>
              {t('shell.register')}
            </Link>
          )}
          <Link className="bar-button" to={paths.login()}>
            {t('shell.logIn')}
          </Link>
        </>
      )}
    </TopBar>
  )
}

function PhoneNavigation() {
  const t = useText()
  const entries = useNavigation()
  return (
    <PopMenu label={t('shell.openMenu')} className="icon-button" side="left" items={entries}>
      <MenuIcon />
    </PopMenu>
  )
}
