import { CHANNEL_TESTS } from '@waystation/contract/calls/log'
import { statusTables } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import type { Filter } from '~/ui/kit'

/** What calls are found by. Only admins ask for somebody’s calls, and by channel. */
export function useLogFilters(isAdmin: boolean): readonly Filter[] {
  const t = useText()
  const isInDollars = usePublicStatus()?.display_in_currency ?? true
  return [
    { kind: 'search', name: 'model_name', label: t('log.modelName') },
    {
      kind: 'range',
      name: 'start_timestamp',
      nameTo: 'end_timestamp',
      label: t('log.time'),
      initial: 'today',
    },
    {
      kind: 'select',
      name: 'type',
      label: t('log.type'),
      allLabel: t('log.allTypes'),
      choices: [
        ...Object.entries(statusTables.log).map(([value, { name }]) => ({ value, label: t(`status.log.${name}`) })),
        { value: String(CHANNEL_TESTS), label: t('log.typeTest') },
      ],
    },
    { kind: 'text', name: 'min_cost', label: t('log.minCost'), placeholder: t(isInDollars ? 'log.minCostHint' : 'log.minCostHintUnits') },
    { kind: 'text', name: 'token_name', label: t('log.tokenName') },
    { kind: 'text', name: 'username', label: t('log.user'), showIf: isAdmin },
    { kind: 'text', name: 'channel', label: t('log.channel'), placeholder: t('log.channelId'), showIf: isAdmin },
    { kind: 'text', name: 'group', label: t('log.group') },
    { kind: 'text', name: 'request_id', label: t('log.requestId') },
    { kind: 'text', name: 'failure', label: t('log.failure'), placeholder: 'upstream_timeout' },
  ]
}
