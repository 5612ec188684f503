import { getChannel } from '@waystation/contract/api/channel'
import { countChannels } from '@waystation/contract/api/channel-many'
import type { Channel } from '@waystation/contract/channel'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { type Text, useText } from '~/i18n'
import { AskTextHost, ChannelsIcon, ListTable, Page, useDrawer } from '~/ui/kit'
import { ChannelDrawer } from './ChannelDrawer.tsx'
import { ChannelHeadActions } from './ChannelHeadActions.tsx'
import { ChannelTestSheet, type TestedChannel } from './ChannelTestSheet.tsx'
import { useChannelActions, useChannelBulk } from './channel-actions.tsx'
import { channelCard, channelColumns, isDisabled } from './channel-columns.tsx'
import { TAG_MODE, useChannelFilters } from './channel-filters.ts'
import { channelList } from './channel-queries.ts'
import { TagDrawer, useTagDrawer } from './TagDrawer.tsx'
import { TestRunBar } from './TestRunBar.tsx'
import { useTagActions } from './tag-actions.tsx'
import { useTestRun } from './use-test-run.ts'

/** The credentials through which calls leave. */
export default function ChannelsPage() {
  const t = useText()
  const drawer = useDrawer<Channel>(getChannel)
  const tagDrawer = useTagDrawer()
  const [tested, setTested] = useState<TestedChannel>()
  const actions = useChannelActions({ edit: drawer.open, test: (channel, result) => setTested({ channel, result }) })
  const tagActions = useTagActions(tagDrawer.open)
  const testRun = useTestRun()
  return (
    <Page
      title={t('channel.title')}
      subtitle={useSubtitle(t)}
      notice={<TestRunBar {...testRun} />}
      actions={<ChannelHeadActions testRun={testRun} />}
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

/** `48 channels, 44 enabled, 2 auto-disabled`; what the page is for while there are none. */
function useSubtitle(t: Text): string {
  const { data } = useData(countChannels)
  if (!data || data.total === 0) return t('channel.subtitle')
  const facts = { count: data.total, enabled: data.enabled, auto: data.auto_disabled }
  return t(data.auto_disabled > 0 ? 'channel.countsAuto' : 'channel.counts', facts)
}
