import { listGroups } from '@waystation/contract/api/channels/catalog'
import { testResults } from '@waystation/contract/channels/channel-list'
import { statusTables } from '@waystation/contract/site/status-table'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import type { Filter } from '~/ui/kit'

/** The flag under which channels stand below their tags. */
export const TAG_MODE = 'tag_mode'

/** The parameter for the result of the last test. */
export const TESTED = 'tested'

const testWords = { ok: 'channel.testOk', failed: 'channel.testFailed', none: 'channel.testNone' } as const

/** What the list can be narrowed down by, and the two ways to look at it, which the browser remembers. */
export function useChannelFilters(): readonly Filter[] {
  const t = useText()
  const groups = useData(listGroups, {}, { freshMs: 60_000 })
  return [
    { kind: 'search', name: 'keyword', label: t('channel.search') },
    { kind: 'text', name: 'model', label: t('channel.models') },
    {
      kind: 'select',
      name: 'group',
      label: t('channel.groups'),
      allLabel: t('channel.allGroups'),
      choices: (groups.data ?? []).map((group) => ({ value: group, label: group })),
      isSearchable: true,
    },
    {
      kind: 'select',
      name: 'status',
      label: t('channel.status'),
      allLabel: t('channel.allStatuses'),
      choices: Object.entries(statusTables.channel).map(([value, { name }]) => ({ value, label: t(`status.channel.${name}`) })),
    },
    {
      kind: 'select',
      name: TESTED,
      label: t('channel.lastTest'),
      allLabel: t('channel.allTests'),
      choices: testResults.map((value) => ({ value, label: t(testWords[value]) })),
    },
    { kind: 'flag', name: TAG_MODE, label: t('channel.byTag'), rememberAs: 'channel-tag-mode' },
    { kind: 'flag', name: 'id_sort', label: t('channel.byId'), rememberAs: 'channel-id-sort' },
  ]
}
