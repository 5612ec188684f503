import type { ReactNode } from 'react'
import './empty.css'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly text?: ReactNode
  /** One button. */
  readonly action?: ReactNode
  readonly footer?: ReactNode
}

/** Nothing to show: an icon, a line, a sentence, the next step. Also for "no match" and errors. */
export function EmptyState({ icon, title, text, action, footer }: EmptyStateProps) {
  return (
    <div className="empty">
      {icon && <span className="empty-icon">{icon}</span>}
      <strong>{title}</strong>
      {text && <p>{text}</p>}
      {action && <div className="empty-action">{action}</div>}
      {footer}
    </div>
  )
}
