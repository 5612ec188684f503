import { memo, useState } from 'react'
import { useText } from '~/i18n'
import { Button, CopyIcon, copyOrShow, EditIcon, IconButton, RefreshIcon, TrashIcon } from '~/ui/kit'
import type { Draft, QuestionMessage } from './chat/message.ts'
import { Pictures } from './Pictures.tsx'

export interface QuestionProps {
  readonly message: QuestionMessage
  readonly isEdited: boolean
  /** Its response is gone, so its actions stand below the question itself. */
  readonly hasActions: boolean
  /** A response is running. */
  readonly isLocked: boolean
  readonly onEdit: (id: string | undefined) => void
  readonly onAskInstead: (id: string, draft: Draft) => void
  readonly onAgain: (id: string) => void
  readonly onRemove: (ids: readonly string[]) => void
}

/** The user's message, at the right; a field while it is edited. */
export const Question = memo(function Question(props: QuestionProps) {
  const t = useText()
  const { message, isEdited, hasActions, isLocked, onEdit, onAgain, onRemove } = props
  if (isEdited && !isLocked) return <QuestionEditor {...props} />
  return (
    <div className="question">
      <Pictures images={message.images} />
      {message.text !== '' && <div className="bubble">{message.text}</div>}
      {hasActions && !isLocked && (
        <div className="message-actions">
          <IconButton isSmall label={t('playground.copyQuestion')} icon={<CopyIcon />} onClick={() => void copyOrShow(message.text)} />
          <IconButton isSmall label={t('playground.again')} icon={<RefreshIcon />} onClick={() => onAgain(message.id)} />
          <IconButton isSmall label={t('playground.editQuestion')} icon={<EditIcon />} onClick={() => onEdit(message.id)} />
          <IconButton isSmall label={t('action.delete')} icon={<TrashIcon />} onClick={() => onRemove([message.id])} />
        </div>
      )}
    </div>
  )
})

function QuestionEditor({ message, onEdit, onAskInstead }: QuestionProps) {
  const t = useText()
  const [text, setText] = useState(message.text)
  const isEmpty = text.trim() === '' && message.images.length === 0
  const send = () => {
    if (isEmpty) return
    onEdit(undefined)
    onAskInstead(message.id, { text: text.trim(), images: message.images })
  }
  return (
    <div className="question-editor">
      <Pictures images={message.images} />
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person just asked to write here
        autoFocus
        aria-label={t('playground.editLabel')}
        value={text}
        rows={3}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEdit(undefined)
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <div className="row">
        <span className="play-hint grow">{t('playground.editHint')}</span>
        <Button onClick={() => onEdit(undefined)}>{t('action.cancel')}</Button>
        <Button kind="primary" isDisabled={isEmpty} onClick={send}>
          {t('playground.resend')}
        </Button>
      </div>
    </div>
  )
}
