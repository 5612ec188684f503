import { useState } from 'react'
import { useText } from '~/i18n'
import { AskTextHost, ChannelsIcon, ListTable, Page } from '~/ui/kit'
import { ChannelCountsText } from './ChannelCountsText.tsx'
import { ChannelDrawer } from './ChannelDrawer.tsx'
import { ChannelHeadActions } from './ChannelHeadActions.tsx'
import { ChannelTestSheet, type TestedChannel } from './ChannelTestSheet.tsx'
import { useChannelActions } from './channel-actions.tsx'
import { useChannelBulk } from './channel-bulk.tsx'
import { channelCard, channelColumns, isDisabled } from './channel-columns.tsx'
import { TAG_MODE, useChannelFilters } from './channel-filters.ts'
import { channelList } from './channel-queries.ts'
import { RunBars } from './RunBars.tsx'
import { TagDrawer, useTagDrawer } from './TagDrawer.tsx'
import { useTagActions } from './tag-actions.tsx'
import { useAllRuns } from './use-all-runs.ts'
import { useChannelDrawer } from './use-channel-drawer.ts'

/** The credentials through which calls leave. */
export default function ChannelsPage() {
  const t = useText()
  const drawer = useChannelDrawer()
  const tagDrawer = useTagDrawer()
  const [tested, setTested] = useState<TestedChannel>()
  const actions = useChannelActions({ edit: drawer.open, test: (channel, result) => setTested({ channel, result }) })
  const tagActions = useTagActions(tagDrawer.open)
  const runs = useAllRuns()
  return (
    <Page
      title={t('channel.title')}
      subtitle={<ChannelCountsText />}
      notice={<RunBars {...runs} />}
      actions={<ChannelHeadActions {...runs} />}
    >
      <ListTable
        list={channelList}
        name="channels"
        columns={channelColumns}
        filters={useChannelFilters()}
        isDim={isDisabled}
        groupBy={(channel) => channel.tag || undefined}
        groupWhen={TAG_MODE}
        groupActions={tagActions}
        groupWords={(tags, channels) => `${t('channel.tagCount', { count: tags })} · ${t('channel.channelCount', { count: channels })}`}
        empty={{ icon: <ChannelsIcon />, title: t('channel.emptyTitle'), text: t('channel.emptyText') }}
        emptyGrouped={{ icon: <ChannelsIcon />, title: t('channel.noTagTitle'), text: t('channel.noTagText') }}
        onCreate={() => drawer.open()}
        createLabel={t('channel.create')}
        onOpen={drawer.open}
        actions={actions}
        bulk={useChannelBulk()}
        card={channelCard}
      />
      <ChannelDrawer drawer={drawer} />
      <TagDrawer {...tagDrawer} />
      <ChannelTestSheet tested={tested} onClose={() => setTested(undefined)} />
      <AskTextHost />
    </Page>
  )
}
