import { MessageDraft, MessageEdit, type MessageFormat, type SentMessage } from '@waystation/contract/people/message'
import { useText } from '~/i18n'
import { MessageContent } from '~/shared/message/MessageContent'
import { useWrittenTo } from '~/shared/message/recipients.ts'
import {
  DescriptionList,
  type Drawer,
  FormDrawer,
  FormSection,
  MarkdownField,
  NumberText,
  Segmented,
  TextField,
  TimeText,
  useField,
} from '~/ui/kit'
import { formatNames } from './message-columns.tsx'
import { useMessageCalls } from './message-queries.ts'
import { RecipientFields } from './RecipientFields.tsx'
import { RecipientTable } from './RecipientTable.tsx'

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

/** What a message is and says, and who has read it. */
export function EditMessageDrawer({ drawer }: { readonly drawer: Drawer<SentMessage> }) {
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

/** Writes a message and sends it: from the list of users, to those who were selected there. */
export function CreateMessageDrawer({ drawer }: { readonly drawer: Drawer<SentMessage> }) {
  const t = useText()
  const { create } = useMessageCalls()
  const recipients = useWrittenTo()
  return (
    <FormDrawer
      drawer={drawer}
      title={t('message.create')}
      schema={MessageDraft}
      initial={{ ...EMPTY, user_ids: recipients.map(({ id }) => id) }}
      onSubmit={create}
      submitLabel={t('message.send')}
      footnote={t('message.sendNote')}
      width={800}
    >
      <MessageFields isNew />
      <RecipientFields initial={recipients} />
    </FormDrawer>
  )
}
