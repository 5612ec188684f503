import { Input, Modal } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import type { Question } from './confirm.tsx'
import type { QuestionDialogProps } from './question.tsx'
import './form/form.css'

/** The dialog behind `confirm`. Escape and a click beside it mean no. */
export default function ConfirmDialog({ question, isOpen, reply }: QuestionDialogProps<Question, boolean>) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
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
