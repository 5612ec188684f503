import { cloneElement, type ReactElement, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { BottomSheet } from './BottomSheet.tsx'
import type { MenuButtonProps, MenuItem } from './menu-item.ts'
import './menu.css'

interface MenuSheetProps {
  readonly items: readonly MenuItem[]
  readonly children: ReactElement<MenuButtonProps>
}

/** A menu on a phone: its items in a sheet from below, where a thumb is, with the reasons of those that cannot be chosen. */
export function MenuSheet({ items, children }: MenuSheetProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const title = children.props.label ?? t('action.more')
  const hasIcons = items.some((item) => item.icon)
  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        onClick: (event) => {
          event.stopPropagation()
          setIsOpen(true)
        },
      })}
      <BottomSheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={title}>
        <div role="menu" aria-label={title} className="sheet-menu">
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              className={`sheet-item ${item.isDanger ? 'danger' : ''}`}
              aria-current={item.isChosen ? 'true' : undefined}
              disabled={item.disabledReason !== undefined}
              onClick={(event) => {
                event.stopPropagation()
                setIsOpen(false)
                item.run()
              }}
            >
              {hasIcons && (item.icon || <span className="menu-no-icon" />)}
              <span className="grow">
                {item.label}
                {item.disabledReason && <small>{item.disabledReason}</small>}
              </span>
            </button>
          ))}
        </div>
      </BottomSheet>
    </>
  )
}
