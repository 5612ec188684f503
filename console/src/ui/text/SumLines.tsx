import type { ReactNode } from 'react'
import './sum-lines.css'

export interface SumLine {
  /** What it is called; also its key. */
  readonly label: string
  /** Behind the label: a tag, how many. */
  readonly note?: ReactNode
  readonly value: ReactNode
  /** The result of the lines above it: a line before it, and heavier. */
  readonly isTotal?: boolean
  readonly tone?: 'red'
}

/** Arithmetic as lines: what, and how much at the right end. */
export function SumLines({ lines }: { readonly lines: readonly SumLine[] }) {
  return (
    <dl className="sum-lines">
      {lines.map(({ label, note, value, isTotal, tone }) => (
        <div key={label} className={`${isTotal ? 'total' : ''} ${tone === 'red' ? 'tone-red' : ''}`}>
          <dt>
            {label}
            {note !== undefined && <span className="sum-note">{note}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
