import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '~/i18n'
import { Button, CopyIcon, copyOrShow, DownIcon, EditIcon, IconButton, RefreshIcon, TrashIcon } from '~/ui/kit'
import type { Draft, Message, QuestionMessage } from '../chat/message.ts'
import { SoundPlayer } from '../sound/SoundPlayer.tsx'
import { Answer, Pictures } from './Answer.tsx'

interface QuestionProps {
  readonly message: QuestionMessage
  readonly isEdited: boolean
  /** Its response is gone, so its actions stand below the question itself. */
  readonly hasActions: boolean
  /** A response is running. */
  readonly isLocked: boolean
  /** Does the chosen model answer a question that is sent again? */
  readonly canAsk: boolean
  readonly onEdit: (id: string | undefined) => void
  readonly onAskInstead: (id: string, draft: Draft) => void
  readonly onAgain: (id: string) => void
  readonly onRemove: (ids: readonly string[]) => void
}

/** The user's message, at the right; a field while it is edited. */
const Question = memo(function Question(props: QuestionProps) {
  const t = useText()
  const { message, isEdited, hasActions, isLocked, canAsk, onEdit, onAgain, onRemove } = props
  if (isEdited && canAsk && !isLocked) return <QuestionEditor {...props} />
  return (
    <div className="question">
      <Pictures images={message.images} />
      {message.sound && <SoundPlayer sound={message.sound} label={t('playground.sound.recording')} />}
      {message.text !== '' && <div className="bubble">{message.text}</div>}
      {message.text === '' && message.isSpoken && <Unwritten isComing={message.status === 'loading'} />}
      {hasActions && !isLocked && (
        <div className="message-actions">
          {message.text !== '' && (
            <IconButton isSmall label={t('playground.copyQuestion')} icon={<CopyIcon />} onClick={() => void copyOrShow(message.text)} />
          )}
          {canAsk && <IconButton isSmall label={t('playground.again')} icon={<RefreshIcon />} onClick={() => onAgain(message.id)} />}
          {canAsk && !message.sound && (
            <IconButton isSmall label={t('playground.editQuestion')} icon={<EditIcon />} onClick={() => onEdit(message.id)} />
          )}
          <IconButton isSmall label={t('action.delete')} icon={<TrashIcon />} onClick={() => onRemove([message.id])} />
        </div>
      )}
    </div>
  )
})

/** What was said, where its words are not there. */
function Unwritten({ isComing }: { readonly isComing: boolean }) {
  const t = useText()
  return <div className="bubble text3">{t(isComing ? 'playground.voice.writing' : 'playground.voice.unwritten')}</div>
}

function QuestionEditor({ message, onEdit, onAskInstead }: QuestionProps) {
  const t = useText()
  const [text, setText] = useState(message.text)
  const { images, sound } = message
  const isEmpty = text.trim() === '' && images.length === 0 && !sound
  const send = () => {
    if (isEmpty) return
    onEdit(undefined)
    onAskInstead(message.id, { text: text.trim(), images, ...(sound && { sound }) })
  }
  return (
    <div className="question-editor">
      <Pictures images={message.images} />
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person just asked to write here
        autoFocus
        aria-label={t('playground.editLabel')}
        value={text}
        rows={3}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEdit(undefined)
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <div className="row">
        <span className="play-hint grow">{t('playground.editHint')}</span>
        <Button onClick={() => onEdit(undefined)}>{t('action.cancel')}</Button>
        <Button kind="primary" isDisabled={isEmpty} onClick={send}>
          {t('playground.resend')}
        </Button>
      </div>
    </div>
  )
}

/** Nearer to the end than this, in pixels, the text follows what comes. */
const AT_END_PX = 40

interface FollowEnd {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  readonly toEnd: () => void
  /** For the scroller's own event. */
  readonly watch: () => void
}

/** Keeps the end of the messages in view while the reader is there. A new message is looked at, wherever the reader was. */
function useFollowEnd(messages: readonly Message[]): FollowEnd {
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const lastTop = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const count = messages.length

  const toEnd = useCallback(() => scroller.current?.scrollTo({ top: scroller.current.scrollHeight }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is looked at, wherever the reader was
  useLayoutEffect(() => {
    follows.current = true
  }, [count])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed, the end moved
  useLayoutEffect(() => {
    if (follows.current) toEnd()
  }, [messages, toEnd])
  // Pictures, colours and the Markdown chunk itself come after the text.
  useEffect(() => {
    const inner = scroller.current?.firstElementChild
    if (!inner) return
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd()
    })
    observer.observe(inner)
    return () => observer.disconnect()
  }, [toEnd])

  // Text that came between a scroll and its event is no sign that the reader left the end; going upwards is.
  const watch = () => {
    const box = scroller.current
    if (!box) return
    if (box.scrollHeight - box.scrollTop - box.clientHeight < AT_END_PX) follows.current = true
    else if (box.scrollTop < lastTop.current) follows.current = false
    lastTop.current = box.scrollTop
    setIsAtEnd(follows.current)
  }
  return { scroller, isAtEnd, toEnd, watch }
}

export interface MessageListProps {
  readonly messages: readonly Message[]
  readonly isRunning: boolean
  readonly canAsk: boolean
  readonly isForAdmin: boolean
  readonly onAskInstead: (questionId: string, draft: Draft) => void
  readonly onAgain: (questionId: string) => void
  readonly onRemove: (messageIds: readonly string[]) => void
}

/** Questions and answers. Follows a growing answer only while its end is in view. */
export function MessageList({ messages, isRunning, ...actions }: MessageListProps) {
  const t = useText()
  const { scroller, isAtEnd, toEnd, watch } = useFollowEnd(messages)
  const [edited, setEdited] = useState<string>()
  return (
    <div className="play-scroll-box">
      <div
        ref={scroller}
        className="play-scroll"
        onScroll={watch}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('playground.conversations')}
      >
        <div className="play-text">
          {messages.map((message, index) => (
            <OneMessage
              key={message.id}
              message={message}
              before={messages[index - 1]}
              after={messages[index + 1]}
              isEdited={edited === message.id}
              isLocked={isRunning}
              onEdit={setEdited}
              {...actions}
            />
          ))}
        </div>
      </div>
      <span className="unseen" role="status">
        {isRunning ? t('playground.answering') : messages.at(-1)?.status === 'complete' ? t('playground.answered') : ''}
      </span>
      {!isAtEnd && (
        <div className="play-to-end">
          <IconButton label={t('playground.toEnd')} icon={<DownIcon />} isBordered onClick={toEnd} />
        </div>
      )}
    </div>
  )
}

interface OneMessageProps extends Omit<MessageListProps, 'messages' | 'isRunning'> {
  readonly message: Message
  readonly before: Message | undefined
  readonly after: Message | undefined
  readonly isEdited: boolean
  /** A response is running. */
  readonly isLocked: boolean
  readonly onEdit: (id: string | undefined) => void
}

function OneMessage({ message, before, after, isEdited, isForAdmin, onAskInstead, ...shared }: OneMessageProps) {
  if (message.role === 'user') {
    const hasActions = after?.role !== 'assistant'
    return <Question message={message} isEdited={isEdited} hasActions={hasActions} onAskInstead={onAskInstead} {...shared} />
  }
  const questionId = before?.role === 'user' ? before.id : undefined
  return <Answer message={message} questionId={questionId} isLast={after === undefined} isForAdmin={isForAdmin} {...shared} />
}
