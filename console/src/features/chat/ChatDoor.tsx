// A key never leaves by itself: a chat whose link carries one is opened only after the person has seen where it goes and which token goes
// with it, and has agreed (decision 0008). A chat without a key is the same for everybody and opens at once.
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useUser } from '~/session/user'
import { type Chat, chatAddress, isWebChat, needsKey } from '~/shared/chat/chat-template'
import { useServerAddress } from '~/shared/server-address'
import { ChatNotice } from './ChatNotice.tsx'
import { HandOverQuestion } from './HandOverQuestion.tsx'
import { tokenMadeFor } from './tokens.ts'
import { type Consent, type Given, useHandOver } from './use-hand-over.ts'

// A stranger's program: it may keep its own data and open windows, and may not lead this page away.
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals'

/** A chat inside the page. */
function ChatFrame({ chat, url }: { readonly chat: Chat; readonly url: string }) {
  // Data of its own, unless it comes from here: then its data would be ours.
  const isOurs = chat.target.kind === 'web' && chat.target.origin === location.origin
  return (
    <iframe
      className="chat-frame"
      src={url}
      title={chat.name}
      sandbox={isOurs ? SANDBOX : `${SANDBOX} allow-same-origin`}
      allow="clipboard-write"
      referrerPolicy="no-referrer"
    />
  )
}

interface HandOverProps extends Consent {
  readonly isLeaving: boolean
}

/** Lets the user choose a token for a chat, hands it over and shows the chat. Nothing of the chat is loaded before. */
function HandOver({ isLeaving, ...consent }: HandOverProps) {
  const t = useText()
  const navigate = useNavigate()
  // The address names a token, never its key.
  const wantedId = Number(useSearch({ strict: false }).token) || undefined
  const { tokens, given, failure, isResumed, agree, askAgain } = useHandOver(consent, wantedId, isLeaving)
  const { chat } = consent
  if (given) return <Handed chat={chat} given={given} onAskAgain={askAgain} />
  if (!tokens && failure !== undefined) return <ChatNotice isTrouble title={t('chat.failed')} text={failure} />
  if (!tokens || isResumed) return <ChatNotice isBusy title={t('chat.loading', { name: chat.name })} />
  const wanted = tokens.find(({ id }) => id === wantedId)
  return (
    <HandOverQuestion
      chat={chat}
      // The one that the person came with is offered first, but a token without a limit is never chosen for them.
      tokens={wanted ? [wanted, ...tokens.filter((token) => token !== wanted)] : tokens}
      preferred={wanted && !wanted.unlimited_quota ? wanted : tokenMadeFor(chat.name, tokens)}
      isLeaving={isLeaving}
      failure={failure}
      onAgree={agree}
      onCancel={() => void navigate({ to: paths.tokens() })}
    />
  )
}

function Handed({ chat, given, onAskAgain }: { readonly chat: Chat; readonly given: Given; readonly onAskAgain: () => void }) {
  const t = useText()
  const { name, target } = chat
  const again = (
    <button type="button" className="chat-action" onClick={onAskAgain}>
      {t('chat.openAgain')}
    </button>
  )
  if (given.place === 'instead') return <ChatNotice isBusy title={t('chat.loading', { name })} />
  if (given.place === 'program') return <ChatNotice title={t('chat.programCalled', { name })} text={t('chat.programText')} action={again} />
  if (given.place === 'tab') return <ChatNotice title={t('chat.inTab', { name })} action={again} />
  return (
    <>
      <p className="chat-bar">
        <span className="ellipsis">{t('chat.bar', { host: target.kind === 'web' ? target.host : name, token: given.token.name })}</span>
        <button type="button" onClick={onAskAgain}>
          {t('chat.changeToken')}
        </button>
      </p>
      <ChatFrame chat={chat} url={given.url} />
    </>
  )
}

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
