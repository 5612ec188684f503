import { getChannel } from '@waystation/contract/api/channels/channel'
import { countChannels } from '@waystation/contract/api/channels/channel-many'
import type { Channel, TestRun } from '@waystation/contract/channels/channel'
import { RESTING } from '@waystation/contract/channels/channel-list'
import { tagsOf } from '@waystation/contract/channels/channel-tags'
import { needsAddress } from '@waystation/contract/channels/channel-type'
import { channelStatus } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { type Text, useText } from '~/i18n'
import { EndingChannelModels } from '~/shared/EndingChannelModels'
import { confirmV1Address } from '~/shared/v1-address'
import { AskTextHost, ChannelsIcon, type Drawer, FormDrawer, ListTable, Page, ProgressBar, useDrawer, useUrlState } from '~/ui/kit'
import { ChannelHeadActions, useAllRuns } from './ChannelHeadActions.tsx'
import { ChannelTabs } from './ChannelTabs.tsx'
import { ChangeDrawer, useChangeDrawer } from './change/ChangeDrawer.tsx'
import { TagDrawer, useTagDrawer } from './change/TagDrawer.tsx'
import { useChannelActions } from './channel-actions.tsx'
import { useChannelBulk, useTagActions } from './channel-bulk.tsx'
import { channelCard, channelColumns, channelNote, isDisabled } from './channel-columns.tsx'
import { TAG_MODE, TESTED, useChannelFilters } from './channel-filters.ts'
import { channelList, useChannelCalls } from './channel-queries.ts'
import { ChannelFields } from './form/ChannelFields.tsx'
import { ChannelForm, type ChannelFormInput, draftOf, formOf } from './form/channel-form.ts'
import { RoutingFields } from './form/RoutingFields.tsx'
import { RouteSheet } from './RouteSheet.tsx'
import { ChannelTestSheet, type TestedChannel } from './test/ChannelTestSheet.tsx'
import { UpstreamSheet } from './upstream/UpstreamSheet.tsx'
import './channel.css'

/** Makes a channel, or changes one. */
function ChannelDrawer({ drawer }: { readonly drawer: Drawer<Channel> }) {
  const t = useText()
  const { create, change } = useChannelCalls()
  const channel = drawer.item

  const check = (values: ChannelFormInput) => ({
    ...(channel || values.key?.trim() ? {} : { key: t('form.required') }),
    ...(values.models ? {} : { models: t('form.required') }),
    ...(values.group ? {} : { group: t('form.required') }),
    ...(needsAddress(values.type) && !values.base_url?.trim() ? { base_url: t('form.required') } : {}),
  })
  const save = async (values: ChannelFormInput) => {
    const address = values.base_url ?? ''
    if (address !== channel?.base_url) await confirmV1Address(address)
    const draft = draftOf(values)
    await (channel ? change(channel.id, draft) : create(draft))
  }

  return (
    <FormDrawer
      drawer={drawer}
      title={channel ? t('channel.edit', { name: channel.name }) : t('channel.create')}
      schema={ChannelForm}
      initial={formOf(channel)}
      check={check}
      onSubmit={save}
      submitLabel={channel ? t('action.save') : t('channel.createOne')}
    >
      {channel ? (
        <ChannelTabs channel={channel} />
      ) : (
        <>
          <ChannelFields />
          <RoutingFields />
        </>
      )}
    </FormDrawer>
  )
}

/** `48 channels, 44 enabled · 2 auto-disabled · 3 failed their test`, the troubles as links to them; what the page is for while there are none. */
function ChannelCountsText() {
  const t = useText()
  const { change } = useUrlState()
  const { data } = useData(countChannels)
  if (!data || data.total === 0) return t('channel.subtitle')
  const show = (filters: Readonly<Record<string, string>>) => change({ status: undefined, [TESTED]: undefined, p: undefined, ...filters })
  return (
    <>
      {t('channel.counts', { count: data.total, enabled: data.enabled })}
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

/** How far the test of many channels and the update of all balances are. Nothing while there is none. */
function RunBars({ test, balance }: ReturnType<typeof useAllRuns>) {
  const t = useText()
  return (
    <>
      {test.run && <ProgressBar label={testRunName(t, test.run)} done={test.run.done} total={test.run.total} onStop={test.stop} />}
      {balance.run && (
        <ProgressBar label={t('channel.balancesUpdate')} done={balance.run.done} total={balance.run.total} onStop={balance.stop} />
      )}
    </>
  )
}

/** Which channels a run tests. */
function testRunName(t: Text, { only, tag }: TestRun): string {
  if (tag !== '') return t('channel.testOfTag', { tag })
  return t(only === 'disabled' ? 'channel.testDisabled' : 'channel.testRunStart')
}

/** The tags of a channel that a page of the tag view is of: its others are on other pages. */
function tagsOnPage({ tag }: Channel, beside: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const { tags } = beside
  return Array.isArray(tags) ? tagsOf(tag).filter((name) => tags.includes(name)) : tagsOf(tag)
}

/** `10 tags · 36 channels · 4 without a tag`: the last ones stand in no tag. */
function useGroupWords(): (tags: number, channels: number) => string {
  const t = useText()
  const { untagged = 0 } = useData(countChannels).data ?? {}
  return (tags, channels) =>
    [
      t('channel.tagCount', { count: tags }),
      t('channel.channelCount', { count: channels }),
      ...(untagged > 0 ? [t('channels.untaggedCount', { count: untagged })] : []),
    ].join(' · ')
}

/** The drawer of channels. Its open tab goes with it, so that the next channel begins with its settings. */
function useChannelDrawer(): Drawer<Channel> {
  const drawer = useDrawer<Channel>(getChannel)
  const { change } = useUrlState()
  return { ...drawer, close: () => change({ edit: undefined, tab: undefined }) }
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
  const actions = useChannelActions({ edit: drawer.open, test: (channel, result) => setTested({ channel, result }) })
  const comparison = useComparison()
  const runs = useAllRuns()
  const tagActions = useTagActions(tagDrawer.open, runs.test)
  return (
    <Page
      title={t('channel.title')}
      subtitle={<ChannelCountsText />}
      notice={
        <>
          <RunBars {...runs} />
          <EndingChannelModels />
        </>
      }
      actions={<ChannelHeadActions {...runs} onAskRoute={() => setIsAsking(true)} onCompare={comparison.open} />}
    >
      <ListTable
        list={channelList}
        name="channels"
        columns={channelColumns}
        filters={useChannelFilters()}
        isDim={isDisabled}
        note={channelNote}
        groupBy={tagsOnPage}
        groupWhen={TAG_MODE}
        groupActions={tagActions}
        groupWords={useGroupWords()}
        empty={{ icon: <ChannelsIcon />, title: t('channel.emptyTitle'), text: t('channel.emptyText') }}
        emptyGrouped={{ icon: <ChannelsIcon />, title: t('channel.noTagTitle'), text: t('channel.noTagText') }}
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
      <UpstreamSheet {...comparison} />
      <RouteSheet isOpen={isAsking} onClose={() => setIsAsking(false)} />
      <AskTextHost />
    </Page>
  )
}
