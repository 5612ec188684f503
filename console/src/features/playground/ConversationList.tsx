import { Link } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import { type Text, useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { Button, confirm, EditIcon, IconButton, Menu, MoreIcon, NewChatIcon, TrashIcon, toast } from '~/ui/kit'
import type { ChatRoom } from './chat/chat-room.ts'
import type { Conversation } from './chat/message.ts'
import { whenText } from './when-text.ts'

export interface ConversationListProps {
  readonly room: ChatRoom
  readonly chosen: string | undefined
  readonly onNew: () => void
  readonly onChosen: () => void
}

/** All conversations of this browser's user, newest first. */
export function ConversationList({ room, chosen, onNew, onChosen }: ConversationListProps) {
  const t = useText()
  const conversations = useSelector(room.state, (state) => state.conversations)
  const [renamed, setRenamed] = useState<string>()

  const rename = (id: string, title: string | undefined) => {
    setRenamed(undefined)
    if (title !== undefined) void room.rename(id, title)
  }
  const remove = async (conversation: Conversation) => {
    if (!(await confirmRemoval(conversation, t))) return
    if (conversation.id === chosen) onNew()
    await room.remove(conversation.id)
    toast.done(t('playground.deleted'))
  }
  return (
    <nav className="conversations" aria-label={t('playground.conversations')}>
      <Button icon={<NewChatIcon />} isBlock onClick={onNew}>
        {t('playground.newConversation')}
      </Button>
      <ul>
        {conversations.map((one) => (
          <li key={one.id} className={one.id === chosen ? 'chosen' : ''}>
            {renamed === one.id ? (
              <NameField conversation={one} onSave={(title) => rename(one.id, title)} />
            ) : (
              <Row conversation={one} isChosen={one.id === chosen} onChosen={onChosen}>
                <RowMenu onRename={() => setRenamed(one.id)} onRemove={() => remove(one)} />
              </Row>
            )}
          </li>
        ))}
      </ul>
      <p className="conversations-note">{t('playground.local')}</p>
    </nav>
  )
}

function confirmRemoval(conversation: Conversation, t: Text): Promise<boolean> {
  return confirm({
    title: t('playground.deleteTitle', { name: nameOf(conversation, t) }),
    text: t('playground.deleteText'),
    yes: t('action.delete'),
    isDanger: true,
  })
}

function RowMenu({ onRename, onRemove }: { readonly onRename: () => void; readonly onRemove: () => unknown }) {
  const t = useText()
  return (
    <Menu
      items={[
        { key: 'rename', label: t('playground.rename'), icon: <EditIcon />, run: onRename },
        { key: 'delete', label: t('action.delete'), icon: <TrashIcon />, isDanger: true, run: onRemove },
      ]}
    >
      <IconButton isSmall label={t('action.more')} icon={<MoreIcon />} />
    </Menu>
  )
}

interface RowProps {
  readonly conversation: Conversation
  readonly isChosen: boolean
  readonly onChosen: () => void
  /** What can be done with the one that is open. */
  readonly children: React.ReactNode
}

function Row({ conversation, isChosen, onChosen, children }: RowProps) {
  const t = useText()
  const language = useLanguage()
  return (
    <>
      <Link
        to={paths.playground()}
        search={{ c: conversation.id }}
        aria-current={isChosen ? 'page' : undefined}
        onClick={onChosen}
        title={nameOf(conversation, t)}
      >
        <span className="ellipsis grow">{nameOf(conversation, t)}</span>
        <time className="number" dateTime={new Date(conversation.updatedAt).toISOString()}>
          {whenText(conversation.updatedAt, Date.now(), language, { now: t('playground.now'), yesterday: t('playground.yesterday') })}
        </time>
      </Link>
      {isChosen && children}
    </>
  )
}

/** A field in the place of the title: Enter saves, Escape does not. */
function NameField({
  conversation,
  onSave,
}: {
  readonly conversation: Conversation
  readonly onSave: (title: string | undefined) => void
}) {
  const t = useText()
  const [title, setTitle] = useState(conversation.title)
  const save = () => onSave(title.trim() === '' ? undefined : title.trim())
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person just asked to rename
      autoFocus
      aria-label={t('playground.renameLabel')}
      maxLength={80}
      value={title}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
        if (event.key === 'Escape') onSave(undefined)
      }}
    />
  )
}

function nameOf({ title }: Conversation, t: Text): string {
  return title === '' ? t('playground.imageTitle') : title
}
