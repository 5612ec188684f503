import { useParams } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { useStoredChats } from '~/session/chats'
import { useSystemName } from '~/session/status'
import { ChatDoor } from './ChatDoor.tsx'
import { ChatNotice } from './ChatNotice.tsx'
import { chooseChat } from './chat-choice.ts'

/** `/chat/{id}`: a configured chat program, inside the page where it is a page itself. Public. */
export default function ChatPage() {
  const t = useText()
  const name = useSystemName()
  const { id } = useParams({ strict: false })
  const choice = chooseChat(useStoredChats(), id)
  return (
    <main id="content" tabIndex={-1} className="chat">
      <title>{`${choice.kind === 'chat' ? choice.chat.name : t('chat.title')} · ${name}`}</title>
      {choice.kind === 'chat' ? (
        <ChatDoor chat={choice.chat} />
      ) : choice.kind === 'broken' ? (
        <ChatNotice
          isTrouble
          title={t('chat.broken')}
          text={t('chat.brokenText')}
          action={
            <button type="button" className="chat-action" onClick={() => location.reload()}>
              {t('action.reload')}
            </button>
          }
        />
      ) : (
        <ChatNotice isTrouble title={t('chat.badLink')} text={t('chat.badLinkText')} />
      )}
    </main>
  )
}
