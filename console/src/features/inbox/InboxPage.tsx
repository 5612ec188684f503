import { useNavigate, useParams } from '@tanstack/react-router'
import { countUnread, getInboxMessage, listInbox, readInboxMessage, readWholeInbox } from '@waystation/contract/api/people/message'
import { SHOWN_PAGE_SIZE } from '@waystation/contract/values/page'
import { useEffect } from 'react'
import { CallError } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { MessageContent } from '~/shared/message/MessageContent'
import {
  AllReadIcon,
  Button,
  ChevronLeftIcon,
  ChevronRightIcon,
  EmptyState,
  ErrorState,
  InboxIcon,
  Page,
  Pager,
  SkeletonLines,
  Tag,
  TimeText,
  toast,
  useUrlState,
} from '~/ui/kit'
import { MasterDetail, type MasterItem } from './MasterDetail.tsx'
import { previewText } from './preview-text.ts'
import './inbox.css'

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
function OpenMessage({ id, isListed, newer, older, onOpen, onUnknown }: OpenMessageProps) {
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

/** The caller's messages, and the one that is open. */
export default function InboxPage() {
  const t = useText()
  const navigate = useNavigate()
  const { params, change } = useUrlState()
  const { id } = useParams({ strict: false })
  const page = Math.max(1, Math.trunc(Number(params.p)) || 1)
  const inbox = useData(listInbox, { query: { p: page, page_size: SHOWN_PAGE_SIZE } }, { keepsPrevious: true })
  const unread = useData(countUnread).data?.unread_count ?? 0
  const total = inbox.data?.total ?? 0
  const items = inbox.data?.items ?? []
  const readAll = useCall(readWholeInbox, { refreshes: [listInbox, countUnread, getInboxMessage] })
  const openId = id === undefined ? undefined : Number(id)
  const at = items.findIndex((message) => message.id === openId)
  const open = (next: number | undefined) => navigate({ to: next === undefined ? paths.inbox() : paths.inboxMessage(next), search: true })

  return (
    <Page
      title={t('inbox.title')}
      subtitle={inbox.data && t('inbox.counts', { unread, total })}
      actions={
        unread > 0 && (
          <Button icon={<AllReadIcon />} onClick={() => readAll.run()}>
            {t('inbox.readAll')}
          </Button>
        )
      }
    >
      <MasterDetail
        label={t('inbox.title')}
        items={items.map(
          (message): MasterItem<number> => ({
            key: message.id,
            title: message.title,
            preview: previewText(message.content, message.format),
            meta: <TimeText unix={message.created_at} />,
            isUnread: !message.is_read,
            aside: !message.is_read && <Tag tone="red">{t('inbox.unread')}</Tag>,
          }),
        )}
        openKey={openId}
        onOpen={open}
        detail={
          id !== undefined && (
            <OpenMessage
              key={id}
              id={id}
              isListed={!inbox.isLoading}
              newer={at < 0 ? undefined : items[at - 1]?.id}
              older={at < 0 ? undefined : items[at + 1]?.id}
              onOpen={open}
              onUnknown={() => open(undefined)}
            />
          )
        }
        noDetail={<EmptyState icon={<InboxIcon />} title={t('inbox.noneOpen')} text={t('inbox.noneOpenText')} />}
        empty={<EmptyState icon={<InboxIcon />} title={t('inbox.emptyTitle')} text={t('inbox.emptyText')} />}
        foot={
          total > SHOWN_PAGE_SIZE && (
            <Pager
              isNarrow
              state={{ page, size: SHOWN_PAGE_SIZE, setPage: (next) => change({ p: next === 1 ? undefined : String(next) }) }}
              total={total}
            />
          )
        }
        isLoading={inbox.isLoading}
        {...(inbox.error && !inbox.data ? { error: inbox.error } : {})}
        onRetry={inbox.refresh}
      />
    </Page>
  )
}
