import { type StatusTable, statusEntry, type Tone } from '@waystation/contract/site/status-table'
import type { ReactNode } from 'react'
import { isTextKey, type TextKey } from '../../i18n/index.ts'
import './tag.css'

export interface TagProps {
  readonly children: ReactNode
  /** Default neutral, as for groups and other names. */
  readonly tone?: Tone
  /** A dot in front, in the tone. */
  readonly hasDot?: boolean
  readonly title?: string | undefined
}

/** A small filled label. A text that has no room ends in dots, and the tooltip has all of it. */
export function Tag({ children, tone = 'neutral', hasDot, title }: TagProps) {
  const isText = typeof children === 'string'
  return (
    <span className={`tag tag-${tone}`} title={title ?? (isText ? children : undefined)}>
      {hasDot && <i className="dot" style={{ background: `var(--${tone}Dot)` }} />}
      {isText ? <span className="ellipsis">{children}</span> : children}
    </span>
  )
}

/** The words of a numeric status; undefined for a number that its table does not know. */
export function statusKey(of: StatusTable, value: number): TextKey | undefined {
  const entry = statusEntry(of, value)
  const key = `status.${of}.${entry?.name}`
  return isTextKey(key) ? key : undefined
}
