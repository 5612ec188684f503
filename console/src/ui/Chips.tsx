import type { ReactNode } from 'react'
import { useIsPhone } from './use-phone.ts'
import './page.css'

export interface Figure {
  readonly label: string
  readonly value: ReactNode
}

/** One bordered strip of figures, for `Page summary`. */
export function Chips({ figures }: { readonly figures: readonly Figure[] }) {
  // On a phone the strip scrolls sideways, which a keyboard must be able to do too.
  const isPhone = useIsPhone()
  return (
    <dl className="chips" {...(isPhone ? { tabIndex: 0 } : {})}>
      {figures.map((figure) => (
        <div key={figure.label} className="chip-figure">
          <dt>{figure.label}</dt>
          <dd>{figure.value}</dd>
        </div>
      ))}
    </dl>
  )
}
