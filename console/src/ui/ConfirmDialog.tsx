import { Modal } from 'antd'
import { useText } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import type { Question } from './confirm.tsx'
import type { QuestionDialogProps } from './question.tsx'

/** The dialog behind `confirm`. Escape and a click beside it mean no. */
export default function ConfirmDialog({ question, isOpen, reply }: QuestionDialogProps<Question, boolean>) {
  const t = useText()
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
          <Button onClick={() => reply(false)} hasFocus>
            {question.no ?? t('action.cancel')}
          </Button>
          <Button kind={question.isDanger ? 'danger-filled' : 'primary'} onClick={() => reply(true)}>
            {question.yes ?? t('action.ok')}
          </Button>
        </div>
      }
    >
      {question.text}
    </Modal>
  )
}
