// What stands in the columns of the channels' table.
import type { Channel } from '@waystation/contract/channel'
import { splitList } from '@waystation/contract/codec'
import { channelStatus } from '@waystation/contract/status-table'
import { useLanguage, useText } from '~/i18n'
import { InlineNumber, RefreshIcon, responseTimeTone, StatusTag, Tag, timeText } from '~/ui/kit'
import { useChannelCalls } from './channel-queries.ts'
import { useTypeName } from './channel-types.ts'
import { ProviderTile } from './ProviderTile.tsx'
import { useIsTesting } from './running-tests.ts'
import { seconds } from './TestResult.tsx'
import { useManyChannels } from './use-many-channels.ts'
import './channel.css'

const MOST_PRIORITY = 1_000_000_000
/** Lowest priority that the row of a tag takes (specification section 9). */
const LEAST_TAG_PRIORITY = -999
const MOST_GROUPS = 2

export function ChannelName({ channel }: { readonly channel: Channel }) {
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

export function TypeName({ type }: { readonly type: number }) {
  return useTypeName(type)
}

/** The first groups, and how many more there are. */
export function Groups({ text }: { readonly text: string }) {
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

/** The status; why and when the gateway disabled it is in the tooltip. */
export function ChannelStatus({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { reason, time } = disabledBecause(channel)
  const facts = { reason, time: time > 0 ? timeText(time, 'full', language) : '–' }
  return <StatusTag of="channel" value={channel.status} title={reason === '' ? undefined : t('channel.disabledBecause', facts)} />
}

/** How many of a tag's channels are enabled; amber when the gateway has disabled one of them. */
export function StatusSum({ channels }: { readonly channels: readonly Channel[] }) {
  const t = useText()
  const enabled = channels.filter((channel) => channel.status === channelStatus.enabled).length
  const isAutoDisabled = channels.some((channel) => channel.status === channelStatus.autoDisabled)
  const tone = isAutoDisabled ? 'amber' : enabled > 0 ? 'green' : 'neutral'
  return (
    <span className="status">
      <i className="dot" style={{ background: `var(--${tone}Dot)` }} />
      {t('channel.statusOf', { enabled, all: channels.length })}
    </span>
  )
}

export function ResponseTime({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const title = channel.test_time > 0 ? t('channel.testedAt', { time: timeText(channel.test_time, 'full', language) }) : undefined
  if (useIsTesting(channel.id)) return <RefreshIcon className="turning" aria-label={t('channel.testing')} />
  return <ResponseTag ms={channel.response_time} title={title} />
}

/** Of a tag: the average of those that were tested. */
export function ResponseAverage({ channels }: { readonly channels: readonly Channel[] }) {
  const times = channels.map((channel) => channel.response_time).filter((ms) => ms > 0)
  return <ResponseTag ms={times.length === 0 ? 0 : Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length)} />
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

/** Priority and weight of a channel, changed in place. */
export function Ranks({ channel }: { readonly channel: Channel }) {
  const { set } = useChannelCalls()
  return (
    <RankPair
      name={channel.name}
      priority={channel.priority}
      weight={channel.weight}
      leastPriority={-MOST_PRIORITY}
      onPriority={(priority) => set(channel.id, { priority })}
      onWeight={(weight) => set(channel.id, { weight })}
    />
  )
}

/** The same for all channels of a tag: blank where they differ. */
export function TagRanks({ channels }: { readonly channels: readonly Channel[] }) {
  const { setInTag } = useManyChannels()
  const tag = channels[0]?.tag ?? ''
  return (
    <RankPair
      name={tag}
      priority={same(channels.map((channel) => channel.priority))}
      weight={same(channels.map((channel) => channel.weight))}
      leastPriority={LEAST_TAG_PRIORITY}
      onPriority={(priority) => setInTag({ tag, priority })}
      onWeight={(weight) => setInTag({ tag, weight })}
    />
  )
}

interface RankPairProps {
  readonly name: string
  readonly priority: number | null
  readonly weight: number | null
  readonly leastPriority: number
  readonly onPriority: (value: number) => Promise<unknown>
  readonly onWeight: (value: number) => Promise<unknown>
}

function RankPair({ name, priority, weight, leastPriority, onPriority, onWeight }: RankPairProps) {
  const t = useText()
  return (
    <span className="rank-pair">
      <InlineNumber
        label={`${t('channel.priority')}: ${name}`}
        value={priority}
        min={leastPriority}
        max={MOST_PRIORITY}
        onSave={onPriority}
      />
      <span className="text3">/</span>
      <InlineNumber label={`${t('channel.weight')}: ${name}`} value={weight} min={0} max={MOST_PRIORITY} onSave={onWeight} />
    </span>
  )
}

/** Why and when the gateway disabled a channel (specification section 4); an empty reason when it did not. */
export function disabledBecause({ status, other_info }: Channel): { readonly reason: string; readonly time: number } {
  const none = { reason: '', time: 0 }
  if (status !== channelStatus.autoDisabled) return none
  try {
    const info: unknown = JSON.parse(other_info || '{}')
    if (typeof info !== 'object' || info === null) return none
    const reason = 'status_reason' in info ? String(info.status_reason) : ''
    return { reason, time: 'status_time' in info ? Number(info.status_time) || 0 : 0 }
  } catch {
    return none
  }
}

/** The value that all have, or nothing. */
const same = (values: readonly number[]): number | null => (new Set(values).size === 1 ? (values[0] ?? null) : null)
