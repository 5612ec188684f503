import type { ReactNode } from 'react'
import { FailedIcon, InfoIcon, OkIcon, WarningIcon } from '../icons.ts'
import './banner.css'

export interface BannerProps {
  readonly children: ReactNode
  readonly tone: 'amber' | 'blue' | 'red' | 'green'
  readonly icon?: ReactNode
  readonly action?: ReactNode
}

const icons = { amber: WarningIcon, blue: InfoIcon, red: FailedIcon, green: OkIcon } as const

/** One sentence above what it is about. */
export function Banner({ children, tone, icon, action }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div className={`banner banner-${tone}`} role={tone === 'red' ? 'alert' : 'note'}>
      <span className="banner-icon">{icon ?? <Icon />}</span>
      <div className="grow">{children}</div>
      {action}
    </div>
  )
}
