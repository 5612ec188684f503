import type { ReactNode } from 'react'
import './description-list.css'

export interface Fact {
  readonly label: string
  /** Undefined or null is an en dash. */
  readonly value: ReactNode
  /** Of whom or what it is; given for one, given for all: the facts are then rows with the value below the label. */
  readonly icon?: ReactNode
  /** At the right end of its row, such as a small button "Unbind". */
  readonly action?: ReactNode
}

export interface DescriptionListProps {
  readonly facts: readonly Fact[]
  /** Pairs side by side on the desk; default 1. Rows with icons are always one. */
  readonly columns?: 1 | 2
}

/** What is known of something, as pairs of label and value: facts of a user, accounts that are bound. */
export function DescriptionList({ facts, columns = 1 }: DescriptionListProps) {
  const hasIcons = facts.some((fact) => fact.icon)
  return (
    <dl className={`facts ${hasIcons ? 'with-icons' : `columns-${columns}`}`}>
      {facts.map(({ label, value, icon, action }) => (
        <div key={label}>
          <dt>
            {icon}
            {label}
          </dt>
          <dd className="fact-value">{value ?? <span className="text3">–</span>}</dd>
          {action && <dd className="fact-action">{action}</dd>}
        </div>
      ))}
    </dl>
  )
}
