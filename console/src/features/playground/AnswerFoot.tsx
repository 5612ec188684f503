import { useText } from '~/i18n'
import {
  CopyIcon,
  copyOrShow,
  DurationText,
  EditIcon,
  IconButton,
  Menu,
  MoreIcon,
  NumberText,
  QuotaText,
  RefreshIcon,
  TrashIcon,
} from '~/ui/kit'
import type { AnswerMessage } from './chat/message.ts'

export interface AnswerFootProps {
  readonly message: AnswerMessage
  /** Undefined when the question was deleted. */
  readonly questionId: string | undefined
  readonly isLast: boolean
  readonly isLocked: boolean
  readonly onEdit: (id: string | undefined) => void
  readonly onAgain: (id: string) => void
  readonly onRemove: (ids: readonly string[]) => void
}

/** Model, times, tokens, cost; and what can be done with the answer. */
export function AnswerFoot({ isLocked, ...props }: AnswerFootProps) {
  return (
    <div className="answer-foot">
      <AnswerFacts message={props.message} />
      {!isLocked && <AnswerActions {...props} />}
    </div>
  )
}

function AnswerFacts({ message: { model, bill, status, firstMs, totalMs } }: Pick<AnswerFootProps, 'message'>) {
  // The log's times are the server's, without the network time to this browser.
  const [first, total] = bill ? [bill.firstMs ?? firstMs, bill.totalMs] : [firstMs, totalMs]
  return (
    <span className="answer-facts">
      <span className="mono">{model}</span>
      {total !== undefined && status !== 'error' && (
        <span>
          {first !== undefined && (
            <>
              <DurationText ms={first} digits={2} /> /{' '}
            </>
          )}
          <DurationText ms={total} digits={total < 1000 ? 2 : 1} />
        </span>
      )}
      {bill && (
        <>
          <span className="number">
            <NumberText value={bill.promptTokens} /> → <NumberText value={bill.completionTokens} />
          </span>
          <strong>
            <QuotaText value={bill.quota} precision="exact" />
          </strong>
        </>
      )}
    </span>
  )
}

function AnswerActions({ message, questionId, isLast, onEdit, onAgain, onRemove }: Omit<AnswerFootProps, 'isLocked'>) {
  const t = useText()
  const remove = {
    key: 'delete',
    label: t(questionId === undefined ? 'action.delete' : 'playground.deleteExchange'),
    icon: <TrashIcon />,
    isDanger: true,
    run: () => onRemove(questionId === undefined ? [message.id] : [questionId, message.id]),
  }
  return (
    <span className="message-actions">
      {message.text !== '' && (
        <IconButton isSmall label={t('playground.copyAnswer')} icon={<CopyIcon />} onClick={() => void copyOrShow(message.text)} />
      )}
      {isLast && questionId !== undefined && message.status !== 'error' && (
        <IconButton isSmall label={t('playground.again')} icon={<RefreshIcon />} onClick={() => onAgain(questionId)} />
      )}
      {questionId !== undefined && (
        <IconButton isSmall label={t('playground.editQuestion')} icon={<EditIcon />} onClick={() => onEdit(questionId)} />
      )}
      <Menu items={[remove]}>
        <IconButton isSmall label={t('action.more')} icon={<MoreIcon />} />
      </Menu>
    </span>
  )
}
