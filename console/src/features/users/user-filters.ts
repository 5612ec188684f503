import { listGroups } from '@waystation/contract/api/catalog'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import type { Filter } from '~/ui/kit'

/** What the list can be narrowed down by. */
export function useUserFilters(): readonly Filter[] {
  const t = useText()
  const groups = useData(listGroups, {}, { freshMs: 60_000 })
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
  ]
}
