import { Popover as AntPopover } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPhone } from '../use-phone.ts'
import './popover.css'

export interface PopoverProps {
  /** What is read aloud when it opens. */
  readonly label: string
  /** The words on the button that opens it. */
  readonly children: ReactNode
  /** Rendered only while it is open, so that it may load data. `close` returns the focus. */
  readonly content: (close: () => void) => ReactNode
  readonly className?: string
}

/** A small panel next to a word in a row. By keyboard: Enter opens it and moves the focus in, Escape closes it and moves it back. */
export function Popover({ label, children, content, className = '' }: PopoverProps) {
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <AntPopover
      trigger="click"
      // Only the middle one is kept inside a narrow window.
      placement={isPhone ? 'bottom' : 'bottomLeft'}
      arrow={false}
      open={isOpen}
      onOpenChange={setIsOpen}
      destroyOnHidden
      content={
        <Panel label={label} onClose={close}>
          {content(close)}
        </Panel>
      }
    >
      <button type="button" ref={button} className={`popover-button ${className}`} aria-haspopup="dialog" aria-expanded={isOpen}>
        {children}
      </button>
    </AntPopover>
  )
}

function Panel({ label, onClose, children }: { readonly label: string; readonly onClose: () => void; readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <div role="dialog" aria-label={label} tabIndex={-1} className="popover" ref={panel} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}
