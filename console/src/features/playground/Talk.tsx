import { useNavigate } from '@tanstack/react-router'
import { isAdmin } from '@waystation/contract/status-table'
import type { User } from '@waystation/contract/user'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { Banner, Button, ChannelsIcon, EmptyState, MessageIcon, toast } from '~/ui/kit'
import { Composer } from './Composer.tsx'
import type { Chat } from './chat/chat.ts'
import type { ChatRoom } from './chat/chat-room.ts'
import type { Draft } from './chat/message.ts'
import { MessageList } from './MessageList.tsx'
import type { ChatControls } from './use-chat-settings.ts'
import './talk.css'

export interface TalkProps {
  readonly chat: Chat
  readonly room: ChatRoom
  readonly controls: ChatControls
  readonly user: User
  /** The first question of a conversation was asked. */
  readonly onAsked: () => void
}

/** One conversation, and the field to write in. */
export function Talk({ chat, room, controls, user, onAsked }: TalkProps) {
  const t = useText()
  const messages = useSyncExternalStore(chat.subscribe, chat.messages)
  const isRunning = useSyncExternalStore(chat.subscribe, chat.isRunning)
  const trouble = useSyncExternalStore(room.subscribe, room.trouble)
  const spent = useSyncExternalStore(room.subscribe, () => room.conversations().find((one) => one.id === chat.id)?.spent ?? 0)
  // What is set is looked at when something is asked; the messages need not be drawn again for it.
  const latest = useRef(controls.settings)
  latest.current = controls.settings
  const hasModels = (controls.catalogue?.entries.length ?? 1) > 0

  useEffect(() => {
    if (!isRunning) return
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) chat.stop()
    }
    addEventListener('keydown', stop)
    return () => removeEventListener('keydown', stop)
  }, [isRunning, chat])

  const ask = useCallback(
    (draft: Draft) => {
      void chat.ask(draft, latest.current)
      onAsked()
    },
    [chat, onAsked],
  )
  const askInstead = useCallback((id: string, draft: Draft) => void chat.askInstead(id, draft, latest.current), [chat])
  const again = useCallback((id: string) => void chat.answerAgain(id, latest.current), [chat])
  const remove = useCallback(
    (ids: readonly string[]) => {
      const undo = chat.remove(ids)
      toast.info(t('playground.removed'), { label: t('playground.undo'), run: undo })
    },
    [chat, t],
  )

  return (
    <>
      {messages && messages.length > 0 ? (
        <MessageList
          messages={messages}
          isRunning={isRunning}
          isForAdmin={isAdmin(user.role)}
          onAskInstead={askInstead}
          onAgain={again}
          onRemove={remove}
        />
      ) : (
        <div className="play-empty">{messages && (hasModels ? <Welcome /> : <NoModels isAdmin={isAdmin(user.role)} />)}</div>
      )}
      <div className="play-foot">
        {trouble && <Banner tone="amber">{t(`playground.${trouble}`)}</Banner>}
        <Composer
          isRunning={isRunning}
          spent={spent}
          disabledReason={controls.missing && t(controls.missing)}
          onAsk={ask}
          onStop={chat.stop}
        />
      </div>
    </>
  )
}

function Welcome() {
  const t = useText()
  return <EmptyState icon={<MessageIcon />} title={t('playground.emptyTitle')} text={t('playground.emptyText')} />
}

/** Nothing can be called yet: the next step, for whoever can take it. */
function NoModels({ isAdmin: mayAdd }: { readonly isAdmin: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={<ChannelsIcon />}
      title={t('playground.noModelsTitle')}
      text={t(mayAdd ? 'playground.noModelsAdmin' : 'playground.noModelsUser')}
      action={
        mayAdd && (
          <Button kind="primary" onClick={() => navigate({ to: paths.channels(), search: { edit: 'new' } })}>
            {t('playground.addChannel')}
          </Button>
        )
      }
    />
  )
}
