import { listRecipients } from '@waystation/contract/api/people/message'
import type { Recipient } from '@waystation/contract/people/message'
import { useState } from 'react'
import { useWholeData } from '~/api/use-whole-data'
import { useText } from '~/i18n'
import { ErrorState, Pager, SkeletonLines, Tag, TimeText, useIsPhone } from '~/ui/kit'

/** Source: specification §9. */
const PAGE_SIZE = 10

/** Who a message went to, and when they read it. */
export function RecipientTable({ messageId }: { readonly messageId: number }) {
  const t = useText()
  const isPhone = useIsPhone()
  const [page, setPage] = useState(1)
  const {
    data: answer,
    error,
    refresh,
  } = useWholeData(listRecipients, { params: { id: messageId }, query: { p: page, page_size: PAGE_SIZE } }, { keepsPrevious: true })
  if (error && !answer) return <ErrorState error={error} onRetry={refresh} />
  if (!answer) return <SkeletonLines count={5} />
  const total = Number(answer.extra.total)
  return (
    <div className="recipients">
      <table>
        <caption className="unseen">{t('message.recipients')}</caption>
        <thead>
          <tr>
            {!isPhone && <th scope="col">{t('message.userId')}</th>}
            <th scope="col">{t('message.username')}</th>
            {!isPhone && <th scope="col">{t('message.displayName')}</th>}
            <th scope="col">{t('message.status')}</th>
            <th scope="col">{t('message.readAt')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.data.map((recipient) => (
            <RecipientRow key={recipient.user_id} recipient={recipient} isPhone={isPhone} />
          ))}
        </tbody>
      </table>
      <Pager state={{ page, size: PAGE_SIZE, setPage }} total={total} />
    </div>
  )
}

interface RecipientRowProps {
  readonly recipient: { readonly [Field in keyof Recipient]: Field extends 'user_id' ? number : Recipient[Field] }
  readonly isPhone: boolean
}

function RecipientRow({ recipient, isPhone }: RecipientRowProps) {
  const t = useText()
  const { user_id, username, display_name, read_at } = recipient
  return (
    <tr>
      {!isPhone && <td className="text3">#{user_id}</td>}
      <td>{username || `#${user_id}`}</td>
      {!isPhone && <td>{display_name}</td>}
      <td>{read_at === null ? <Tag tone="amber">{t('message.unread')}</Tag> : <Tag tone="green">{t('message.read')}</Tag>}</td>
      <td>
        <TimeText unix={read_at ?? 0} />
      </td>
    </tr>
  )
}
