import { getMessage, listMessages, listRecipients } from '@waystation/contract/api/people/message'
import { MessageDraft, MessageEdit, type MessageFormat, type Recipient, type SentMessage } from '@waystation/contract/people/message'
import type { Tone } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { useRefresh } from '~/api/use-refresh'
import { useWholeData } from '~/api/use-whole-data'
import { useLanguage, useText } from '~/i18n'
import { MessageContent } from '~/shared/message/MessageContent'
import {
  type Action,
  Button,
  type Card,
  type Column,
  DescriptionList,
  type Drawer,
  EditIcon,
  ErrorState,
  FormDrawer,
  FormSection,
  ListTable,
  MarkdownField,
  NoticeIcon,
  NumberText,
  numberText,
  Page,
  Pager,
  Segmented,
  SkeletonLines,
  Tag,
  TextField,
  TimeText,
  TrashIcon,
  useDrawer,
  useField,
  useIsPhone,
} from '~/ui/kit'
import { messageList, useMessageCalls } from './message-queries.ts'
import { RecipientFields } from './RecipientFields.tsx'
import './messages.css'

const messageColumns: Column<SentMessage>[] = [
  { field: 'id', title: 'message.id', width: 56, isWhole: true, render: (id) => <span className="text3">#{id}</span> },
  { field: 'title', title: 'message.name', isFixed: true, width: 220, grow: 3 },
  { field: 'format', title: 'message.format', width: 96, render: (format) => <FormatTag format={format} /> },
  {
    field: 'stats',
    title: 'message.readShare',
    align: 'right',
    width: 120,
    render: (stats) => <Recipients stats={stats} />,
    csv: ({ stats }) => stats.total_recipients,
  },
  { field: 'created_at', title: 'message.created', width: 140, grow: 1, render: (unix) => <TimeText unix={unix} /> },
]

function messageCard(message: SentMessage): Card {
  return {
    title: message.title,
    aside: <FormatTag format={message.format} />,
    meta: <ReadWords stats={message.stats} />,
    metaAside: <TimeText unix={message.created_at} />,
  }
}

/** How many have read it, of how many. */
function Recipients({ stats }: Pick<SentMessage, 'stats'>) {
  return (
    <>
      <NumberText value={stats.read_count} />
      <span className="text3"> / </span>
      <NumberText value={stats.total_recipients} />
    </>
  )
}

/** The same in words, where no head of a column says what the figures are. */
function ReadWords({ stats }: Pick<SentMessage, 'stats'>) {
  const t = useText()
  const language = useLanguage()
  return t('message.readOf', { read: numberText(stats.read_count, language), total: numberText(stats.total_recipients, language) })
}

const tones: Readonly<Record<MessageFormat, Tone>> = { html: 'blue', markdown: 'green', plain: 'neutral' }

function FormatTag({ format }: { readonly format: MessageFormat }) {
  const t = useText()
  return <Tag tone={tones[format]}>{format === 'plain' ? t('message.plain') : formatNames[format]}</Tag>
}

const formatNames = { markdown: 'Markdown', html: 'HTML' } as const

/** Title, format and content, with its preview. */
function MessageFields({ isNew }: { readonly isNew: boolean }) {
  const t = useText()
  const format = useField<MessageFormat>({ name: 'format', label: t('message.format') })
  return (
    <FormSection>
      <div className="field wide message-head">
        <TextField name="title" label={t('message.name')} isRequired hasFocus={isNew} />
        <div className="field">
          <span className="field-label" aria-hidden>
            {t('message.format')}
          </span>
          <Segmented
            label={t('message.format')}
            value={format.value}
            onChange={format.set}
            choices={[
              { value: 'markdown', label: formatNames.markdown },
              { value: 'html', label: formatNames.html },
              { value: 'plain', label: t('message.plain') },
            ]}
          />
        </div>
      </div>
      <MarkdownField
        name="content"
        label={t('message.content')}
        isRequired
        placeholder={t('message.contentHint')}
        {...(format.value === 'markdown'
          ? {}
          : { preview: (content: string) => <MessageContent format={format.value} content={content} /> })}
      />
    </FormSection>
  )
}

/** Source: specification §9. */
const PAGE_SIZE = 10

/** Who a message went to, and when they read it. */
function RecipientTable({ messageId }: { readonly messageId: number }) {
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

/** What a message is and says, and who has read it. */
function EditDrawer({ drawer }: { readonly drawer: Drawer<SentMessage> }) {
  const t = useText()
  const { edit } = useMessageCalls()
  const message = drawer.item
  return (
    <FormDrawer
      drawer={drawer}
      title={t('message.edit')}
      schema={MessageEdit}
      initial={{ title: message?.title ?? '', content: message?.content ?? '', format: message?.format ?? 'markdown' }}
      onSubmit={async (values) => {
        if (message) await edit(message.id, values)
      }}
      width={900}
    >
      {message && <Summary message={message} />}
      <MessageFields isNew={false} />
      {message && (
        <FormSection title={t('message.recipients')} columns={1}>
          <RecipientTable messageId={message.id} />
        </FormSection>
      )}
    </FormDrawer>
  )
}

function Summary({ message }: { readonly message: SentMessage }) {
  const t = useText()
  return (
    <DescriptionList
      columns={2}
      facts={[
        { label: t('message.messageId'), value: `#${message.id}` },
        { label: t('message.created'), value: <TimeText unix={message.created_at} style="full" /> },
        { label: t('message.recipientCount'), value: <NumberText value={message.stats.total_recipients} /> },
        { label: t('message.readCount'), value: <NumberText value={message.stats.read_count} /> },
      ]}
    />
  )
}

const EMPTY = { title: '', content: '', format: 'markdown', user_ids: [], group: '', everyone: false } as const

/** Writes a message and sends it. */
function CreateDrawer({ drawer }: { readonly drawer: Drawer<SentMessage> }) {
  const t = useText()
  const { create } = useMessageCalls()
  return (
    <FormDrawer
      drawer={drawer}
      title={t('message.create')}
      schema={MessageDraft}
      initial={{ ...EMPTY, user_ids: [] }}
      onSubmit={create}
      submitLabel={t('message.send')}
      footnote={t('message.sendNote')}
      width={800}
    >
      <MessageFields isNew />
      <RecipientFields />
    </FormDrawer>
  )
}

/** What admins wrote to users. */
export default function MessagesPage() {
  const t = useText()
  const refresh = useRefresh()
  const drawer = useDrawer<SentMessage>(getMessage)
  const { remove } = useMessageCalls()
  const actions = (message: SentMessage): readonly Action[] => [
    { label: t('action.edit'), icon: <EditIcon />, run: () => drawer.open(message) },
    {
      label: t('action.delete'),
      icon: <TrashIcon />,
      danger: true,
      confirm: { title: t('message.confirmDelete'), text: t('message.confirmDeleteText') },
      run: () => remove(message.id),
    },
  ]
  return (
    <Page title={t('message.title')}>
      <ListTable
        list={messageList}
        name="messages"
        columns={messageColumns}
        filters={[
          { kind: 'search', name: 'keyword', label: t('message.search') },
          { kind: 'range', name: 'from', nameTo: 'to', label: t('message.created') },
        ]}
        tools={<Button onClick={() => void refresh(listMessages)}>{t('message.query')}</Button>}
        empty={{ icon: <NoticeIcon />, title: t('message.emptyTitle'), text: t('message.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('message.create')}
        onOpen={drawer.open}
        actions={actions}
        card={messageCard}
      />
      <CreateDrawer drawer={{ ...drawer, isOpen: drawer.isOpen && drawer.isNew }} />
      <EditDrawer drawer={{ ...drawer, isOpen: drawer.isOpen && !drawer.isNew }} />
    </Page>
  )
}
