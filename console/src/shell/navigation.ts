import { useLocation } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'

export interface TopEntry {
  readonly key: string
  readonly label: string
  readonly isCurrent: boolean
  /** A page of ours, or an address elsewhere. */
  readonly to?: string
  readonly href?: string
}

/** Every page that is part of the console; the others are public. */
const inConsole = /^\/(?:app|admin|playground|pg|channel|user)(?:\/|$)/

/** The links on top: home, console, the installation's docs. Others are added together with their pages. */
export function useNavigation(): readonly TopEntry[] {
  const t = useText()
  const docs = usePublicStatus()?.docs_link
  const { pathname } = useLocation()
  return [
    { key: 'home', label: t('shell.home'), to: paths.home(), isCurrent: pathname === paths.home() },
    { key: 'console', label: t('shell.console'), to: paths.tokens(), isCurrent: inConsole.test(pathname) },
    ...(docs ? [{ key: 'docs', label: t('shell.docs'), href: docs, isCurrent: false }] : []),
  ]
}
