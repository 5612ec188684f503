import { addChannelKeys, listChannelKeys, removeChannelKey, setChannelKeyStatus } from '@waystation/contract/api/channel'
import type { ChannelKey } from '@waystation/contract/channel'
import { channelStatus } from '@waystation/contract/status-table'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { Button, CloseIcon, confirm, IconButton, StatusTag, Tag, timeText, toast } from '~/ui/kit'
import { AddKey } from './AddKey.tsx'
import { shownChannels } from './channel-queries.ts'

/** Waiting keys go on waiting for a minute at most. */
const EVERY_MS = 15_000
const shown = [listChannelKeys, ...shownChannels]

/**
 * The stored keys of a channel by their ends: which ones serve, wait or are disabled, and why. Each can be enabled, disabled and removed, and
 * others added: all at once, without saving the form around.
 */
export function StoredKeys({ channelId }: { readonly channelId: number }) {
  const t = useText()
  const { data: keys } = useData(listChannelKeys, { params: { id: channelId } }, { everyMs: EVERY_MS })
  const add = useCall(addChannelKeys, { refreshes: shown, isQuiet: true })
  if (!keys) return null
  const enabled = keys.filter((key) => key.status === channelStatus.enabled).length
  const addKeys = async (key: string) => {
    const now = await add.run({ params: { id: channelId }, body: { key } })
    toast.done(t('channel.keysAdded', { count: now.length - keys.length }))
  }
  return (
    <div className="field wide">
      <span className="field-label">{t('channel.keysCount', { count: keys.length })}</span>
      <div className="stored-keys">
        <ol aria-label={t('channel.keys')}>
          {keys.map((key) => (
            <StoredKey
              key={key.id}
              channelId={channelId}
              stored={key}
              isOnly={keys.length === 1}
              isLast={enabled === 1 && key.status === channelStatus.enabled}
            />
          ))}
        </ol>
        <AddKey onAdd={addKeys} />
      </div>
      <span className="field-hint">{t('channel.keysAtOnce')}</span>
    </div>
  )
}

interface StoredKeyProps {
  readonly channelId: number
  readonly stored: ChannelKey
  /** The channel has no other. */
  readonly isOnly: boolean
  /** The last enabled one. */
  readonly isLast: boolean
}

function StoredKey({ channelId, stored, isOnly, isLast }: StoredKeyProps) {
  const t = useText()
  const { id, position, tail, status, reason } = stored
  const set = useCall(setChannelKeyStatus, { refreshes: shown })
  const drop = useCall(removeChannelKey, { refreshes: shown })
  const isEnabled = status === channelStatus.enabled
  const change = () =>
    set.run({ params: { id: channelId, key_id: id }, body: { status: isEnabled ? channelStatus.disabled : channelStatus.enabled } })
  const remove = async () => {
    const isMeant = await confirm({
      title: t('channel.confirmKeyRemove', { tail }),
      text: t('channel.confirmKeyRemoveText'),
      yes: t('channel.keyRemoveYes'),
      isDanger: true,
    })
    if (!isMeant) return
    await drop.run({ params: { id: channelId, key_id: id } })
    toast.done(t('channel.keyRemoved', { tail }))
  }
  return (
    <li>
      <span className="text3">{position}</span>
      <code>…{tail}</code>
      <KeyState stored={stored} />
      <KeyTimes stored={stored} />
      <Button size="small" kind="text" onClick={change} disabledReason={isLast ? t('channel.keyLast') : undefined}>
        {t(isEnabled ? 'action.disable' : 'action.enable')}
      </Button>
      <IconButton
        label={t('channel.keyRemove', { tail })}
        icon={<CloseIcon />}
        isSmall
        disabledReason={isOnly ? t('channel.keyOnly') : isLast ? t('channel.keyLast') : undefined}
        // A failure is shown by the query client.
        onClick={() => void remove().catch(() => undefined)}
      />
      {reason !== '' && <p>{reason}</p>}
    </li>
  )
}

function KeyState({ stored: { status, cooling_until } }: { readonly stored: ChannelKey }) {
  const t = useText()
  const language = useLanguage()
  if (status !== channelStatus.enabled || cooling_until === 0) return <StatusTag of="channel" value={status} />
  return (
    <Tag tone="amber" hasDot>
      {t('channel.keyCooling', { time: timeText(cooling_until, 'clock', language) })}
    </Tag>
  )
}

function KeyTimes({ stored: { since, last_used } }: { readonly stored: ChannelKey }) {
  const t = useText()
  const language = useLanguage()
  const facts = [
    ...(since > 0 ? [t('channel.keySince', { time: timeText(since, 'short', language) })] : []),
    last_used > 0 ? t('channel.keyUsed', { time: timeText(last_used, 'short', language) }) : t('channel.keyUnused'),
  ]
  return <span className="field-hint grow">{facts.join(' · ')}</span>
}
