import type { Channel } from '@waystation/contract/channels/channel'
import { channelStatus } from '@waystation/contract/site/status-table'
import { useLanguage, useText } from '~/i18n'
import { type MenuItem, PowerIcon, toast, useUrlState } from '~/ui/kit'
import { channelList } from '../channel-queries.ts'
import { typeName } from '../channel-types.tsx'
import { useManyChannels } from './use-many-channels.ts'

const PAGE_SIZE = 100

/**
 * Disables every channel of the provider whose tab is open, however many pages they fill, and offers undo. There is no confirmation: a provider
 * in trouble must be off quickly. None where all providers are shown.
 */
export function useProviderOff(): readonly MenuItem[] {
  const t = useText()
  const language = useLanguage()
  const { type } = useUrlState().params
  const { disable, undoDisable } = useManyChannels()
  if (!type) return []
  const run = async () => {
    const { changed } = await disable((await enabledOf(type)).map(({ id }) => id))
    toast.undo(t('channels.disabledMany', { count: changed.length }), () => undoDisable(changed))
  }
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

async function enabledOf(type: string): Promise<readonly Channel[]> {
  const filters = { type, status: String(channelStatus.enabled) }
  const channels: Channel[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await channelList.load({ page, size: PAGE_SIZE, filters })
    channels.push(...rows)
    if (rows.length === 0 || channels.length >= total) return channels
  }
}
