import { useNavigate, useParams } from '@tanstack/react-router'
import { countUnread, getInboxMessage, listInbox, readWholeInbox } from '@waystation/contract/api/people/message'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { AllReadIcon, Button, EmptyState, InboxIcon, Page, Pager, rememberedPageSize, Tag, TimeText, useUrlState } from '~/ui/kit'
import { MasterDetail, type MasterItem } from './MasterDetail.tsx'
import { OpenMessage } from './OpenMessage.tsx'
import { previewText } from './preview-text.ts'
import './inbox.css'

/** The caller's messages, and the one that is open. */
export default function InboxPage() {
  const t = useText()
  const navigate = useNavigate()
  const { params, change } = useUrlState()
  const { id } = useParams({ strict: false })
  const page = Math.max(1, Math.trunc(Number(params.p)) || 1)
  const [size] = useState(rememberedPageSize)
  const inbox = useData(listInbox, { query: { p: page, page_size: size } }, { keepsPrevious: true })
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
          total > size && (
            <Pager isNarrow state={{ page, size, setPage: (next) => change({ p: next === 1 ? undefined : String(next) }) }} total={total} />
          )
        }
        isLoading={inbox.isLoading}
        {...(inbox.error && !inbox.data ? { error: inbox.error } : {})}
        onRetry={inbox.refresh}
      />
    </Page>
  )
}
