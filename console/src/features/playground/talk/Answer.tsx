import { memo, useId, useState } from 'react'
import { useText } from '~/i18n'
import { ModelPricesLink } from '~/shared/settings/ModelPricesLink'
import {
  Banner,
  Button,
  ChevronDownIcon,
  ChevronRightIcon,
  ClickToLoadImage,
  CopyButton,
  CopyIcon,
  copyOrShow,
  DurationText,
  EditIcon,
  IconButton,
  Markdown,
  Menu,
  MoreIcon,
  NumberText,
  QuotaText,
  RefreshIcon,
  TrashIcon,
} from '~/ui/kit'
import type { AnswerMessage } from '../chat/message.ts'
import { SoundPlayer } from '../sound/SoundPlayer.tsx'
import { adviceFor } from './advice.ts'

interface AnswerFootProps {
  readonly message: AnswerMessage
  /** Undefined when the question was deleted. */
  readonly questionId: string | undefined
  readonly isLast: boolean
  readonly isLocked: boolean
  /** Does the chosen model answer a question that is sent again? */
  readonly canAsk: boolean
  readonly onEdit: (id: string | undefined) => void
  readonly onAgain: (id: string) => void
  readonly onRemove: (ids: readonly string[]) => void
}

/** Model, times, tokens, cost; and what can be done with the answer. */
function AnswerFoot({ isLocked, ...props }: AnswerFootProps) {
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
          {bill.promptTokens + bill.completionTokens > 0 && (
            <span className="number">
              <NumberText value={bill.promptTokens} /> → <NumberText value={bill.completionTokens} />
            </span>
          )}
          <strong>
            <QuotaText value={bill.quota} precision="exact" />
          </strong>
        </>
      )}
    </span>
  )
}

function AnswerActions({ message, questionId, isLast, canAsk, onEdit, onAgain, onRemove }: Omit<AnswerFootProps, 'isLocked'>) {
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
      {isLast && canAsk && questionId !== undefined && message.status !== 'error' && (
        <IconButton isSmall label={t('playground.again')} icon={<RefreshIcon />} onClick={() => onAgain(questionId)} />
      )}
      {canAsk && questionId !== undefined && (
        <IconButton isSmall label={t('playground.editQuestion')} icon={<EditIcon />} onClick={() => onEdit(questionId)} />
      )}
      <Menu items={[remove]}>
        <IconButton isSmall label={t('action.more')} icon={<MoreIcon />} />
      </Menu>
    </span>
  )
}

interface ReasoningProps {
  readonly text: string
  readonly thoughtMs: number | undefined
  readonly isThinking: boolean
}

/** The thoughts: one line that unfolds. Open while the model thinks, unless the user closed it. */
function Reasoning({ text, thoughtMs, isThinking }: ReasoningProps) {
  const t = useText()
  const id = useId()
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isThinking
  const label = isThinking
    ? t('playground.thinking')
    : thoughtMs === undefined
      ? t('playground.thought')
      : t('playground.thoughtFor', { seconds: (thoughtMs / 1000).toFixed(1) })
  return (
    <div className="reasoning">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setChosen(!isOpen)}>
        {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        {label}
      </button>
      <div id={id} className="thoughts" hidden={!isOpen}>
        {text}
      </div>
    </div>
  )
}

interface AnswerProps extends AnswerFootProps {
  readonly isForAdmin: boolean
}

/** The model's response: text at the left, time and cost below it. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const t = useText()
  const { message, questionId, isLocked, canAsk, onAgain } = props
  const { status, text, images, reasoning } = message
  const isLoading = status === 'loading'
  const isBlank = text === '' && images.length === 0 && !message.sound
  return (
    <article className="answer" aria-busy={isLoading}>
      {reasoning !== '' && <Reasoning text={reasoning} thoughtMs={message.thoughtMs} isThinking={isLoading && isBlank} />}
      {isLoading && isBlank && reasoning === '' && (
        <p className="text3 caret">
          <span className="unseen">{t('playground.waiting')}</span>
        </p>
      )}
      {text !== '' && <Markdown text={text} isGrowing={isLoading} />}
      <Pictures images={images} />
      {message.sound && <SoundPlayer sound={message.sound} label={t('playground.sound.spoken')} />}
      {status === 'complete' && isBlank && <p className="text3">{t('playground.nothing')}</p>}
      {status === 'incomplete' && <p className="answer-hint">{t(`playground.incomplete.${message.reason ?? 'cut'}`)}</p>}
      {status === 'error' && <Failure {...props} />}
      {!isLoading && <AnswerFoot {...props} />}
      {status === 'error' && canAsk && questionId !== undefined && (
        <div>
          <Button icon={<RefreshIcon />} isDisabled={isLocked} onClick={() => onAgain(questionId)}>
            {t('action.retry')}
          </Button>
        </div>
      )}
    </article>
  )
})

/** Why there is no answer, in the server's words, with what helps. */
function Failure({ message, isForAdmin }: AnswerProps) {
  const t = useText()
  const { failure, requestId } = message
  const advice = adviceFor(failure?.code, isForAdmin)
  return (
    <Banner tone="red">
      <div className="answer-failure">
        <span>{failure?.message}</span>
        {advice && <span>{t(advice)}</span>}
        {advice === 'playground.setPrice' && <ModelPricesLink />}
        {requestId && (
          <span className="row text2">
            {t('error.requestId')} <span className="mono">{requestId}</span>
            <CopyButton value={requestId} />
          </span>
        )}
      </div>
    </Banner>
  )
}

/** Pictures of a message. Those that a model names by URL are fetched on a click; the user's own are embedded. */
export function Pictures({ images }: { readonly images: readonly string[] }) {
  const t = useText()
  if (images.length === 0) return null
  return (
    <div className="pictures">
      {images.map((url, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message's pictures do not change their order
        <ClickToLoadImage key={index} src={url} alt={t('playground.image', { number: index + 1 })} />
      ))}
    </div>
  )
}
