import type { ReactNode } from 'react'
import './page.css'

export interface Figure {
  readonly label: string
  readonly value: ReactNode
}

/** One bordered strip of figures, for `Page summary`. */
export function Chips({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="chips">
      {figures.map((figure) => (
        <div key={figure.label} className="chip-figure">
          <dt>{figure.label}</dt>
          <dd>{figure.value}</dd>
        </div>
      ))}
    </dl>
  )
}
