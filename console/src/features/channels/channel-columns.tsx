import type { Channel } from '@waystation/contract/channels/channel'
import { dollarsOf } from '@waystation/contract/money/quota'
import { channelStatus } from '@waystation/contract/site/status-table'
import { splitList } from '@waystation/contract/values/codec'
import { useLanguage, useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { type Card, type Column, QuotaText, RefreshIcon, responseTimeTone, StatusTag, Tag, timeText } from '~/ui/kit'
import { Balance, Ranks, TagRanks } from './channel-cells.tsx'
import { ProviderTile, useTypeName } from './channel-types.tsx'
import { disabledBecause, failureText } from './channel-words.ts'
import { HealthCell } from './test/ChannelHealth.tsx'
import { useIsTesting } from './test/channel-tests.ts'
import { seconds } from './test/TestResult.tsx'
import './channel.css'

// Cells of the channel table: identity and state.

const MAX_GROUPS = 2

function ChannelName({ channel }: { readonly channel: Channel }) {
  return (
    <span className="channel-name">
      <span className="text3">#{channel.id}</span>
      <ProviderTile type={channel.type} />
      <span className="ellipsis" title={channel.name}>
        {channel.name}
      </span>
    </span>
  )
}

function TypeName({ type }: { readonly type: number }) {
  return useTypeName(type)
}

/** The first groups, and how many more there are. */
function Groups({ text }: { readonly text: string }) {
  const groups = splitList(text, /,/)
  const rest = groups.slice(MAX_GROUPS)
  return (
    <span className="tags">
      {groups.slice(0, MAX_GROUPS).map((group) => (
        <Tag key={group}>{group}</Tag>
      ))}
      {rest.length > 0 && (
        <span className="text3" title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}

/** The status; why and when the gateway disabled it is in the tooltip. */
function ChannelStatus({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { reason, time } = disabledBecause(channel, language)
  const facts = { reason, time: time > 0 ? timeText(time, 'full', language) : '–' }
  return <StatusTag of="channel" value={channel.status} title={reason === '' ? undefined : t('channel.disabledBecause', facts)} />
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
  const { reason } = disabledBecause(channel, language)
  if (reason !== '' || channel.test_failure === null) return reason
  return t('channel.testFailedBecause', { reason: failureText(channel.test_failure, language) })
}

/** Is there something of the kind? */
const isTroubled = (channel: Channel): boolean => channel.test_failure !== null || disabledBecause(channel, 'en').reason !== ''

// How the last test of a channel went, in the columns of the table.

/** The time of the last test; in red that it failed, with the reason and when in the tooltip. */
function LastTest({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { id, test_failure, test_time, response_time } = channel
  const time = test_time > 0 ? timeText(test_time, 'full', language) : undefined
  if (useIsTesting(id)) return <RefreshIcon className="turning" aria-label={t('channel.testing')} />
  if (test_failure) {
    return (
      <Tag tone="red" title={t('channel.disabledBecause', { reason: failureText(test_failure, language), time: time ?? '–' })}>
        {t('channel.testFailedShort')}
      </Tag>
    )
  }
  return <ResponseTag ms={response_time} title={time && t('channel.testedAt', { time })} />
}

/** Of a tag: how many failed, else the average of those that were tested. */
function TagTests({ channels }: { readonly channels: readonly Channel[] }) {
  const t = useText()
  const failed = channels.filter((channel) => channel.test_failure !== null)
  const good = channels.filter((channel) => channel.test_failure === null && channel.response_time > 0)
  if (failed.length > 0) {
    return (
      <Tag tone="red" title={failed.map((channel) => channel.name).join(', ')}>
        {t('channel.testsFailed', { count: failed.length })}
      </Tag>
    )
  }
  const sum = good.reduce((total, channel) => total + channel.response_time, 0)
  return <ResponseTag ms={good.length === 0 ? 0 : Math.round(sum / good.length)} />
}

function ResponseTag({ ms, title }: { readonly ms: number; readonly title?: string | undefined }) {
  const t = useText()
  if (ms === 0) return <span className="text3">{t('channel.untested')}</span>
  return (
    <Tag tone={responseTimeTone(ms)} title={title}>
      {seconds(ms)}
    </Tag>
  )
}

export const isDisabled = (channel: Channel): boolean => channel.status !== channelStatus.enabled

export const channelColumns: Column<Channel>[] = [
  { field: 'name', title: 'channel.name', isFixed: true, width: 176, grow: 3, render: (_, channel) => <ChannelName channel={channel} /> },
  { field: 'type', title: 'channel.type', width: 60, grow: 2, render: (type) => <TypeName type={type} /> },
  {
    field: 'group',
    title: 'channel.group',
    width: 96,
    grow: 2,
    render: (group) => <Groups text={group} />,
    group: (rows) => <Groups text={rows.map((row) => row.group).join(',')} />,
  },
  {
    field: 'status',
    title: 'channel.status',
    width: 110,
    render: (_, channel) => <ChannelStatus channel={channel} />,
    group: (rows) => <StatusSum channels={rows} />,
  },
  {
    id: 'health',
    field: 'id',
    title: 'channel.lastHour',
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
    width: 60,
    render: (_, channel) => <LastTest channel={channel} />,
    group: (rows) => <TagTests channels={rows} />,
  },
  {
    field: 'used_quota',
    title: 'channel.used',
    align: 'right',
    width: 58,
    quota: (channel) => channel.used_quota,
    render: (units) => <QuotaText value={units} zeroIsNone />,
    group: (rows) => <QuotaText value={rows.reduce((sum, row) => sum + row.used_quota, 0)} zeroIsNone />,
    csv: (channel) => dollarsOf(channel.used_quota, quotaPerUnit()),
  },
  {
    field: 'balance',
    title: 'channel.balance',
    align: 'right',
    width: 62,
    render: (_, channel) => <Balance channel={channel} />,
    group: () => <span className="text3">–</span>,
    csv: (channel) => (channel.balance_updated_time === 0 ? '' : channel.balance),
  },
  {
    field: 'priority',
    title: 'channel.ranks',
    align: 'right',
    width: 100,
    render: (_, channel) => <Ranks channel={channel} />,
    group: (rows) => <TagRanks channels={rows} />,
  },
  { field: 'tag', title: 'channel.tag', width: 90, isHidden: true, render: (tag) => tag && <Tag>{tag}</Tag> },
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
