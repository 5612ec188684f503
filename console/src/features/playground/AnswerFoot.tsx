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
import type { AnswerProps } from './Answer.tsx'

/** Model, times, tokens, cost; and what can be done with the answer. */
export function AnswerFoot({ message, questionId, isLast, isLocked, onEdit, onAgain, onRemove }: AnswerProps) {
  const t = useText()
  const { model, bill, text, firstMs, totalMs } = message
  const [first, total] = bill ? [bill.firstMs ?? firstMs, bill.totalMs] : [firstMs, totalMs]
  return (
    <div className="answer-foot">
      <span className="answer-facts">
        <span className="mono">{model}</span>
        {total !== undefined && message.status !== 'error' && (
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
      {!isLocked && (
        <span className="message-actions">
          {text !== '' && (
            <IconButton isSmall label={t('playground.copyAnswer')} icon={<CopyIcon />} onClick={() => void copyOrShow(text)} />
          )}
          {isLast && questionId !== undefined && message.status !== 'error' && (
            <IconButton isSmall label={t('playground.again')} icon={<RefreshIcon />} onClick={() => onAgain(questionId)} />
          )}
          {questionId !== undefined && (
            <IconButton isSmall label={t('playground.editQuestion')} icon={<EditIcon />} onClick={() => onEdit(questionId)} />
          )}
          <Menu
            items={[
              {
                key: 'delete',
                label: t(questionId === undefined ? 'action.delete' : 'playground.deleteExchange'),
                icon: <TrashIcon />,
                isDanger: true,
                run: () => onRemove(questionId === undefined ? [message.id] : [questionId, message.id]),
              },
            ]}
          >
            <IconButton isSmall label={t('action.more')} icon={<MoreIcon />} />
          </Menu>
        </span>
      )}
    </div>
  )
}
