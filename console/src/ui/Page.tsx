import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSystemName } from '../session/status.ts'
import './page.css'

export interface PageProps {
  /** On the page and on the browser's tab. */
  readonly title: string
  readonly subtitle?: ReactNode
  /** Banner between head and content. */
  readonly notice?: ReactNode
  /** Buttons at the right of the head; a table's "create" button comes after them. */
  readonly actions?: ReactNode
  /** A strip of figures at the right of the head: `Chips`. On a phone it goes below. */
  readonly summary?: ReactNode
  readonly children: ReactNode
}

const HeadSlot = createContext<HTMLElement | null>(null)

/** A screen of the console: head, notice, content 16 px apart. With a table in it, it fills the window and the table scrolls. */
export function Page({ title, subtitle, notice, actions, summary, children }: PageProps) {
  const systemName = useSystemName()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <HeadSlot value={slot}>
      <title>{`${title} · ${systemName}`}</title>
      <div className="page">
        <header className="page-head">
          <div className="grow">
            <h1>{title}</h1>
            {subtitle && <p className="page-subtitle">{subtitle}</p>}
          </div>
          {summary}
          <div className="page-actions">
            {actions}
            <span ref={setSlot} className="page-slot" />
          </div>
        </header>
        {notice}
        {children}
      </div>
    </HeadSlot>
  )
}

/** Puts something into the head of the page around it; without a page around it, where it stands. */
export function InPageHead({ children }: { readonly children: ReactNode }) {
  const slot = useContext(HeadSlot)
  return slot ? createPortal(children, slot) : null
}
