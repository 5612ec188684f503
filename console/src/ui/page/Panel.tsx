import { type ReactNode, useId } from 'react'
import './panel.css'

export interface PanelProps {
  readonly title: string
  /** At the right end of the head: a switch, a link, or a word in `text3`. */
  readonly aside?: ReactNode
  /** Runs to the panel's edges: for tables. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

/** A titled box on a page of figures. Boxes in a row end at the same height. */
export function Panel({ title, aside, isFlush, children }: PanelProps) {
  const id = useId()
  return (
    <section className="titled-panel" aria-labelledby={id}>
      <header>
        <h2 id={id} className="ellipsis">
          {title}
        </h2>
        {aside !== undefined && <div className="titled-panel-aside">{aside}</div>}
      </header>
      <div className={`titled-panel-body ${isFlush ? 'flush' : ''}`}>{children}</div>
    </section>
  )
}
