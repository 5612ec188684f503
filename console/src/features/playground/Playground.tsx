import type { User } from '@waystation/contract/user'
import { useCallback, useEffect, useState } from 'react'
import { useText } from '~/i18n'
import { useSystemName } from '~/session/status'
import { ErrorState, SideSheet } from '~/ui/kit'
import { CodeSheet } from './CodeSheet.tsx'
import { ConversationList } from './ConversationList.tsx'
import { type ChatRoom, useChatRoom } from './chat/chat-room.ts'
import { PhoneBar } from './PhoneBar.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { Talk } from './Talk.tsx'
import { useChatSettings } from './use-chat-settings.ts'
import { useConversationId } from './use-conversation-id.ts'
import { useIsCompact } from './use-is-compact.ts'
import './playground.css'

/** Conversations, the talk, what is set. Below 1100 px the sides are sheets. */
export function Playground({ user }: { readonly user: User }) {
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
  const [sheet, setSheet] = useState<'conversations' | 'settings' | 'code'>()
  const { id, isOld, start, choose } = useConversationId(room)
  const controls = useChatSettings(user)
  const close = useCallback(() => setSheet(undefined), [])
  const chat = room.chat(id)

  // A wider window has the sides beside the talk.
  useEffect(() => {
    if (!isCompact) setSheet((open) => (open === 'code' ? open : undefined))
  }, [isCompact])

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
  const settings = <SettingsPanel controls={controls} onShowCode={() => setSheet('code')} />
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
      <SideSheet isOpen={sheet === 'conversations'} onClose={close} side="left" width={300} title={t('playground.conversations')}>
        <div className="play-sheet">{list}</div>
      </SideSheet>
      <SideSheet isOpen={sheet === 'settings'} onClose={close} width={360} title={t('playground.settings')}>
        <div className="play-sheet">{settings}</div>
      </SideSheet>
      <CodeSheet isOpen={sheet === 'code'} onClose={close} chat={chat} controls={controls} />
    </>
  )
}
