// Cells of the channel table: identity and state.
import type { Channel } from '@waystation/contract/channel'
import { splitList } from '@waystation/contract/codec'
import { channelStatus } from '@waystation/contract/status-table'
import { useLanguage, useText } from '~/i18n'
import { StatusTag, Tag, timeText } from '~/ui/kit'
import { useTypeName } from './channel-types.ts'
import { disabledBecause, failureText } from './channel-words.ts'
import { ProviderTile } from './ProviderTile.tsx'
import './channel.css'

const MAX_GROUPS = 2

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
export function ChannelStatus({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { reason, time } = disabledBecause(channel, language)
  const facts = { reason, time: time > 0 ? timeText(time, 'full', language) : '–' }
  return <StatusTag of="channel" value={channel.status} title={reason === '' ? undefined : t('channel.disabledBecause', facts)} />
}

/** How many of a tag's channels are enabled; amber when the gateway has disabled one of them. */
export function StatusSum({ channels }: { readonly channels: readonly Channel[] }) {
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
export function ChannelTrouble({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { reason } = disabledBecause(channel, language)
  if (reason !== '' || channel.test_failure === null) return reason
  return t('channel.testFailedBecause', { reason: failureText(channel.test_failure, language) })
}

/** Is there something of the kind? */
export const isTroubled = (channel: Channel): boolean => channel.test_failure !== null || disabledBecause(channel, 'en').reason !== ''
