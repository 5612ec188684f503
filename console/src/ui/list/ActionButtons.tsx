import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { MenuButton } from '../menu/Menu.tsx'
import { type Action, runAction } from './action.ts'
import { menuItems } from './table/RowActions.tsx'

/** What can be done to the one thing that a page is about: the first as buttons with words, the rest under "more". */
export function ActionButtons({ actions, most = 2 }: { readonly actions: readonly Action[]; readonly most?: number }) {
  const t = useText()
  const shown = actions.filter((action) => !action.isHidden)
  const rest = shown.slice(most)
  return (
    <>
      {shown.slice(0, most).map((action) => (
        <Button key={action.label} icon={action.icon} onClick={() => void runAction(action)}>
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && <MenuButton label={t('action.more')} items={menuItems(rest)} />}
    </>
  )
}
