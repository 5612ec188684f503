import { MessageDraft, type SentMessage } from '@waystation/contract/message'
import { useText } from '~/i18n'
import { type Drawer, FormDrawer } from '~/ui/kit'
import { MessageFields } from './MessageFields.tsx'
import { useMessageCalls } from './message-queries.ts'
import { RecipientFields } from './RecipientFields.tsx'

const EMPTY = { title: '', content: '', format: 'markdown', user_ids: [], group: '', everyone: false } as const

/** Writes a message and sends it. */
export function CreateDrawer({ drawer }: { readonly drawer: Drawer<SentMessage> }) {
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
