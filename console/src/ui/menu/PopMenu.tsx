import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './pop-menu.css'

export interface PopMenuItem {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: ReactNode
  readonly isCurrent?: boolean
  /** A page of ours, an address elsewhere, or something to do. */
  readonly to?: string
  readonly href?: string
  readonly run?: () => unknown
}

export interface PopMenuProps {
  /** What the button is; read aloud before what stands in it. */
  readonly label: string
  readonly className: string
  readonly items: readonly PopMenuItem[]
  /** Above the items: what the menu is about. */
  readonly head?: ReactNode
  /** The edge of the button that the menu keeps to; default its right one. */
  readonly side?: 'left' | 'right'
  /** Inside the button. */
  readonly children: ReactNode
}

/** A button with a menu below it, for bars that also stand where the heavier kit is not loaded. Arrows move, Escape returns the focus. */
export function PopMenu({ label, className, items, head, side = 'right', children }: PopMenuProps) {
  const id = useId()
  const { isOpen, setIsOpen, frame, button, close, onKeyDown } = useOpening()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the menu inside
    <div className="pop-menu" ref={frame} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="unseen">{label}</span>
        {children}
      </button>
      {isOpen && (
        <div className={`pop-menu-list ${side}`}>
          {head && (
            <div className="pop-menu-head" id={`${id}-head`}>
              {head}
            </div>
          )}
          <div id={id} role="menu" aria-label={label} aria-describedby={head ? `${id}-head` : undefined}>
            <Entries items={items} onClose={close} />
          </div>
        </div>
      )}
    </div>
  )
}

/** Open or not, and what the keyboard and a press outside do to it. */
function useOpening() {
  const [isOpen, setIsOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    entriesIn(frame.current)[0]?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (!(event.target instanceof Node && frame.current?.contains(event.target))) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const all = entriesIn(frame.current)
    const at = all.findIndex((entry) => entry.matches(':focus'))
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next !== undefined) all.at(next % all.length)?.focus()
    else if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setIsOpen(false)
    else return
    event.preventDefault()
  }
  return { isOpen, setIsOpen, frame, button, close, onKeyDown }
}

/** @param onClose called before the chosen one runs */
function Entries({ items, onClose }: Pick<PopMenuProps, 'items'> & { readonly onClose: () => void }) {
  const hasIcons = items.some((item) => item.icon)
  return items.map((item) => (
    <Entry
      key={item.key}
      item={item}
      hasIcons={hasIcons}
      onDone={() => {
        onClose()
        item.run?.()
      }}
    />
  ))
}

interface EntryProps {
  readonly item: PopMenuItem
  /** Does any of them have an icon? Then the words of all begin below each other. */
  readonly hasIcons: boolean
  readonly onDone: () => void
}

function Entry({ item, hasIcons, onDone }: EntryProps) {
  const inside = (
    <>
      {hasIcons && (item.icon || <span className="pop-menu-no-icon" />)}
      {item.label}
    </>
  )
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: 'pop-menu-item',
    'aria-current': item.isCurrent ? 'page' : undefined,
  } as const
  if (item.to !== undefined) {
    return (
      <Link to={item.to} {...shared} onClick={onDone}>
        {inside}
      </Link>
    )
  }
  if (item.href !== undefined) {
    return (
      <a href={item.href} target="_blank" rel="noreferrer" {...shared} onClick={onDone}>
        {inside}
      </a>
    )
  }
  return (
    <button type="button" {...shared} onClick={onDone}>
      {inside}
    </button>
  )
}

function entriesIn(frame: HTMLElement | null): HTMLElement[] {
  return [...(frame?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}
