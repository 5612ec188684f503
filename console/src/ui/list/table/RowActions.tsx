import type { ReactNode } from 'react'
import { useText } from '../../../i18n/index.ts'
import { IconButton } from '../../button/IconButton.tsx'
import { ChevronRightIcon, MoreIcon } from '../../icons.ts'
import { Menu, type MenuItem } from '../../menu/Menu.tsx'
import { type Action, runAction } from '../action.ts'

/** At most three buttons: all, when they are three with icons, else the first two with icons and "more". On a card only "more". */
export function RowActions({ actions, onlyMore }: { readonly actions: readonly Action[]; readonly onlyMore?: boolean }) {
  const t = useText()
  const shown = actions.filter((action) => !action.isHidden)
  const withIcon = shown.filter((action) => action.icon)
  const inRow = onlyMore ? [] : withIcon.length === shown.length && shown.length <= 3 ? shown : withIcon.slice(0, 2)
  const rest = shown.filter((action) => !inRow.includes(action))
  return (
    <span className="row-actions">
      {inRow.map((action) => (
        <IconButton
          key={action.label}
          label={action.label}
          icon={action.icon}
          isSmall
          isDanger={action.danger === true}
          disabledReason={action.disabledReason}
          onClick={() => void runAction(action)}
        />
      ))}
      {rest.length > 0 && (
        <Menu items={menuItems(rest)}>
          <IconButton label={t('action.more')} icon={<MoreIcon />} isSmall />
        </Menu>
      )}
    </span>
  )
}

/** Actions as the items of a menu. */
export function menuItems(actions: readonly Action[]): MenuItem[] {
  return actions.map((action) => ({
    key: action.label,
    label: action.label,
    icon: action.icon,
    isDanger: action.danger === true,
    disabledReason: action.disabledReason,
    run: () => void runAction(action),
  }))
}

export interface ExpandButtonProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Of a group, for its label. */
  readonly name?: string
}

/** The arrow that unfolds a row or a group. */
export function ExpandButton({ isOpen, onToggle, name }: ExpandButtonProps) {
  const t = useText()
  const label = t(isOpen ? 'action.collapse' : 'action.expand')
  return (
    <IconButton
      label={name === undefined ? label : `${label}: ${name}`}
      icon={<ChevronRightIcon className={isOpen ? 'turned' : ''} />}
      isSmall
      isExpanded={isOpen}
      onClick={onToggle}
    />
  )
}

/** The name of a row, which opens it. */
export function OpenButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className="open-row" onClick={onClick}>
      {children}
    </button>
  )
}
