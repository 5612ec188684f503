import { useLocation } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { useConsolePath } from '~/shared/console-path'
import { BalanceIcon, DashboardIcon, GuideIcon, HouseIcon, InfoIcon, OutsideIcon } from '~/ui/icons'

export interface TopEntry {
  readonly key: string
  readonly label: string
  /** Shown next to the label where the links stand in a column. */
  readonly Icon: typeof HouseIcon
  readonly isCurrent: boolean
  /** A page of ours, or an address elsewhere. */
  readonly to?: string
  readonly href?: string
}

/** Every page that is part of the console; the others are public. */
const inConsole = /^\/(?:app|admin|playground|pg|channel)(?:\/|$)/

const inGuide = /^\/docs(?:\/|$)/

/** The links on top: home, console, pricing, the guide or the docs that the operator has named, about. */
export function useNavigation(): readonly TopEntry[] {
  const t = useText()
  const docs = usePublicStatus()?.docs_link
  const { pathname } = useLocation()
  const consolePath = useConsolePath()
  return [
    { key: 'home', label: t('shell.home'), Icon: HouseIcon, to: paths.home(), isCurrent: pathname === paths.home() },
    { key: 'console', label: t('shell.console'), Icon: DashboardIcon, to: consolePath, isCurrent: inConsole.test(pathname) },
    { key: 'pricing', label: t('shell.pricing'), Icon: BalanceIcon, to: paths.pricing(), isCurrent: pathname === paths.pricing() },
    docs
      ? { key: 'docs', label: t('shell.docs'), Icon: OutsideIcon, href: docs, isCurrent: false }
      : { key: 'docs', label: t('shell.docs'), Icon: GuideIcon, to: paths.docs(), isCurrent: inGuide.test(pathname) },
    { key: 'about', label: t('shell.about'), Icon: InfoIcon, to: paths.about(), isCurrent: pathname === paths.about() },
  ]
}
