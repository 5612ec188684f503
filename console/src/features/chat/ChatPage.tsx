import { Link, useLocation, useParams } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useKeptChats } from '~/session/chats'
import { useSystemName } from '~/session/status'
import { type Chat, isWebChat } from '~/shared/chat-template'
import { ChatNotice } from './ChatNotice.tsx'
import { chooseChat } from './chat-choice.ts'
import { NoToken } from './NoToken.tsx'
import { useChatAddress } from './use-chat-address.ts'

/** `/chat/{id}`: a configured chat program inside the page, with the caller's first enabled token. Public. */
export default function ChatPage() {
  const t = useText()
  const name = useSystemName()
  const { id } = useParams({ strict: false }) as { id?: string }
  const choice = chooseChat(useKeptChats(), id)
  return (
    <main id="content" tabIndex={-1} className="chat">
      <title>{`${choice.kind === 'chat' ? choice.chat.name : t('chat.title')} · ${name}`}</title>
      {choice.kind === 'chat' ? (
        <ChatFrame key={choice.chat.id} chat={choice.chat} />
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

function ChatFrame({ chat }: { readonly chat: Chat }) {
  const t = useText()
  const { href } = useLocation()
  const address = useChatAddress(chat)
  const { name } = chat
  if (address.kind === 'loading') return <ChatNotice title={t('chat.loading', { name })} />
  if (address.kind === 'failed') return <ChatNotice isTrouble title={t('chat.failed')} text={address.reason} />
  if (address.kind === 'no-token') return <NoToken />
  if (address.kind === 'no-login') {
    return (
      <ChatNotice
        title={name}
        text={t('chat.logInText')}
        action={
          <Link className="chat-action" to={paths.login()} search={{ returnTo: href } as never}>
            {t('shell.logIn')}
          </Link>
        }
      />
    )
  }
  if (!isWebChat(chat)) {
    return (
      <ChatNotice
        title={t('chat.ownProgram', { name })}
        text={t('chat.ownProgramText', { name })}
        action={
          <a className="chat-action" href={address.url}>
            {t('chat.open', { name })}
          </a>
        }
      />
    )
  }
  // A stranger's program: it may keep its own data and open windows, and may not lead this one away.
  return (
    <iframe
      className="chat-frame"
      src={address.url}
      title={name}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals"
      allow="clipboard-write"
      referrerPolicy="no-referrer"
    />
  )
}
