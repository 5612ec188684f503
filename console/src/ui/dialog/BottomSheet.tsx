import { Drawer as AntDrawer } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { IconButton } from '../button/IconButton.tsx'
import { CloseIcon } from '../icons.ts'
import './bottom-sheet.css'

export interface BottomSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** Stays in sight below what scrolls. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** What a menu or a small panel becomes on a phone: from below, as high as it needs to be. Escape and a tap outside close it. */
export function BottomSheet({ isOpen, onClose, title, footer, children }: BottomSheetProps) {
  const t = useText()
  return (
    <AntDrawer
      open={isOpen}
      onClose={onClose}
      placement="bottom"
      // As high as its content, up to most of the window: bottom-sheet.css.
      size="auto"
      rootClassName="bottom-sheet"
      title={title}
      closable={false}
      extra={<IconButton label={t('action.close')} icon={<CloseIcon />} onClick={onClose} />}
      footer={footer}
      destroyOnHidden
    >
      {children}
    </AntDrawer>
  )
}
