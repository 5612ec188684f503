import { MessageEdit, type SentMessage } from '@waystation/contract/message'
import { useText } from '~/i18n'
import { DescriptionList, type Drawer, FormDrawer, FormSection, NumberText, TimeText } from '~/ui/kit'
import { MessageFields } from './MessageFields.tsx'
import { useMessageCalls } from './message-queries.ts'
import { RecipientTable } from './RecipientTable.tsx'

/** What a message is and says, and who has read it. */
export function EditDrawer({ drawer }: { readonly drawer: Drawer<SentMessage> }) {
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
