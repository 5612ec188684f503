import { countChannels } from '@waystation/contract/api/channels/channel-many'
import type { Channel } from '@waystation/contract/channels/channel'
import { RESTING } from '@waystation/contract/channels/channel-list'
import { NO_TAG, tagsOf } from '@waystation/contract/channels/channel-tags'
import { channelStatus } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { EndingChannelModels } from '~/shared/ending-models/EndingChannelModels'
import { Arriving, AskTextHost, ChannelsIcon, ListTable, Page, useUrlState } from '~/ui/kit'
import { ChangeDrawer, useChangeDrawer } from './change/ChangeDrawer.tsx'
import { TagDrawer, useTagDrawer } from './change/TagDrawer.tsx'
import { useChannelActions } from './channel-actions.tsx'
import { channelCard, channelColumns, channelNote, isDisabled } from './channel-columns.tsx'
import { TAG_MODE, TESTED, useChannelFilters } from './channel-filters.ts'
import { channelList } from './channel-queries.ts'
import { ChannelDrawer, useChannelDrawer } from './form/ChannelDrawer.tsx'
import { ChannelHeadActions } from './many/ChannelHeadActions.tsx'
import { useChannelBulk, useTagActions } from './many/channel-bulk.tsx'
import { RunBars, useAllRuns } from './many/channel-runs.tsx'
import { RouteSheet } from './RouteSheet.tsx'
import { ChannelClientsSheet } from './test/ChannelClientsSheet.tsx'
import { ChannelTestSheet, type TestedChannel } from './test/ChannelTestSheet.tsx'
import { UpstreamSheet } from './upstream/UpstreamSheet.tsx'
import './channel.css'

/** `48 channels, 44 enabled · 2 auto-disabled · 3 failed their test`, the troubles as links to them; what the page is for while there are none. */
function ChannelCountsText() {
  const t = useText()
  const { change } = useUrlState()
  const { data } = useData(countChannels)
  if (!data || data.total === 0) return t('channel.subtitle')
  const show = (filters: Readonly<Record<string, string>>) => change({ status: undefined, [TESTED]: undefined, p: undefined, ...filters })
  return (
    <>
      <span className="count-text">{t('channel.counts', { count: data.total, enabled: data.enabled })}</span>
      {data.auto_disabled > 0 && (
        <button type="button" className="count-link tone-amber" onClick={() => show({ status: String(channelStatus.autoDisabled) })}>
          {t('channel.autoCount', { count: data.auto_disabled })}
        </button>
      )}
      {data.resting > 0 && (
        <button type="button" className="count-link tone-amber" onClick={() => show({ status: RESTING })}>
          {t('channels.restingCount', { count: data.resting })}
        </button>
      )}
      {data.test_failed > 0 && (
        <button type="button" className="count-link tone-red" onClick={() => show({ [TESTED]: 'failed' })}>
          {t('channel.testsFailedCount', { count: data.test_failed })}
        </button>
      )}
    </>
  )
}

/** The tags of a channel that a page of the tag view is of: its others are on other pages. Without any it stands in a group of its own. */
function tagsOnPage({ tag }: Channel, beside: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const { tags } = beside
  if (tag === '') return [NO_TAG]
  return Array.isArray(tags) ? tagsOf(tag).filter((name) => tags.includes(name)) : tagsOf(tag)
}

/** `10 tags · 36 channels · 4 without a tag`, as many as stand on the page. */
function useGroupWords(): (groups: readonly string[], channels: readonly Channel[]) => string {
  const t = useText()
  return (groups, channels) => {
    const untagged = channels.filter(({ tag }) => tag === '').length
    return [
      t('channel.tagCount', { count: groups.filter((name) => name !== NO_TAG).length }),
      t('channel.channelCount', { count: channels.length }),
      ...(untagged > 0 ? [t('channels.untaggedCount', { count: untagged })] : []),
    ].join(' · ')
  }
}

/** The comparison with the lists of providers, which the address keeps open. */
function useComparison() {
  const { params, change } = useUrlState()
  const set = (upstream: string | undefined) => change({ upstream })
  return { isOpen: params.upstream === '1', open: () => set('1'), onClose: () => set(undefined) }
}

/** The credentials through which calls leave. */
export default function ChannelsPage() {
  const t = useText()
  const drawer = useChannelDrawer()
  const tagDrawer = useTagDrawer()
  const changeDrawer = useChangeDrawer()
  const [tested, setTested] = useState<TestedChannel>()
  const [isAsking, setIsAsking] = useState(false)
  const [clientsOf, checkClients] = useState<Channel>()
  const actions = useChannelActions({ edit: drawer.open, test: (channel, result) => setTested({ channel, result }), checkClients })
  const comparison = useComparison()
  const runs = useAllRuns()
  const tagActions = useTagActions(tagDrawer.open, runs.test)
  // Its tabs stand above the list.
  const counts = useData(countChannels)
  return (
    <Page
      title={t('channel.title')}
      subtitle={<ChannelCountsText />}
      notice={
        <>
          {counts.isLoading && <Arriving />}
          <RunBars {...runs} />
          <EndingChannelModels />
        </>
      }
      actions={<ChannelHeadActions {...runs} onAskRoute={() => setIsAsking(true)} onCompare={comparison.open} />}
    >
      <ListTable
        list={channelList}
        name="channels"
        savesFilters
        columns={channelColumns}
        filters={useChannelFilters()}
        isDim={isDisabled}
        note={channelNote}
        groupBy={tagsOnPage}
        groupWhen={TAG_MODE}
        groupActions={tagActions}
        groupWords={useGroupWords()}
        groupTitle={(tag) => (tag === NO_TAG ? t('channels.noTag') : tag)}
        empty={{ icon: <ChannelsIcon />, title: t('channel.emptyTitle'), text: t('channel.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('channel.create')}
        onOpen={drawer.open}
        actions={actions}
        bulk={useChannelBulk(changeDrawer.open)}
        card={channelCard}
      />
      <ChannelDrawer drawer={drawer} />
      <TagDrawer {...tagDrawer} />
      <ChangeDrawer {...changeDrawer} />
      <ChannelTestSheet tested={tested} onClose={() => setTested(undefined)} />
      <ChannelClientsSheet channel={clientsOf} onClose={() => checkClients(undefined)} />
      <UpstreamSheet {...comparison} />
      <RouteSheet isOpen={isAsking} onClose={() => setIsAsking(false)} />
      <AskTextHost />
    </Page>
  )
}
