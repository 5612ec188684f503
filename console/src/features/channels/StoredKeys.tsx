import { listChannelKeys, setChannelKeyStatus } from '@waystation/contract/api/channel'
import type { ChannelKey } from '@waystation/contract/channel'
import { channelStatus } from '@waystation/contract/status-table'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { Button, StatusTag, Tag, timeText } from '~/ui/kit'
import { shownChannels } from './channel-queries.ts'

/** Waiting keys go on waiting for a minute at most. */
const EVERY_MS = 15_000

/** The stored keys of a channel by their ends: which ones serve, wait or are disabled, and why. Each can be enabled and disabled. */
export function StoredKeys({ channelId }: { readonly channelId: number }) {
  const t = useText()
  const { data: keys } = useData(listChannelKeys, { params: { id: channelId } }, { everyMs: EVERY_MS })
  if (!keys || keys.length === 0) return null
  const enabled = keys.filter((key) => key.status === channelStatus.enabled).length
  return (
    <div className="field wide">
      <ol className="stored-keys" aria-label={t('channel.keys')}>
        {keys.map((key) => (
          <StoredKey key={key.id} channelId={channelId} stored={key} isLast={enabled === 1 && key.status === channelStatus.enabled} />
        ))}
      </ol>
    </div>
  )
}

interface StoredKeyProps {
  readonly channelId: number
  readonly stored: ChannelKey
  /** The last enabled one. */
  readonly isLast: boolean
}

function StoredKey({ channelId, stored, isLast }: StoredKeyProps) {
  const t = useText()
  const language = useLanguage()
  const set = useCall(setChannelKeyStatus, { refreshes: [listChannelKeys, ...shownChannels] })
  const { id, position, tail, status, reason, since, cooling_until, last_used } = stored
  const isEnabled = status === channelStatus.enabled
  const change = () =>
    set.run({ params: { id: channelId, key_id: id }, body: { status: isEnabled ? channelStatus.disabled : channelStatus.enabled } })
  const facts = [
    ...(since > 0 ? [t('channel.keySince', { time: timeText(since, 'short', language) })] : []),
    last_used > 0 ? t('channel.keyUsed', { time: timeText(last_used, 'short', language) }) : t('channel.keyUnused'),
  ]
  return (
    <li>
      <span className="text3">{position}</span>
      <code>…{tail}</code>
      {isEnabled && cooling_until > 0 ? (
        <Tag tone="amber" hasDot>
          {t('channel.keyCooling', { time: timeText(cooling_until, 'clock', language) })}
        </Tag>
      ) : (
        <StatusTag of="channel" value={status} />
      )}
      <span className="field-hint grow">{facts.join(' · ')}</span>
      <Button size="small" kind="text" onClick={change} disabledReason={isLast ? t('channel.keyLast') : undefined}>
        {t(isEnabled ? 'action.disable' : 'action.enable')}
      </Button>
      {reason !== '' && <p>{reason}</p>}
    </li>
  )
}
