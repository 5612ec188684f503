import type { Channel } from '@waystation/contract/channel'
import { splitList } from '@waystation/contract/codec'
import { dollarsOf } from '@waystation/contract/quota'
import { channelStatus } from '@waystation/contract/status-table'
import { quotaPerUnit } from '~/session/status'
import { type Card, type Column, QuotaText, Tag } from '~/ui/kit'
import { Balance } from './balance-cells.tsx'
import { HealthCell } from './ChannelHealth.tsx'
import { ChannelName, ChannelStatus, ChannelTrouble, Groups, isTroubled, StatusSum, TypeName } from './channel-cells.tsx'
import { Ranks, TagRanks } from './rank-cells.tsx'
import { LastTest, TagTests } from './test-cells.tsx'

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
