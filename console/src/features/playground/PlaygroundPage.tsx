import type { User } from '@waystation/contract/people/user'
import { isAdmin } from '@waystation/contract/site/status-table'
import { useCallback, useSyncExternalStore } from 'react'
import { useText } from '~/i18n'
import { useSystemName } from '~/session/status'
import { useUser } from '~/session/user'
import { ErrorState } from '~/ui/kit'
import { CodeSheet } from './CodeSheet.tsx'
import { ConversationList } from './ConversationList.tsx'
import { type ChatRoom, useChatRoom } from './chat/chat-room.ts'
import { RouteSheet } from './RouteSheet.tsx'
import { PhoneBar, Sheets, useSheet } from './Sides.tsx'
import { SettingsPanel } from './settings/SettingsPanel.tsx'
import { useChatSettings } from './settings/use-chat-settings.ts'
import { Talk } from './talk/Talk.tsx'
import { useConversationId } from './use-conversation-id.ts'
import './playground.css'

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

/** The playground of the logged-in user: another user of this browser starts afresh. */
export default function PlaygroundPage() {
  const user = useUser()
  return user ? <Playground key={user.id} user={user} /> : null
}
