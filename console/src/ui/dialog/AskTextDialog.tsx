import { Input, Modal } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { QuickChoices } from '../form/fields/QuickChoices.tsx'
import type { QuestionDialogProps } from './question.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import '../form/form.css'

export interface TextQuestion {
  readonly title: string
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly initial?: string
  readonly maxLength?: number
  /** Offered below, such as names that exist. */
  readonly choices?: readonly string[]
  /** The verb on the button. */
  readonly yes: string
  /** Returns the error of a text, or undefined. */
  readonly check?: (text: string) => string | undefined
}

/** The dialog behind `askText`. Enter answers, Escape does not. */
export default function AskTextDialog({ question, isOpen, reply }: QuestionDialogProps<TextQuestion, string | undefined>) {
  const t = useText()
  const id = useId()
  const [text, setText] = useState(question.initial ?? '')
  const [error, setError] = useState<string>()
  useFocusReturn(isOpen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = question.check?.(text.trim())
    setError(wrong)
    if (wrong === undefined) reply(text.trim())
  }
  return (
    <Modal open={isOpen} title={question.title} onCancel={() => reply(undefined)} width={440} centered closable={false} footer={null}>
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{question.label}</label>
          <Input
            id={id}
            autoFocus
            autoComplete="off"
            value={text}
            maxLength={question.maxLength}
            placeholder={question.placeholder}
            status={error === undefined ? '' : 'error'}
            aria-describedby={`${id}-hint`}
            aria-invalid={error !== undefined}
            onChange={(event) => setText(event.target.value)}
          />
          {question.choices && question.choices.length > 0 && (
            <QuickChoices choices={question.choices.map((label) => ({ label, isChosen: text === label, choose: () => setText(label) }))} />
          )}
          <div id={`${id}-hint`} role={error ? 'alert' : undefined} className={error ? 'field-error' : 'field-hint'}>
            {error ?? question.hint}
          </div>
        </div>
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={() => reply(undefined)}>{t('action.cancel')}</Button>
          <Button kind="primary" isSubmit>
            {question.yes}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
