import type { ReactNode } from 'react'

/** The name of a row, which opens it. */
export function OpenButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className="open-row" onClick={onClick}>
      {children}
    </button>
  )
}
