import { listGroups } from '@waystation/contract/api/catalog'
import { getChannel } from '@waystation/contract/api/channel'
import type { Channel } from '@waystation/contract/channel'
import { channelStatus, statusTables } from '@waystation/contract/status-table'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { ChannelsIcon, type Filter, ListTable, Page, useDrawer, useUrlState } from '~/ui/kit'
import { ChannelDrawer } from './ChannelDrawer.tsx'
import { ChannelTestSheet, type TestedChannel } from './ChannelTestSheet.tsx'
import { useChannelActions, useChannelBulk } from './channel-actions.tsx'
import { channelCard, channelColumns } from './channel-columns.tsx'
import { channelList } from './channel-queries.ts'

/** The credentials through which calls leave. */
export default function ChannelsPage() {
  const t = useText()
  const drawer = useDrawer<Channel>(getChannel)
  const [tested, setTested] = useState<TestedChannel>()
  const isByTag = useUrlState().params.tag_mode === 'true'
  const actions = useChannelActions({ edit: drawer.open, test: (channel, result) => setTested({ channel, result }) })
  const bulk = useChannelBulk()
  return (
    <Page title={t('channel.title')} subtitle={t('channel.subtitle')}>
      <ListTable
        list={channelList}
        name="channels"
        columns={channelColumns}
        filters={useFilters()}
        isDim={(channel) => channel.status !== channelStatus.enabled}
        groupBy={isByTag ? (channel) => channel.tag || undefined : undefined}
        groupActions={(_, channels) => bulk(channels, () => undefined)}
        empty={{ icon: <ChannelsIcon />, title: t('channel.emptyTitle'), text: t('channel.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('channel.create')}
        actions={actions}
        bulk={bulk}
        card={channelCard}
      />
      <ChannelDrawer drawer={drawer} />
      <ChannelTestSheet tested={tested} onClose={() => setTested(undefined)} />
    </Page>
  )
}

function useFilters(): readonly Filter[] {
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
    { kind: 'flag', name: 'tag_mode', label: t('channel.byTag') },
    { kind: 'flag', name: 'id_sort', label: t('channel.byId') },
  ]
}
