import type { Channel } from '@waystation/contract/channels/channel'
import { tagsOf } from '@waystation/contract/channels/channel-tags'
import { dollarsOf } from '@waystation/contract/money/quota'
import { channelStatus } from '@waystation/contract/site/status-table'
import { splitList } from '@waystation/contract/values/codec'
import { useLanguage, useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { type Card, type Column, QuotaText, StatusTag, Tag, timeText } from '~/ui/kit'
import { Balance, Ranks, TagRanks } from './channel-cells.tsx'
import { ProviderTile, useTypeName } from './channel-types.tsx'
import { disabledBecause, failureText, restWords } from './channel-words.ts'
import { HealthCell } from './test/ChannelHealth.tsx'
import { LastTest, TagTests, TestedAt } from './test/LastTest.tsx'
import './channel.css'

// Cells of the channel table: identity and state.

const MAX_ITEMS = 2
/** Characters of them that fit into a cell, and how many of these the number of the others takes. */
const ITEMS_LENGTH = 14
const REST_LENGTH = 5

function ChannelName({ channel }: { readonly channel: Channel }) {
  return (
    <span className="channel-name">
      <ProviderTile type={channel.type} />
      <span className="channel-lines">
        <span className="ellipsis" title={channel.name}>
          {channel.name}
        </span>
        {channel.remark !== '' && (
          <span className="channel-note ellipsis" title={channel.remark}>
            {channel.remark}
          </span>
        )}
      </span>
    </span>
  )
}

/** Under the row of a channel that gets no calls: why, and since when. */
export const channelNote = (channel: Channel) => (isOut(channel) ? <WhyOut channel={channel} /> : undefined)

function WhyOut({ channel }: { readonly channel: Channel }) {
  return <span className="tone-amber">{useWhyOut(channel)}</span>
}

/** Why and since when a channel is disabled or rests; empty: it is neither, or no reason is known. */
function useWhyOut(channel: Channel): string {
  const t = useText()
  const language = useLanguage()
  const { reason, time } = disabledBecause(channel, language)
  if (reason === '') return restWords(channel, t, language)
  return time > 0 ? t('channel.disabledBecause', { reason, time: timeText(time, 'full', language) }) : reason
}

function TypeName({ type }: { readonly type: number }) {
  return useTypeName(type)
}

/** The first groups or tags, and how many more there are. */
function Items({ names: all }: { readonly names: readonly string[] }) {
  const names = [...new Set(all)]
  const room = names.length > MAX_ITEMS ? ITEMS_LENGTH - REST_LENGTH : ITEMS_LENGTH
  const count = names.slice(0, MAX_ITEMS).join('').length > room ? 1 : MAX_ITEMS
  const rest = names.slice(count)
  return (
    <span className="tags">
      {names.slice(0, count).map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
      {rest.length > 0 && (
        <span className="text3 number" title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}

/** The status, and that an enabled channel rests; why is in the tooltip. */
function ChannelStatus({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const words = useWhyOut(channel)
  if (channel.resting) {
    return (
      <span className="status" title={words}>
        <i className="dot" style={{ background: 'var(--amberDot)' }} />
        {t(channel.resting.models.length === 0 ? 'channels.resting' : 'channels.restingPartly')}
      </span>
    )
  }
  return <StatusTag of="channel" value={channel.status} title={words || undefined} />
}

/** How many of a tag's channels are enabled; amber when the gateway has disabled one of them. */
function StatusSum({ channels }: { readonly channels: readonly Channel[] }) {
  const t = useText()
  const enabled = channels.filter((channel) => channel.status === channelStatus.enabled).length
  const auto = channels.filter((channel) => channel.status === channelStatus.autoDisabled).length
  const tone = auto > 0 ? 'amber' : enabled > 0 ? 'green' : 'neutral'
  return (
    <span className="status" title={auto > 0 ? t('channel.autoCount', { count: auto }) : undefined}>
      <i className="dot" style={{ background: `var(--${tone}Dot)` }} />
      {t('channel.statusOf', { enabled, all: channels.length })}
    </span>
  )
}

/** On a card, what needs a person: why the gateway disabled the channel, or why its last test failed. */
function ChannelTrouble({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const words = useWhyOut(channel)
  if (words !== '' || channel.test_failure === null) return words
  return t('channel.testFailedBecause', { reason: failureText(channel.test_failure, language) })
}

/** Is there something of the kind? */
const isTroubled = (channel: Channel): boolean => channel.test_failure !== null || isOut(channel)

/** Does it rest, or has the gateway disabled it for a reason that is known? */
const isOut = (channel: Channel): boolean => channel.resting !== undefined || disabledBecause(channel, 'en').reason !== ''

export const isDisabled = (channel: Channel): boolean => channel.status !== channelStatus.enabled

/** px for `$99,999.99`; more than that widens the column. */
const MONEY_PX = 70

export const channelColumns: Column<Channel>[] = [
  {
    field: 'id',
    title: 'channels.id',
    align: 'right',
    sortKey: 'id',
    width: 34,
    render: (id) => <span className="text3 number">{id}</span>,
  },
  {
    field: 'name',
    title: 'channel.name',
    isFixed: true,
    sortKey: 'name',
    width: 136,
    grow: 6,
    render: (_, channel) => <ChannelName channel={channel} />,
  },
  { field: 'type', title: 'channel.type', width: 60, grow: 1, yields: 2, render: (type) => <TypeName type={type} /> },
  {
    field: 'group',
    title: 'channel.group',
    width: 100,
    grow: 1,
    yields: 1,
    render: (group) => <Items names={splitList(group, /,/)} />,
    group: (rows) => <Items names={splitList(rows.map((row) => row.group).join(','), /,/)} />,
  },
  {
    field: 'status',
    title: 'channel.status',
    width: 118,
    render: (_, channel) => <ChannelStatus channel={channel} />,
    group: (rows) => <StatusSum channels={rows} />,
  },
  {
    id: 'health',
    field: 'id',
    title: 'channel.lastHour',
    sortKey: 'failed',
    sortsFirst: 'down',
    width: 80,
    render: (id, channel) => <HealthCell ids={[id]} isDim={isDisabled(channel)} />,
    group: (rows) => <HealthCell ids={rows.map((row) => row.id)} />,
  },
  {
    field: 'models',
    title: 'channel.modelCount',
    align: 'right',
    width: 50,
    isHidden: true,
    render: (models) => splitList(models, /,/).length,
  },
  {
    field: 'response_time',
    title: 'channel.responseTime',
    align: 'right',
    sortKey: 'response_time',
    width: 60,
    render: (_, channel) => <LastTest channel={channel} />,
    group: (rows) => <TagTests channels={rows} />,
  },
  {
    field: 'used_quota',
    title: 'channel.used',
    align: 'right',
    sortKey: 'used_quota',
    width: MONEY_PX,
    quota: (channel) => channel.used_quota,
    render: (units) => <QuotaText value={units} zeroIsNone />,
    group: (rows) => <QuotaText value={rows.reduce((sum, row) => sum + row.used_quota, 0)} zeroIsNone />,
    csv: (channel) => dollarsOf(channel.used_quota, quotaPerUnit()),
  },
  {
    field: 'balance',
    title: 'channel.balance',
    align: 'right',
    sortKey: 'balance',
    sortsFirst: 'up',
    width: MONEY_PX,
    render: (_, channel) => <Balance channel={channel} />,
    group: () => <span className="text3">–</span>,
    csv: (channel) => (channel.balance_updated_time === 0 ? '' : channel.balance),
  },
  {
    field: 'priority',
    title: 'channel.ranks',
    align: 'right',
    sortKey: 'priority',
    heads: [
      { title: 'channel.priority', sortKey: 'priority', sortsFirst: 'down' },
      { title: 'channel.weight', sortKey: 'weight', sortsFirst: 'down' },
    ],
    width: 100,
    render: (_, channel) => <Ranks channel={channel} />,
    group: (rows, tag) => <TagRanks channels={rows} tag={tag} />,
  },
  { field: 'weight', title: 'channel.weight', align: 'right', sortKey: 'weight', width: 60, isHidden: true },
  {
    field: 'test_time',
    title: 'channel.lastTest',
    align: 'right',
    sortKey: 'test_time',
    width: 110,
    isHidden: true,
    render: (time) => <TestedAt time={time} />,
    csv: ({ test_time }) => (test_time === 0 ? '' : new Date(test_time * 1000).toISOString()),
  },
  { field: 'tag', title: 'channel.tag', width: 90, isHidden: true, render: (tag) => <Items names={tagsOf(tag)} /> },
]

export function channelCard(channel: Channel): Card {
  return {
    title: <ChannelName channel={channel} />,
    aside: <ChannelStatus channel={channel} />,
    meta: (
      <>
        <TypeName type={channel.type} /> · {channel.group}
      </>
    ),
    metaAside: (
      <span className="row">
        {channel.used_quota > 0 && <QuotaText value={channel.used_quota} />}
        <LastTest channel={channel} />
        <HealthCell ids={[channel.id]} isDim={isDisabled(channel)} />
      </span>
    ),
    trouble: isTroubled(channel) ? <ChannelTrouble channel={channel} /> : undefined,
  }
}
