import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useText } from '~/i18n'
import { Button, Dialog, Form, FormFailure, SubmitButton, useIsSubmitting } from '~/ui/kit'

export interface FormDialogProps<Schema extends z.ZodObject> {
  readonly title: string
  readonly text?: ReactNode
  /** On the button that sends: a verb. */
  readonly submit: string
  readonly isDanger?: boolean
  readonly schema: Schema
  readonly initial: Partial<z.input<Schema>> & Readonly<Record<string, unknown>>
  readonly check?: (values: z.input<Schema>) => Readonly<Record<string, string>>
  /** A failure is shown in the dialog, so the call must be quiet. After a success the dialog closes. */
  readonly onSubmit: (values: z.input<Schema>) => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A short form in a box over the page. */
export function FormDialog<Schema extends z.ZodObject>(props: FormDialogProps<Schema>) {
  const { title, text, submit, isDanger = false, schema, initial, check, onSubmit, onClose, children } = props
  const send = async (values: z.input<Schema>) => {
    await onSubmit(values)
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} width={440}>
      <Form schema={schema} initial={initial} {...(check ? { check } : {})} onSubmit={send}>
        {text !== undefined && <p className="text2">{text}</p>}
        <FormFailure />
        {children}
        <Foot submit={submit} isDanger={isDanger} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function Foot({ submit, isDanger, onClose }: { readonly submit: string; readonly isDanger: boolean; readonly onClose: () => void }) {
  const t = useText()
  const isBusy = useIsSubmitting()
  return (
    <div className="me-dialog-foot">
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      {isDanger ? (
        <Button kind="danger-filled" isSubmit isBusy={isBusy}>
          {submit}
        </Button>
      ) : (
        <SubmitButton>{submit}</SubmitButton>
      )}
    </div>
  )
}
