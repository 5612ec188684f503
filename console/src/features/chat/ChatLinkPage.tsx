import { useEffect } from 'react'
import { useText } from '~/i18n'
import { useKeptChats } from '~/session/chats'
import { usePublicStatus, useSystemName } from '~/session/status'
import { ChatNotice } from './ChatNotice.tsx'
import { linkChoice } from './chat-choice.ts'
import { NoToken } from './NoToken.tsx'
import { useChatAddress } from './use-chat-address.ts'

/** `/chat2link`: leaves for the chat, with the caller's first enabled token. */
export default function ChatLinkPage() {
  const t = useText()
  const name = useSystemName()
  const choice = linkChoice(usePublicStatus()?.chat_link, useKeptChats())
  const address = useChatAddress(choice.kind === 'chat' ? choice.chat : undefined)
  const url = address.kind === 'ready' ? address.url : undefined
  useEffect(() => {
    // No way back to a page that would lead away again at once.
    if (url !== undefined) location.replace(url)
  }, [url])
  return (
    <main id="content" tabIndex={-1} className="chat">
      <title>{`${t('chat.title')} · ${name}`}</title>
      {choice.kind === 'broken' ? (
        <ChatNotice isTrouble title={t('chat.broken')} text={t('chat.brokenText')} />
      ) : choice.kind === 'none' ? (
        <ChatNotice isTrouble title={t('chat.badLink')} text={t('chat.badLinkText')} />
      ) : address.kind === 'no-token' ? (
        <NoToken />
      ) : address.kind === 'failed' ? (
        <ChatNotice isTrouble title={t('chat.failed')} text={address.reason} />
      ) : (
        <ChatNotice title={t('chat.loading', { name: choice.chat.name })} />
      )}
    </main>
  )
}
