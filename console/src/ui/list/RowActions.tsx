import { useText } from '../../i18n/index.ts'
import { IconButton } from '../IconButton.tsx'
import { MoreIcon } from '../icons.ts'
import { Menu } from '../Menu.tsx'
import { type Action, runAction } from './action.ts'
import { menuItems } from './menu-items.ts'

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
