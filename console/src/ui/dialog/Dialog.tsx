import { Modal } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useText } from '../../i18n/index.ts'
import { useFocusReturn } from './use-focus-return.ts'
import './dialog.css'

export interface DialogProps {
  readonly isOpen: boolean
  /** Called by Escape, the cross and a click outside. */
  readonly onClose: () => void
  readonly title: string
  /** Whom or what it is about, below the title. */
  readonly subtitle?: ReactNode
  /** px; a narrower window is filled. */
  readonly width: number
  /** One line at the left of the buttons. */
  readonly note?: ReactNode
  /** At most one primary, last. */
  readonly buttons?: ReactNode
  /** Only its buttons close it: for what is gone afterwards. */
  readonly isHeld?: boolean
  /** Over dialogs and drawers of the page: for a question that any call may raise. */
  readonly isOnTop?: boolean
  readonly children: ReactNode
}

/** Put on the field that one begins with: it has the focus when the dialog is there, in place of the cross. */
export const takesFocus = { 'data-takes-focus': true } as const

/** As the confirmations: above every drawer and dialog, whose own numbers begin at 1000. */
const ABOVE_ALL = 1500

/** What a key can reach. */
const REACHED = 'a[href], button, input, select, textarea, [tabindex]'

function begin(body: HTMLElement): void {
  body.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
  // A long text without anything to press must be reached by the keyboard, or it cannot be scrolled without a mouse.
  if (!body.querySelector(REACHED)) body.tabIndex = 0
}

/** A box over the page for one short task. What is longer than a window is high scrolls between the title and the buttons. */
export function Dialog({ isOpen, onClose, title, subtitle, width, note, buttons, isHeld = false, isOnTop = false, children }: DialogProps) {
  const t = useText()
  const body = useRef<HTMLDivElement>(null)
  useFocusReturn(isOpen)
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      width={width}
      centered
      destroyOnHidden
      afterOpenChange={(isThere) => isThere && body.current && begin(body.current)}
      closable={isHeld ? false : { 'aria-label': t('action.close') }}
      keyboard={!isHeld}
      mask={{ closable: !isHeld }}
      {...(isOnTop ? { zIndex: ABOVE_ALL } : {})}
      wrapClassName="dialog"
      title={
        <>
          {title}
          {subtitle !== undefined && <span className="dialog-subtitle">{subtitle}</span>}
        </>
      }
      footer={
        buttons === undefined ? null : (
          <div className="dialog-footer">
            <div className="dialog-note">{note}</div>
            {buttons}
          </div>
        )
      }
    >
      <div ref={body}>{children}</div>
    </Modal>
  )
}
