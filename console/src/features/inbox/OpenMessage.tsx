import { countUnread, getInboxMessage, listInbox, readInboxMessage } from '@waystation/contract/api/people/message'
import { useEffect } from 'react'
import { CallError } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { MessageContent } from '~/shared/message/MessageContent'
import { Button, ChevronLeftIcon, ChevronRightIcon, ErrorState, SkeletonLines, TimeText, toast } from '~/ui/kit'

interface OpenMessageProps {
  /** As it stands in the address. */
  readonly id: string
  /** Is the list there? Only then does it hear of what has been read. */
  readonly isListed: boolean
  /** The message before and after it in the list; undefined where it is the first or last there. */
  readonly newer: number | undefined
  readonly older: number | undefined
  readonly onOpen: (id: number) => void
  /** There is no such message among the caller's. */
  readonly onUnknown: () => void
}

/** A message as a whole; opening it marks it as read. */
export function OpenMessage({ id, isListed, newer, older, onOpen, onUnknown }: OpenMessageProps) {
  const t = useText()
  const { data: message, error, refresh } = useData(getInboxMessage, { params: { id } }, { freshMs: 5_000 })
  // It stays unread where it cannot be noted, such as on a demo site; the reader has it all the same.
  const read = useCall(readInboxMessage, { refreshes: [listInbox, countUnread, getInboxMessage], isQuiet: true })
  const isToRead = message?.is_read === false && isListed
  const isUnknown = error instanceof CallError && (error.code === 'not_found' || error.code === 'unknown_path')

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that is opened
  useEffect(() => {
    if (isToRead) read.run({ params: { id } }).catch(() => undefined)
  }, [isToRead, id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is missing
  useEffect(() => {
    if (!isUnknown) return
    toast.failed(t('inbox.unknown'))
    onUnknown()
  }, [isUnknown])

  if (isUnknown) return null
  if (error && !message) return <ErrorState error={error} onRetry={refresh} />
  if (!message) return <SkeletonLines count={8} />
  return (
    <article className="inbox-message">
      <h2>{message.title}</h2>
      <p className="inbox-message-time">
        <TimeText unix={message.created_at} style="full" />
      </p>
      <MessageContent format={message.format} content={message.content} />
      <div className="inbox-message-steps">
        <Button icon={<ChevronLeftIcon />} isDisabled={newer === undefined} onClick={() => newer !== undefined && onOpen(newer)}>
          {t('inbox.newer')}
        </Button>
        <Button icon={<ChevronRightIcon />} isDisabled={older === undefined} onClick={() => older !== undefined && onOpen(older)}>
          {t('inbox.older')}
        </Button>
      </div>
    </article>
  )
}
