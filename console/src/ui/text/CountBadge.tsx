import type { ReactNode } from 'react'
import { badgeText } from '../number-format.ts'
import './count-badge.css'

export interface CountBadgeProps {
  /** 0 shows nothing. */
  readonly count: number
  /** What it stands on, such as an icon. The surrounding button has the count in its own label. */
  readonly children: ReactNode
}

/** How many wait behind an icon: unread messages. Above 99 it shows `99+`. */
export function CountBadge({ count, children }: CountBadgeProps) {
  return (
    <span className="count-badge-host">
      {children}
      {count > 0 && (
        <span className="count-badge" aria-hidden>
          {badgeText(count)}
        </span>
      )}
    </span>
  )
}
