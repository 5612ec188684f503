import { listGroups } from '@waystation/contract/api/channels/catalog'
import { userStates } from '@waystation/contract/people/user'
import { role, statusTables } from '@waystation/contract/site/status-table'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import { type Filter, useQuotaFormat } from '~/ui/kit'

/** Balances that are looked for, in dollars. */
const DOLLARS = [1, 10, 100]
const IDLE_DAYS = [7, 30, 90, 365]

/** What the list can be narrowed down by. */
export function useUserFilters(): readonly Filter[] {
  const t = useText()
  const perUnit = useQuotaPerUnit()
  const format = useQuotaFormat()
  const groups = useData(listGroups, {}, { freshMs: 60_000 })
  const below = (units: number) => ({ value: String(units), label: t('user.balanceBelow', { amount: format(units) }) })
  return [
    { kind: 'search', name: 'keyword', label: t('user.search') },
    {
      kind: 'select',
      name: 'group',
      label: t('user.group'),
      allLabel: t('user.allGroups'),
      choices: (groups.data ?? []).map((group) => ({ value: group, label: group })),
      isSearchable: true,
    },
    {
      kind: 'select',
      name: 'role',
      label: t('user.role'),
      allLabel: t('user.allRoles'),
      choices: Object.values(role).map((value) => ({ value: String(value), label: t(`status.role.${statusTables.role[value].name}`) })),
    },
    {
      kind: 'select',
      name: 'state',
      label: t('user.status'),
      allLabel: t('user.allStates'),
      choices: userStates.map((value) => ({ value, label: t(value === 'closed' ? 'user.closed' : `status.user.${value}`) })),
    },
    {
      kind: 'select',
      name: 'balance_below',
      label: t('user.balance'),
      allLabel: t('user.allBalances'),
      choices: [{ value: '1', label: t('user.nothingLeft') }, ...DOLLARS.map((dollars) => below(dollars * perUnit))],
    },
    {
      kind: 'select',
      name: 'idle_days',
      label: t('user.lastLogin'),
      allLabel: t('user.anyLogin'),
      choices: IDLE_DAYS.map((days) => ({ value: String(days), label: t('user.idleDays', { count: days }) })),
    },
  ]
}
