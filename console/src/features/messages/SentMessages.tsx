import { getMessage, listMessages } from '@waystation/contract/api/people/message'
import type { SentMessage } from '@waystation/contract/people/message'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { type Action, Button, EditIcon, ListTable, NoticeIcon, TrashIcon, useDrawer } from '~/ui/kit'
import { CreateMessageDrawer, EditMessageDrawer } from './MessageDrawers.tsx'
import { messageCard, messageColumns } from './message-columns.tsx'
import { messageList, useMessageCalls } from './message-queries.ts'
import './messages.css'

/** What admins wrote to users. */
export function SentMessages() {
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
    <>
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
      <CreateMessageDrawer drawer={{ ...drawer, isOpen: drawer.isOpen && drawer.isNew }} />
      <EditMessageDrawer drawer={{ ...drawer, isOpen: drawer.isOpen && !drawer.isNew }} />
    </>
  )
}
