import { channelStatus } from '@waystation/contract/site/status-table'
import { useLanguage, useText } from '~/i18n'
import { loadAllRows, type MenuItem, PowerIcon, useUrlState } from '~/ui/kit'
import { channelList } from '../channel-queries.ts'
import { typeName } from '../channel-types.tsx'
import { useSetStatus } from './channel-bulk.tsx'

/**
 * Disables every channel of the provider whose tab is open, however many pages they fill, and offers undo. There is no confirmation: a provider
 * in trouble must be off quickly. None where all providers are shown.
 */
export function useProviderOff(): readonly MenuItem[] {
  const t = useText()
  const language = useLanguage()
  const { type } = useUrlState().params
  const { disable } = useSetStatus()
  if (!type) return []
  const run = async () => disable(await loadAllRows(channelList, { filters: { type, status: String(channelStatus.enabled) } }))
  return [
    {
      key: 'provider-off',
      icon: <PowerIcon />,
      label: t('channels.disableProvider', { name: typeName(Number(type), t, language) }),
      // A failure is shown by the query client.
      run: () => void run().catch(() => undefined),
    },
  ]
}
