import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Brand } from './Brand.tsx'
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
