import { useSelector } from '@tanstack/react-store'
import {
  addChannelKeys,
  listChannelKeys,
  removeChannelKey,
  revealChannelKey,
  setChannelKeyStatus,
} from '@waystation/contract/api/channels/channel'
import type { Channel, ChannelKey } from '@waystation/contract/channels/channel'
import { keyReading } from '@waystation/contract/channels/channel-key'
import { channelStatus, isRoot } from '@waystation/contract/site/status-table'
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react'
import { CallError, messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { useUser } from '~/session/user'
import {
  Arriving,
  Button,
  CloseIcon,
  CodeBlock,
  confirm,
  EyeIcon,
  IconButton,
  KeyListField,
  PlusIcon,
  StatusTag,
  Tag,
  timeText,
  toast,
  useFormScope,
  useFormValue,
} from '~/ui/kit'
import { shownChannels } from '../channel-queries.ts'
import { keyExample } from '../channel-types.tsx'
import { asOneLine, hasLines } from './pasted-keys.ts'
import { useKeyTest } from './use-key-test.ts'

/** A line below a list of keys that takes more of them: one by one, or many at once from the clipboard. */
function AddKey({ onAdd }: { readonly onAdd: (keys: string) => Promise<unknown> }) {
  const t = useText()
  const id = useId()
  const { typed, setTyped, error, add } = useAdding(onAdd)
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!hasLines(text)) return
    // A field of one line would run the lines together, and their keys with them.
    event.preventDefault()
    setTyped(asOneLine(typed, text))
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return
    // Enter adds the key, and leaves the form around as it is.
    event.preventDefault()
    void add()
  }
  return (
    <div className="add-key">
      <input
        className="mono"
        aria-label={t('channel.keyAdd')}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        aria-invalid={error !== undefined}
        placeholder={t('channel.keyAddPlaceholder')}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={paste}
        onKeyDown={addOnEnter}
      />
      <Button size="small" icon={<PlusIcon />} onClick={add} disabledReason={typed.trim() === '' ? t('channel.keyAddFirst') : undefined}>
        {t('channel.keyAdd')}
      </Button>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Keys while they are typed, and why they could not be added. */
function useAdding(onAdd: (keys: string) => Promise<unknown>) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const add = async () => {
    setError(undefined)
    try {
      await onAdd(typed)
      setTyped('')
    } catch (failure) {
      setError((failure instanceof CallError ? failure.fields.key : undefined) ?? messageOf(failure))
    }
  }
  return { typed, setTyped, error, add }
}

/** Waiting keys go on waiting for a minute at most. */
const EVERY_MS = 15_000
const shown = [listChannelKeys, ...shownChannels]

/**
 * The stored keys of a channel by their ends: which ones serve, wait or are disabled, and why. Each can be enabled, disabled and removed, and
 * others added: all at once, without saving the form around.
 */
function StoredKeys({ channelId }: { readonly channelId: number }) {
  const t = useText()
  const { data: keys, isLoading } = useData(listChannelKeys, { params: { id: channelId } }, { everyMs: EVERY_MS })
  const add = useCall(addChannelKeys, { refreshes: shown, isQuiet: true })
  if (!keys) return isLoading ? <Arriving /> : null
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
  const test = useKeyTest(channelId, stored, change)
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
      <Button size="small" kind="text" onClick={test}>
        {t('action.test')}
      </Button>
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

/** Shows the stored keys to the super admin, who has to confirm who they are. Hidden from all other roles. */
function RevealKeys({ channelId }: { readonly channelId: number }) {
  const t = useText()
  const user = useUser()
  const reveal = useCall(revealChannelKey)
  const [keys, setKeys] = useState<string>()
  if (!isRoot(user?.role ?? 0)) return null
  const show = async () => setKeys(await reveal.run({ params: { id: channelId }, body: {} }))
  if (keys !== undefined) {
    return (
      <div className="revealed-keys">
        <CodeBlock samples={[{ label: t('channel.revealDone'), language: 'text', code: keys }]} />
      </div>
    )
  }
  return (
    <div className="reveal-keys">
      <Button size="small" icon={<EyeIcon />} onClick={show}>
        {t('channel.reveal')}
      </Button>
      <span className="field-hint">{t('channel.revealHint')}</span>
    </div>
  )
}

/** What the keys of a stored channel need to be shown and changed. */
export type KeyedChannel = Pick<Channel, 'id' | 'type' | 'base_url' | 'key_count'>

/** The keys of a channel: of a new one a field, of a stored one its keys one by one, and a field that replaces them all. */
export function KeysSection({ stored }: { readonly stored: KeyedChannel | undefined }) {
  const t = useText()
  const { store } = useFormScope()
  const type = useFormValue<number>('type')
  const hasError = useSelector(store.state, ({ errors }) => errors.key !== undefined)
  const [wantsOthers, setWantsOthers] = useState(false)
  const isDocument = keyReading(type) === 'document'
  if (!stored)
    return (
      <KeyListField
        name="key"
        label={t('channel.key')}
        hint={t(isDocument ? 'channel.keyHintDocument' : 'channel.keyHint')}
        placeholder={keyExample(type)}
        isDocument={isDocument}
        isWide
        isRequired
      />
    )

  // Another provider takes other keys, and the server requires them again when the calls go to another host.
  const isReplacing = wantsOthers || hasError || type !== stored.type
  return (
    <>
      <StoredKeys channelId={stored.id} />
      {isReplacing && (
        <KeyListField
          name="key"
          label={t('channel.keyReplace')}
          hint={t('channel.keyKept')}
          placeholder={keyExample(type)}
          isDocument={isDocument}
          isWide
        />
      )}
      <div className="field wide key-tools">
        {!isReplacing && (
          <Button size="small" onClick={() => setWantsOthers(true)}>
            {t('channel.keyReplaceAll')}
          </Button>
        )}
        <RevealKeys channelId={stored.id} />
      </div>
    </>
  )
}
