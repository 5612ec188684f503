// A key never leaves by itself: a chat whose link carries one is opened only after the person has seen where it goes and which token goes
// with it, and has said yes (decision 0008). A chat without a key is the same for everybody and opens at once.
import { Navigate, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useUser } from '~/session/user'
import { type Chat, chatAddress, isWebChat, needsKey } from '~/shared/chat-template'
import { useServerAddress } from '~/shared/server-address'
import { ChatFrame } from './ChatFrame.tsx'
import { ChatNotice } from './ChatNotice.tsx'
import { HandOver } from './HandOver.tsx'

export interface ChatDoorProps {
  readonly chat: Chat
  /** The chat replaces this page rather than standing in it. */
  readonly isLeaving?: boolean
}

/** Opens one chat. */
export function ChatDoor({ chat, isLeaving = false }: ChatDoorProps) {
  const userId = useUser()?.id
  const address = useServerAddress()
  const { href } = useLocation()
  if (!needsKey(chat)) return <OpenChat chat={chat} url={chatAddress(chat, { address, key: '' })} isLeaving={isLeaving} />
  if (userId === undefined) return <Navigate to={paths.login()} search={{ returnTo: href } as never} replace />
  // Another link, or another person, is asked anew.
  return <HandOver key={`${userId} ${address} ${chat.template}`} chat={chat} address={address} userId={userId} isLeaving={isLeaving} />
}

/** A chat that is told nothing about anybody. */
function OpenChat({ chat, url, isLeaving }: { readonly chat: Chat; readonly url: string; readonly isLeaving: boolean }) {
  const t = useText()
  const { name } = chat
  useEffect(() => {
    // No way back to a page that would lead away again at once.
    if (isLeaving) location.replace(url)
  }, [isLeaving, url])
  if (isLeaving) return <ChatNotice title={t('chat.loading', { name })} />
  if (isWebChat(chat)) return <ChatFrame chat={chat} url={url} />
  return (
    <ChatNotice
      title={t('chat.ownProgram', { name })}
      text={t('chat.ownProgramText', { name })}
      action={
        <a className="chat-action" href={url}>
          {t('chat.open', { name })}
        </a>
      }
    />
  )
}
