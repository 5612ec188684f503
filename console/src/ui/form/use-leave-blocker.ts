import { useBlocker } from '@tanstack/react-router'
import { useText } from '../../i18n/index.ts'
import { confirm } from '../dialog/confirm.tsx'

/** Where one is, as far as leaving goes. */
export interface Place {
  readonly pathname: string
  readonly search: object
}

export interface LeaveBlocker {
  /** Called when the user leaves. */
  readonly isAtRisk: () => boolean
  /** False: no confirmation, even with unsaved changes. */
  readonly isActive: boolean
  /** Parameters of the query that may change without anything being left, such as the open tab of a drawer. */
  readonly free: readonly string[]
}

/** Every exit (cancel, Escape, back, a link, the tab's close) needs a confirmation while something is unsaved. */
export function useLeaveBlocker({ isAtRisk, isActive, free }: LeaveBlocker): void {
  const t = useText()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isAtRisk() || isSamePlace(current, next, free)) return false
      return !(await confirm({
        title: t('form.leaveTitle'),
        text: t('form.leaveText'),
        yes: t('action.discard'),
        no: t('action.keepEditing'),
        isDanger: true,
      }))
    },
    enableBeforeUnload: isAtRisk,
    disabled: !isActive,
  })
}

/** Do two places differ in nothing but parameters that are free to change? */
export function isSamePlace(from: Place, to: Place, free: readonly string[]): boolean {
  const rest = ({ pathname, search }: Place) =>
    JSON.stringify([
      pathname,
      ...Object.entries(search)
        .filter(([name, value]) => value !== undefined && !free.includes(name))
        .toSorted(),
    ])
  return rest(from) === rest(to)
}
