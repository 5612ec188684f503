import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus, useSystemName } from '~/session/status'
import { OutsideIcon } from '~/ui/icons'
import { Mark } from '~/ui/page/Mark'
import { Tag } from '~/ui/text/Tag'
import { useNavigation } from './navigation.ts'
import { ThemeAndLanguage } from './ThemeAndLanguage.tsx'
import './top-bar.css'

export interface TopBarProps {
  /** Before the brand: on a phone the button that opens the menu. */
  readonly before?: ReactNode
  /** After the brand, at the left. */
  readonly links?: ReactNode
  /** At the right, before theme and language. */
  readonly tools?: ReactNode
  /** At the right end. */
  readonly children?: ReactNode
  readonly className?: string
}

/** 52 px on top: brand, links, tools, theme and language, and what comes at the end. */
export function TopBar({ before, links, tools, children, className = '' }: TopBarProps) {
  return (
    <header className={`top-bar ${className}`}>
      {before}
      <Link to={paths.home()} className="brand-link">
        <Brand />
      </Link>
      {links}
      <span className="grow" />
      {tools}
      <ThemeAndLanguage />
      {children}
    </header>
  )
}

/** Mark, the installation's own logo if it has one, name, and the badge of an unusual mode. */
export function Brand() {
  const t = useText()
  const status = usePublicStatus()
  const name = useSystemName()
  // The mark replaces a logo that cannot be loaded.
  const [broken, setBroken] = useState<string>()
  const logo = status?.logo
  return (
    <span className="brand">
      {logo && logo !== broken ? <img src={logo} alt="" width={22} height={22} onError={() => setBroken(logo)} /> : <Mark />}
      <span className="brand-name">{name}</span>
      {status?.self_use_mode_enabled && <Tag>{t('shell.selfUse')}</Tag>}
      {status?.demo_site_enabled && <Tag tone="amber">{t('shell.demo')}</Tag>}
    </span>
  )
}

/** The links on top, side by side. */
export function TopLinks() {
  const t = useText()
  const entries = useNavigation()
  return (
    <nav className="top-links" aria-label={t('shell.topMenu')}>
      {entries.map(({ key, label, to, href, isCurrent }) =>
        to === undefined ? (
          <a key={key} className="top-link" href={href} target="_blank" rel="noreferrer">
            {label}
            <OutsideIcon />
          </a>
        ) : (
          // What is current is ours to say: the console is many pages.
          <Link key={key} className="top-link" to={to} activeProps={{}} aria-current={isCurrent ? 'page' : undefined}>
            {label}
          </Link>
        ),
      )}
    </nav>
  )
}
