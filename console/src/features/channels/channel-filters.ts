import { listGroups } from '@waystation/contract/api/channels/catalog'
import { countChannels } from '@waystation/contract/api/channels/channel-many'
import { RESTING, testResults } from '@waystation/contract/channels/channel-list'
import { NO_TAG } from '@waystation/contract/channels/channel-tags'
import { statusTables } from '@waystation/contract/site/status-table'
import { useMemo } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import type { Filter } from '~/ui/kit'
import { typeName } from './channel-types.tsx'

/** The flag under which channels stand below their tags. */
export const TAG_MODE = 'tag_mode'

/** The parameter for the result of the last test. */
export const TESTED = 'tested'

const testWords = { ok: 'channel.testOk', failed: 'channel.testFailed', none: 'channel.testNone' } as const

/** What the list can be narrowed down by, and the two ways to look at it, which the browser remembers. */
export function useChannelFilters(): readonly Filter[] {
  const t = useText()
  const language = useLanguage()
  const groups = useData(listGroups, {}, { freshMs: 60_000 }).data
  const counts = useData(countChannels).data
  return useMemo(() => {
    const types = Object.keys(counts?.types ?? {}).map((type) => ({ value: type, label: typeName(Number(type), t, language) }))
    const tags = Object.keys(counts?.tags ?? {}).toSorted((a, b) => a.localeCompare(b, language, { numeric: true }))
    const countOf = (type: string) => counts?.types[type] ?? 0
    return [
      {
        kind: 'tabs',
        name: 'type',
        label: t('channel.provider'),
        countsIn: 'type_counts',
        showIf: types.length > 1,
        choices: [{ value: '', label: t('channels.allTypes') }, ...types.toSorted((a, b) => countOf(b.value) - countOf(a.value))],
      },
      { kind: 'search', name: 'keyword', label: t('channel.search') },
      { kind: 'text', name: 'model', label: t('channel.models') },
      {
        kind: 'select',
        name: 'tag',
        label: t('channel.tag'),
        allLabel: t('channels.allTags'),
        choices: [{ value: NO_TAG, label: t('channels.noTag') }, ...tags.map((tag) => ({ value: tag, label: tag }))],
        isSearchable: true,
        showIf: tags.length > 0,
      },
      {
        kind: 'select',
        name: 'group',
        label: t('channel.groups'),
        allLabel: t('channel.allGroups'),
        choices: (groups ?? []).map((group) => ({ value: group, label: group })),
        isSearchable: true,
      },
      {
        kind: 'select',
        name: 'status',
        label: t('channel.status'),
        allLabel: t('channel.allStatuses'),
        choices: [
          ...Object.entries(statusTables.channel).map(([value, { name }]) => ({ value, label: t(`status.channel.${name}`) })),
          { value: RESTING, label: t('channels.resting') },
        ],
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
  }, [t, language, groups, counts])
}
