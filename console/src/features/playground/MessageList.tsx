import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '~/i18n'
import { DownIcon, IconButton } from '~/ui/kit'
import { Answer } from './Answer.tsx'
import type { Draft, Message } from './chat/message.ts'
import { Question } from './Question.tsx'

export interface MessageListProps {
  readonly messages: readonly Message[]
  readonly isRunning: boolean
  readonly isForAdmin: boolean
  readonly onAskInstead: (questionId: string, draft: Draft) => void
  readonly onAgain: (questionId: string) => void
  readonly onRemove: (messageIds: readonly string[]) => void
}

/** Nearer to the end than this, in pixels, the text follows what comes. */
const AT_END = 40

/** Questions and answers. Follows a growing answer only while its end is in view. */
export function MessageList({ messages, isRunning, isForAdmin, onAskInstead, onAgain, onRemove }: MessageListProps) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const lastTop = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [edited, setEdited] = useState<string>()
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
    if (box.scrollHeight - box.scrollTop - box.clientHeight < AT_END) follows.current = true
    else if (box.scrollTop < lastTop.current) follows.current = false
    lastTop.current = box.scrollTop
    setIsAtEnd(follows.current)
  }

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
          {messages.map((message, index) => {
            if (message.role === 'user')
              return (
                <Question
                  key={message.id}
                  message={message}
                  isEdited={edited === message.id}
                  hasActions={messages[index + 1]?.role !== 'assistant'}
                  isLocked={isRunning}
                  onEdit={setEdited}
                  onAskInstead={onAskInstead}
                  onAgain={onAgain}
                  onRemove={onRemove}
                />
              )
            const question = messages[index - 1]?.role === 'user' ? messages[index - 1] : undefined
            return (
              <Answer
                key={message.id}
                message={message}
                questionId={question?.id}
                isLast={index === count - 1}
                isLocked={isRunning}
                isForAdmin={isForAdmin}
                onEdit={setEdited}
                onAgain={onAgain}
                onRemove={onRemove}
              />
            )
          })}
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
