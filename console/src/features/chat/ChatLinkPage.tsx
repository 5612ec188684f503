import { useText } from '~/i18n'
import { useStoredChats } from '~/session/chats'
import { usePublicStatus, useSystemName } from '~/session/status'
import { ChatDoor } from './ChatDoor.tsx'
import { ChatNotice } from './ChatNotice.tsx'
import { linkChoice } from './chat-choice.ts'

/** `/chat2link`: asks for consent, then leaves for the chat with a token. */
export default function ChatLinkPage() {
  const t = useText()
  const name = useSystemName()
  const choice = linkChoice(usePublicStatus()?.chat_link, useStoredChats())
  return (
    <main id="content" tabIndex={-1} className="chat">
      <title>{`${t('chat.title')} · ${name}`}</title>
      {choice.kind === 'broken' ? (
        <ChatNotice isTrouble title={t('chat.broken')} text={t('chat.brokenText')} />
      ) : choice.kind === 'none' ? (
        <ChatNotice isTrouble title={t('chat.badLink')} text={t('chat.badLinkText')} />
      ) : (
        <ChatDoor chat={choice.chat} isLeaving />
      )}
    </main>
  )
}
