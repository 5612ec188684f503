import { useState } from 'react'
import { useText } from '~/i18n'
import { DownIcon, IconButton } from '~/ui/kit'
import { Answer } from './Answer.tsx'
import type { Draft, Message } from './chat/message.ts'
import { Question } from './Question.tsx'
import { useFollowEnd } from './use-follow-end.ts'

export interface MessageListProps {
  readonly messages: readonly Message[]
  readonly isRunning: boolean
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
