import type { Channel } from '@waystation/contract/channel'
import { channelStatus } from '@waystation/contract/status-table'
import { useText } from '~/i18n'
import { ChannelsIcon, type Column, ListTable, NumberText, Page, QuotaText, StatusTag } from '~/ui/kit'
import { channelList, useChannelCalls } from './channel-queries.ts'

const columns: Column<Channel>[] = [
  { field: 'name', title: 'channel.name', isFixed: true },
  { field: 'group', title: 'channel.group' },
  { field: 'status', title: 'channel.status', render: (status) => <StatusTag of="channel" value={status} /> },
  { field: 'used_quota', title: 'channel.used', align: 'right', render: (units) => <QuotaText value={units} /> },
  { field: 'priority', title: 'channel.priority', align: 'right', render: (value) => <NumberText value={value} /> },
]

export default function ChannelsPage() {
  const t = useText()
  const { setStatus, remove } = useChannelCalls()
  return (
    <Page title={t('channel.title')} subtitle={t('channel.subtitle')}>
      <ListTable
        list={channelList}
        name="channels"
        columns={columns}
        filters={[{ kind: 'search', name: 'keyword', label: t('channel.search') }]}
        isDim={(channel) => channel.status !== channelStatus.enabled}
        empty={{ icon: <ChannelsIcon />, title: t('channel.emptyTitle'), text: t('channel.emptyText') }}
        actions={(channel) => [
          channel.status === channelStatus.enabled
            ? { label: t('action.disable'), run: () => setStatus(channel.id, channelStatus.disabled) }
            : { label: t('action.enable'), run: () => setStatus(channel.id, channelStatus.enabled) },
          {
            label: t('action.delete'),
            danger: true,
            confirm: t('channel.confirmDelete', { name: channel.name }),
            run: () => remove(channel.id),
          },
        ]}
      />
    </Page>
  )
}
