import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSystemName } from '../../session/status.ts'
import { useIsPhone } from '../use-phone.ts'
import './page.css'

export interface PageProps {
  /** On the page and on the browser's tab. */
  readonly title: string
  /** The page that this one belongs to: a link before the title. */
  readonly parent?: { readonly label: string; readonly to: string }
  readonly subtitle?: ReactNode
  /** Banner between head and content. */
  readonly notice?: ReactNode
  /** Buttons at the right of the head; a table's "create" button comes after them. */
  readonly actions?: ReactNode
  /** A strip of figures at the right of the head: `Chips`. On a phone it goes below. */
  readonly summary?: ReactNode
  readonly children: ReactNode
}

interface HeadSlots {
  readonly actions: HTMLElement | null
  readonly summary: HTMLElement | null
}

const HeadSlotsContext = createContext<HeadSlots | undefined>(undefined)

/** A screen of the console: head, notice, content 16 px apart. With a table in it, it fills the window and the table scrolls. */
export function Page({ title, parent, subtitle, notice, actions, summary, children }: PageProps) {
  const systemName = useSystemName()
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null)
  const [summarySlot, setSummarySlot] = useState<HTMLElement | null>(null)
  const slots = useMemo(() => ({ actions: actionSlot, summary: summarySlot }), [actionSlot, summarySlot])
  return (
    <HeadSlotsContext value={slots}>
      <title>{`${title} · ${systemName}`}</title>
      <div className="page">
        <header className="page-head">
          <div className="grow">
            <h1>
              {parent && (
                <span className="page-parent">
                  <Link to={parent.to}>{parent.label}</Link>
                  <i aria-hidden>/</i>
                </span>
              )}
              {title}
            </h1>
            {subtitle && <p className="page-subtitle">{subtitle}</p>}
          </div>
          {summary}
          <div ref={setSummarySlot} className="page-summary" />
          <div className="page-actions">
            {actions}
            <span ref={setActionSlot} className="page-slot" />
          </div>
        </header>
        {notice}
        {children}
      </div>
    </HeadSlotsContext>
  )
}

/** Puts something among the buttons, or in the place of the figures, in the head of the page around it. */
export function InPageHead({ place = 'actions', children }: { readonly place?: keyof HeadSlots; readonly children: ReactNode }) {
  const slot = useContext(HeadSlotsContext)?.[place]
  return slot ? createPortal(children, slot) : null
}

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
