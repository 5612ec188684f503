import type { Channel } from '@waystation/contract/channel'
import { splitList } from '@waystation/contract/codec'
import { dollarsOf } from '@waystation/contract/quota'
import { channelStatus } from '@waystation/contract/status-table'
import { useLanguage, useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { type Card, type Column, InlineNumber, QuotaText, RefreshIcon, responseTimeTone, StatusTag, Tag, timeText } from '~/ui/kit'
import { useChannelCalls } from './channel-queries.ts'
import { useTypeName } from './channel-types.ts'
import { ProviderTile } from './ProviderTile.tsx'
import { useIsTesting } from './running-tests.ts'
import { seconds } from './TestResult.tsx'
import './channel.css'

const MOST_PRIORITY = 1_000_000_000

export const channelColumns: Column<Channel>[] = [
  { field: 'name', title: 'channel.name', isFixed: true, render: (_, channel) => <ChannelName channel={channel} /> },
  { field: 'type', title: 'channel.type', render: (type) => <TypeName type={type} /> },
  {
    field: 'group',
    title: 'channel.group',
    render: (group) => <Groups text={group} />,
    group: (rows) => <Groups text={rows.map((row) => row.group).join(',')} />,
  },
  {
    field: 'status',
    title: 'channel.status',
    render: (_, channel) => <ChannelStatus channel={channel} />,
    group: (rows) => <StatusSum channels={rows} />,
  },
  { field: 'models', title: 'channel.modelCount', align: 'right', isHidden: true, render: (models) => splitList(models, /,/).length },
  {
    field: 'response_time',
    title: 'channel.responseTime',
    align: 'right',
    render: (_, channel) => <ResponseTime channel={channel} />,
    group: (rows) => <ResponseTag ms={average(rows.map((row) => row.response_time).filter((ms) => ms > 0))} />,
  },
  {
    field: 'used_quota',
    title: 'channel.used',
    align: 'right',
    render: (units) => <QuotaText value={units} />,
    group: (rows) => <QuotaText value={rows.reduce((sum, row) => sum + row.used_quota, 0)} />,
    csv: (channel) => dollarsOf(channel.used_quota, quotaPerUnit()),
  },
  {
    field: 'priority',
    title: 'channel.priority',
    align: 'right',
    render: (_, channel) => <Figure channel={channel} field="priority" min={-MOST_PRIORITY} />,
    group: (rows) => same(rows.map((row) => row.priority)),
  },
  {
    field: 'weight',
    title: 'channel.weight',
    align: 'right',
    render: (_, channel) => <Figure channel={channel} field="weight" min={0} />,
    group: (rows) => same(rows.map((row) => row.weight)),
  },
  { field: 'tag', title: 'channel.tag', render: (tag) => tag && <Tag>{tag}</Tag> },
]

export function channelCard(channel: Channel): Card {
  const reason = channel.status === channelStatus.autoDisabled ? readReason(channel.other_info).reason : ''
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
        <QuotaText value={channel.used_quota} />
        <ResponseTime channel={channel} />
      </span>
    ),
    trouble: reason || undefined,
  }
}

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

const MOST_GROUPS = 2

function Groups({ text }: { readonly text: string }) {
  const groups = splitList(text, /,/)
  const rest = groups.slice(MOST_GROUPS)
  return (
    <span className="tags">
      {groups.slice(0, MOST_GROUPS).map((group) => (
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

function ChannelStatus({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { reason, time } = readReason(channel.other_info)
  const why = channel.status === channelStatus.autoDisabled && reason !== ''
  return (
    <StatusTag
      of="channel"
      value={channel.status}
      title={why ? t('channel.disabledBecause', { reason, time: time > 0 ? timeText(time, 'full', language) : '–' }) : undefined}
    />
  )
}

function StatusSum({ channels }: { readonly channels: readonly Channel[] }) {
  const t = useText()
  const enabled = channels.filter((channel) => channel.status === channelStatus.enabled).length
  const label = t('channel.statusOf', { enabled, all: channels.length })
  return <StatusTag of="channel" value={enabled > 0 ? channelStatus.enabled : channelStatus.disabled} label={label} />
}

function ResponseTime({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const title = channel.test_time > 0 ? t('channel.testedAt', { time: timeText(channel.test_time, 'full', language) }) : undefined
  if (useIsTesting(channel.id)) return <RefreshIcon className="turning" aria-label={t('channel.testing')} />
  return <ResponseTag ms={channel.response_time} title={title} />
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

function Figure({ channel, field, min }: { readonly channel: Channel; readonly field: 'priority' | 'weight'; readonly min: number }) {
  const t = useText()
  const { set } = useChannelCalls()
  return (
    <InlineNumber
      label={`${t(`channel.${field}`)}: ${channel.name}`}
      value={channel[field]}
      min={min}
      max={MOST_PRIORITY}
      onSave={(value) => set(channel.id, field === 'priority' ? { priority: value } : { weight: value })}
    />
  )
}

/** Why and when the gateway disabled it (specification section 4). */
function readReason(otherInfo: string): { readonly reason: string; readonly time: number } {
  try {
    const info: unknown = JSON.parse(otherInfo || '{}')
    if (typeof info !== 'object' || info === null) return { reason: '', time: 0 }
    const reason = 'status_reason' in info ? String(info.status_reason) : ''
    return { reason, time: 'status_time' in info ? Number(info.status_time) || 0 : 0 }
  } catch {
    return { reason: '', time: 0 }
  }
}

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)

/** The value that all have, or nothing. */
const same = (values: readonly number[]): number | null => (new Set(values).size === 1 ? (values[0] ?? null) : null)
