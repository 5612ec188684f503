import type { User } from '@waystation/contract/user'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
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

/** What a narrow window shows over the talk, and the call to copy. */
type Sheet = 'conversations' | 'settings' | 'code'

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
      <Sheets sheet={sheet} onClose={close} list={list} settings={settings} />
      <CodeSheet isOpen={sheet === 'code'} onClose={close} chat={chat} controls={controls} />
    </>
  )
}

/** Which sheet is open. A wider window has the sides next to the conversation. */
function useSheet(isCompact: boolean) {
  const [sheet, setSheet] = useState<Sheet>()
  useEffect(() => {
    if (!isCompact) setSheet((open) => (open === 'code' ? open : undefined))
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
