import type { Channel } from '@waystation/contract/channel'
import { splitList } from '@waystation/contract/codec'
import { dollarsOf } from '@waystation/contract/quota'
import { channelStatus } from '@waystation/contract/status-table'
import { quotaPerUnit } from '~/session/status'
import { type Card, type Column, QuotaText, Tag } from '~/ui/kit'
import { HealthCell } from './ChannelHealth.tsx'
import {
  ChannelName,
  ChannelStatus,
  disabledBecause,
  Groups,
  Ranks,
  ResponseAverage,
  ResponseTime,
  StatusSum,
  TagRanks,
  TypeName,
} from './channel-cells.tsx'

export const isDisabled = (channel: Channel): boolean => channel.status !== channelStatus.enabled

export const channelColumns: Column<Channel>[] = [
  { field: 'name', title: 'channel.name', isFixed: true, width: 180, grow: 3, render: (_, channel) => <ChannelName channel={channel} /> },
  { field: 'type', title: 'channel.type', width: 100, grow: 1, render: (type) => <TypeName type={type} /> },
  {
    field: 'group',
    title: 'channel.group',
    width: 124,
    grow: 1,
    render: (group) => <Groups text={group} />,
    group: (rows) => <Groups text={rows.map((row) => row.group).join(',')} />,
  },
  {
    field: 'status',
    title: 'channel.status',
    width: 100,
    render: (_, channel) => <ChannelStatus channel={channel} />,
    group: (rows) => <StatusSum channels={rows} />,
  },
  {
    id: 'health',
    field: 'id',
    title: 'channel.lastHour',
    width: 96,
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
    width: 72,
    render: (_, channel) => <ResponseTime channel={channel} />,
    group: (rows) => <ResponseAverage channels={rows} />,
  },
  {
    field: 'used_quota',
    title: 'channel.used',
    align: 'right',
    width: 74,
    quota: (channel) => channel.used_quota,
    render: (units) => <QuotaText value={units} zeroIsNone />,
    group: (rows) => <QuotaText value={rows.reduce((sum, row) => sum + row.used_quota, 0)} zeroIsNone />,
    csv: (channel) => dollarsOf(channel.used_quota, quotaPerUnit()),
  },
  {
    field: 'priority',
    title: 'channel.ranks',
    align: 'right',
    width: 108,
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
        <QuotaText value={channel.used_quota} zeroIsNone />
        <ResponseTime channel={channel} />
        <HealthCell ids={[channel.id]} isDim={isDisabled(channel)} />
      </span>
    ),
    trouble: disabledBecause(channel).reason || undefined,
  }
}
