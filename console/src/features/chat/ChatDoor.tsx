// A key never leaves by itself: a chat whose link carries one is opened only after the person has seen where it goes and which token goes
// with it, and has agreed (decision 0008). A chat without a key is the same for everybody and opens at once.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
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
  if (!needsKey(chat)) return <OpenChat chat={chat} url={chatAddress(chat, { address, key: '' })} isLeaving={isLeaving} />
  if (userId === undefined) return <ToLogin name={chat.name} />
  // Another link or another user needs a new consent.
  return <HandOver key={`${userId} ${address} ${chat.template}`} chat={chat} address={address} userId={userId} isLeaving={isLeaving} />
}

/** Goes to the login once, with the address to return to. */
function ToLogin({ name }: { readonly name: string }) {
  const t = useText()
  const navigate = useNavigate()
  // While the login page loads, this one still stands and the location is already the login's.
  const [returnTo] = useState(useLocation().href)
  useEffect(() => {
    void navigate({ to: paths.login(), search: { returnTo }, replace: true })
  }, [navigate, returnTo])
  return <ChatNotice isBusy title={t('chat.loading', { name })} />
}

/** A chat that receives no data about the user. */
function OpenChat({ chat, url, isLeaving }: { readonly chat: Chat; readonly url: string; readonly isLeaving: boolean }) {
  const t = useText()
  const { name } = chat
  useEffect(() => {
    // Replaces the history entry, since that page would lead away again at once.
    if (isLeaving) location.replace(url)
  }, [isLeaving, url])
  if (isLeaving) return <ChatNotice isBusy title={t('chat.loading', { name })} />
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
