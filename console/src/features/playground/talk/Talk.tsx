import { useNavigate } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import type { User } from '@waystation/contract/people/user'
import { isAdmin } from '@waystation/contract/site/status-table'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { Banner, Button, ChannelsIcon, EmptyState, MessageIcon, toast } from '~/ui/kit'
import type { Chat } from '../chat/chat.ts'
import type { ChatRoom } from '../chat/chat-room.ts'
import type { Draft } from '../chat/message.ts'
import type { ChatSettings } from '../chat/request-body.ts'
import type { ChatControls } from '../settings/use-chat-settings.ts'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import './talk.css'

const VoicePanel = lazy(() => import('../voice/VoicePanel.tsx'))
const RecordingComposer = lazy(() => import('../sound/RecordingComposer.tsx'))

export interface TalkProps {
  readonly chat: Chat
  readonly room: ChatRoom
  readonly controls: ChatControls
  readonly user: User
  /** Called when the first message of a conversation is sent. */
  readonly onAsked: () => void
}

/** One conversation, and the field to write in. */
export function Talk({ chat, room, controls, user, onAsked }: TalkProps) {
  const t = useText()
  const messages = useSelector(chat.state, (state) => state.messages)
  const isRunning = useSelector(chat.state, (state) => state.running !== undefined)
  const trouble = useSelector(room.state, (state) => state.trouble)
  const spent = useSelector(room.state, (state) => state.conversations.find((one) => one.id === chat.id)?.spent ?? 0)
  const { onAsk, onStop, ...actions } = useChatActions(chat, controls.settings, onAsked)
  const hasModels = (controls.catalogue?.entries.length ?? 1) > 0
  const isForAdmin = isAdmin(user.role)
  const { work } = controls.settings
  useStopKey(isRunning, onStop)

  return (
    <>
      {messages && messages.length > 0 ? (
        <MessageList messages={messages} isRunning={isRunning} canAsk={work !== 'realtime'} isForAdmin={isForAdmin} {...actions} />
      ) : (
        <div className="play-empty">{messages && (hasModels ? <Welcome /> : <NoModels isAdmin={isForAdmin} />)}</div>
      )}
      <div className="play-foot">
        {trouble && <Banner tone="amber">{t(`playground.${trouble}`)}</Banner>}
        <Suspense>
          {work === 'realtime' && !isRunning ? (
            <VoicePanel chat={chat} controls={controls} isForAdmin={isForAdmin} onBegun={onAsked} />
          ) : work === 'transcription' ? (
            <RecordingComposer isRunning={isRunning} onAsk={onAsk} onStop={onStop} />
          ) : (
            <Composer
              isRunning={isRunning}
              isForSpeech={work === 'speech'}
              spent={spent}
              disabledReason={controls.missing && t(controls.missing)}
              isLoading={controls.isLoading}
              onAsk={onAsk}
              onStop={onStop}
            />
          )}
        </Suspense>
      </div>
    </>
  )
}

/** What can be done in a conversation. The functions stay the same, so that the messages need not be drawn again. */
function useChatActions(chat: Chat, settings: ChatSettings, onAsked: () => void) {
  const t = useText()
  // Settings are read when a message is sent; a change need not rerender the messages.
  const latest = useRef(settings)
  latest.current = settings
  const onAsk = useCallback(
    (draft: Draft) => {
      void chat.ask(draft, latest.current)
      onAsked()
    },
    [chat, onAsked],
  )
  const onStop = useCallback(() => chat.stop(), [chat])
  const onAskInstead = useCallback((id: string, draft: Draft) => void chat.askInstead(id, draft, latest.current), [chat])
  const onAgain = useCallback((id: string) => void chat.answerAgain(id, latest.current), [chat])
  const onRemove = useCallback(
    (ids: readonly string[]) => {
      const undo = chat.remove(ids)
      toast.info(t('playground.removed'), { label: t('playground.undo'), run: undo })
    },
    [chat, t],
  )
  return { onAsk, onStop, onAskInstead, onAgain, onRemove }
}

/** Escape stops a running response. */
function useStopKey(isRunning: boolean, onStop: () => void): void {
  useEffect(() => {
    if (!isRunning) return
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onStop()
    }
    addEventListener('keydown', stop)
    return () => removeEventListener('keydown', stop)
  }, [isRunning, onStop])
}

function Welcome() {
  const t = useText()
  return <EmptyState icon={<MessageIcon />} title={t('playground.emptyTitle')} text={t('playground.emptyText')} />
}

/** No model can be called yet: the next step, depending on the user's role. */
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
