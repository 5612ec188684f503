import { Link } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import type { User } from '@waystation/contract/people/user'
import { isAdmin } from '@waystation/contract/site/status-table'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useSystemName } from '~/session/status'
import { useUser } from '~/session/user'
import { newId } from '~/shared/new-id'
import { useServerAddress } from '~/shared/server-address'
import { CodeBlock, ErrorState, HistoryIcon, IconButton, NewChatIcon, SideSheet, SlidersIcon, useUrlState } from '~/ui/kit'
import { ConversationList } from './ConversationList.tsx'
import type { Chat } from './chat/chat.ts'
import { type ChatRoom, useChatRoom } from './chat/chat-room.ts'
import type { Message } from './chat/message.ts'
import { requestOf } from './chat/request-body.ts'
import { RouteSheet } from './RouteSheet.tsx'
import { samplesOf } from './settings/call-samples.ts'
import { ModelPicker } from './settings/Pickers.tsx'
import { realtimeSamples } from './settings/realtime-samples.ts'
import { SettingsPanel } from './settings/SettingsPanel.tsx'
import { type ChatControls, useChatSettings } from './settings/use-chat-settings.ts'
import { Talk } from './talk/Talk.tsx'
import './playground.css'

interface CodeSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly chat: Chat
  readonly controls: ChatControls
}

/** The conversation up to its last question, as a call to copy. */
function CodeSheet({ isOpen, onClose, chat, controls }: CodeSheetProps) {
  const t = useText()
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} width={720} title={t('playground.codeTitle')}>
      <div className="stack">
        <p className="text2">
          {t('playground.codeText', { group: controls.settings.group })} <Link to={paths.tokens()}>{t('playground.makeToken')}</Link>
        </p>
        {isOpen && <Samples chat={chat} controls={controls} />}
      </div>
    </SideSheet>
  )
}

function Samples({ chat, controls }: Pick<CodeSheetProps, 'chat' | 'controls'>) {
  const t = useText()
  const address = useServerAddress()
  const messages = chat.messages() ?? []
  const { settings, voiceSettings } = controls
  const asked = messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1)
  const example: Pick<Message, 'role' | 'text' | 'images' | 'sound' | 'status'> = {
    role: 'user',
    text: t('snippet.prompt'),
    images: [],
    status: 'complete',
  }
  if (settings.work === 'realtime') {
    const text = asked.findLast((message) => message.text !== '')?.text ?? example.text
    return <CodeBlock samples={realtimeSamples({ address, model: settings.model, ...voiceSettings, text })} />
  }
  return <CodeBlock samples={samplesOf(address, requestOf(settings, asked.length > 0 ? asked : [example]))} />
}

/**
 * Which conversation is on the screen: the one that the address names (`?c=`), else a new one, which gets its address with its first
 * question. An address that names none of this browser's conversations becomes a new one.
 */
function useConversationId(room: ChatRoom) {
  const { params, change } = useUrlState()
  const conversations = useSelector(room.state, (state) => state.conversations)
  const [fresh, setFresh] = useState(newId)
  const named = params.c
  const isKnown = named !== undefined && (named === fresh || conversations.some((one) => one.id === named))
  const id = isKnown ? named : fresh

  useEffect(() => {
    if (named !== undefined && !isKnown) change({ c: undefined }, true)
  }, [named, isKnown, change])

  const start = useCallback(() => {
    setFresh(newId())
    change({ c: undefined })
  }, [change])
  const choose = useCallback(() => change({ c: id }, true), [change, id])
  return { id, isOld: isKnown, start, choose }
}

interface PhoneBarProps {
  readonly controls: ChatControls
  readonly onNew: () => void
  readonly onConversations: () => void
  readonly onSettings: () => void
}

/** Where there is no room for the sides: the model, and what opens them. */
function PhoneBar({ controls, onNew, onConversations, onSettings }: PhoneBarProps) {
  const t = useText()
  return (
    <div className="phone-bar">
      <div className="grow">
        <ModelPicker controls={controls} />
      </div>
      <IconButton isBordered label={t('playground.settings')} icon={<SlidersIcon />} onClick={onSettings} />
      <IconButton isBordered label={t('playground.conversations')} icon={<HistoryIcon />} onClick={onConversations} />
      <IconButton isBordered label={t('playground.newConversation')} icon={<NewChatIcon />} onClick={onNew} />
    </div>
  )
}

const compact = matchMedia('(max-width: 1099px)')

/** Is there no room for three columns? */
function useIsCompact(): boolean {
  return useSyncExternalStore(subscribe, () => compact.matches)
}

function subscribe(listener: () => void): () => void {
  compact.addEventListener('change', listener)
  return () => compact.removeEventListener('change', listener)
}

/** Conversations, the talk, what is set. Below 1100 px the sides are sheets. */
function Playground({ user }: { readonly user: User }) {
  const t = useText()
  const systemName = useSystemName()
  const room = useChatRoom(user.id)
  return (
    <div className="playground">
      <title>{`${t('playground.title')} · ${systemName}`}</title>
      <h1 className="unseen">{t('playground.title')}</h1>
      {room && <Room room={room} user={user} />}
    </div>
  )
}

/** What a narrow window shows over the talk, the call to copy, and where it would go. */
type Sheet = 'conversations' | 'settings' | 'code' | 'route'

function Room({ room, user }: { readonly room: ChatRoom; readonly user: User }) {
  const t = useText()
  const isCompact = useIsCompact()
  const [sheet, setSheet] = useSheet(isCompact)
  const { id, isOld, start, choose } = useConversationId(room)
  const controls = useChatSettings(user)
  const close = useCallback(() => setSheet(undefined), [setSheet])
  const chat = room.chat(id)
  if (controls.error && !controls.catalogue)
    return (
      <div className="play-main">
        <ErrorState error={controls.error} onRetry={controls.refresh} />
      </div>
    )

  const begin = () => {
    start()
    close()
    requestAnimationFrame(() => document.getElementById('play-composer')?.focus())
  }
  const list = <ConversationList room={room} chosen={isOld ? id : undefined} onNew={begin} onChosen={close} />
  const onAskRoute = isAdmin(user.role) ? () => setSheet('route') : undefined
  const settings = <SettingsPanel controls={controls} onShowCode={() => setSheet('code')} onAskRoute={onAskRoute} />
  return (
    <>
      {!isCompact && <div className="play-conversations">{list}</div>}
      <section className="play-main" aria-label={t('playground.title')}>
        {isCompact && (
          <PhoneBar
            controls={controls}
            onNew={begin}
            onConversations={() => setSheet('conversations')}
            onSettings={() => setSheet('settings')}
          />
        )}
        <Talk key={id} chat={chat} room={room} controls={controls} user={user} onAsked={choose} />
      </section>
      {!isCompact && (
        <aside className="play-settings" aria-label={t('playground.settings')}>
          {settings}
        </aside>
      )}
      <Sheets sheet={sheet} onClose={close} list={list} settings={settings} />
      <CodeSheet isOpen={sheet === 'code'} onClose={close} chat={chat} controls={controls} />
      <RouteSheet isOpen={sheet === 'route'} onClose={close} chat={chat} controls={controls} userId={user.id} />
    </>
  )
}

/** Which sheet is open. A wider window has the sides next to the conversation. */
function useSheet(isCompact: boolean) {
  const [sheet, setSheet] = useState<Sheet>()
  useEffect(() => {
    if (!isCompact) setSheet((open) => (open === 'code' || open === 'route' ? open : undefined))
  }, [isCompact])
  return [sheet, setSheet] as const
}

interface SheetsProps {
  readonly sheet: Sheet | undefined
  readonly onClose: () => void
  readonly list: ReactNode
  readonly settings: ReactNode
}

/** The sides of a narrow window. */
function Sheets({ sheet, onClose, list, settings }: SheetsProps) {
  const t = useText()
  return (
    <>
      <SideSheet isOpen={sheet === 'conversations'} onClose={onClose} side="left" width={300} title={t('playground.conversations')}>
        <div className="play-sheet">{list}</div>
      </SideSheet>
      <SideSheet isOpen={sheet === 'settings'} onClose={onClose} width={360} title={t('playground.settings')}>
        <div className="play-sheet">{settings}</div>
      </SideSheet>
    </>
  )
}

/** The playground of the logged-in user: another user of this browser starts afresh. */
export default function PlaygroundPage() {
  const user = useUser()
  return user ? <Playground key={user.id} user={user} /> : null
}
