import { Drawer as AntDrawer } from 'antd'
import type { ReactNode } from 'react'
import './side-sheet.css'

export interface SideSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title?: ReactNode
  /** px; default 800. Never wider than the window. */
  readonly width?: number
  readonly side?: 'left' | 'right'
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A panel from the side. Escape closes it, the focus stays inside and returns afterwards. */
export function SideSheet({ isOpen, onClose, title, width = 800, side = 'right', footer, children }: SideSheetProps) {
  return (
    <AntDrawer
      open={isOpen}
      onClose={onClose}
      title={title}
      size={`min(${width}px, 100vw)`}
      placement={side}
      footer={footer}
      closable={{ placement: 'end' }}
      destroyOnHidden
      styles={{ header: { minHeight: 52, padding: '8px 24px' }, title: { fontSize: 16, lineHeight: '24px', fontWeight: 600 } }}
    >
      {children}
    </AntDrawer>
  )
}
