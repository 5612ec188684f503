import { checkChannelClients } from '@waystation/contract/api/channels/client-checks'
import type { Channel } from '@waystation/contract/channels/channel'
import { splitList } from '@waystation/contract/values/codec'
import { call } from '~/api/call'
import { useText } from '~/i18n'
import { ClientChecks } from '~/shared/clients/ClientChecks'
import { SideSheet } from '~/ui/kit'
import { useTestModel } from './channel-tests.ts'

interface SheetProps {
  readonly channel: Channel | undefined
  readonly onClose: () => void
}

/** What each family of clients finds at a channel. */
export function ChannelClientsSheet({ channel, onClose }: SheetProps) {
  const t = useText()
  return (
    <SideSheet
      isOpen={channel !== undefined}
      onClose={onClose}
      width={760}
      title={channel ? t('clients.titleOf', { name: channel.name }) : ''}
    >
      {channel && <Checks key={channel.id} channel={channel} />}
    </SideSheet>
  )
}

function Checks({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const usual = useTestModel(channel)
  return (
    <ClientChecks
      help={t('clients.helpChannel')}
      models={splitList(channel.models, /,/)}
      usual={usual}
      checkOf={(model) => (family, signal) =>
        call(checkChannelClients, { params: { id: channel.id }, body: { family, model } }, { signal })
      }
    />
  )
}
