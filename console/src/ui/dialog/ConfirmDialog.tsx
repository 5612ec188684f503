import { Input, Modal } from 'antd'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import type { QuestionDialogProps } from './question.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import '../form/form.css'

export interface Question {
  /** Names the thing: `Delete token “ci-review”?` */
  readonly title: string
  readonly text?: ReactNode
  /** The verb on the button; default OK. */
  readonly yes?: string
  /** The button that changes nothing; default Cancel. */
  readonly no?: string
  readonly isDanger?: boolean
  /** Must be typed to enable the confirm button: for actions that lock users out or cannot be undone. Usually a name. */
  readonly typed?: string
}

/** The dialog behind `confirm`. Escape and a click outside cancel. */
export default function ConfirmDialog({ question, isOpen, reply }: QuestionDialogProps<Question, boolean>) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  useFocusReturn(isOpen)
  const isTyped = question.typed === undefined || typed.trim() === question.typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped) reply(true)
  }
  return (
    <Modal
      open={isOpen}
      title={question.title}
      onCancel={() => reply(false)}
      width={440}
      centered
      closable={false}
      zIndex={1500}
      footer={
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={() => reply(false)} hasFocus={question.typed === undefined}>
            {question.no ?? t('action.cancel')}
          </Button>
          <Button kind={question.isDanger ? 'danger-filled' : 'primary'} onClick={() => reply(true)} isDisabled={!isTyped}>
            {question.yes ?? t('action.ok')}
          </Button>
        </div>
      }
    >
      {question.text}
      {question.typed !== undefined && (
        <form className="field confirm-typed" onSubmit={submit}>
          <label htmlFor={id}>{t('kit.typeToConfirm', { name: question.typed })}</label>
          <Input id={id} autoFocus autoComplete="off" spellCheck={false} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </form>
      )}
    </Modal>
  )
}
