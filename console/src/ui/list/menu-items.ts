import type { MenuItem } from '../Menu.tsx'
import { type Action, runAction } from './action.ts'

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
