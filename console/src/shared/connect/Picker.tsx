import type { ReactNode } from 'react'
import './connect.css'

/** A label above a control, which says it to screen readers itself. */
export function Picker({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="connect-picker">
      <span className="field-label" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}
