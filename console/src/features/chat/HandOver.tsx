import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import type { Chat } from '~/shared/chat-template'
import { ChatFrame } from './ChatFrame.tsx'
import { ChatNotice } from './ChatNotice.tsx'
import type { Consent } from './consent.ts'
import { HandOverQuestion } from './HandOverQuestion.tsx'
import { tokenMadeFor } from './tokens.ts'
import { type Given, useHandOver } from './use-hand-over.ts'

export interface HandOverProps extends Consent {
  readonly isLeaving: boolean
}

/** Lets the user choose a token for a chat, hands it over and shows the chat. Nothing of the chat is loaded before. */
export function HandOver({ isLeaving, ...consent }: HandOverProps) {
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
