import { memo } from 'react'
import { useText } from '~/i18n'
import { Banner, Button, CopyButton, Markdown, RefreshIcon } from '~/ui/kit'
import { AnswerFoot } from './AnswerFoot.tsx'
import type { AnswerMessage } from './chat/message.ts'
import { Pictures } from './Pictures.tsx'
import { Reasoning } from './Reasoning.tsx'

export interface AnswerProps {
  readonly message: AnswerMessage
  /** Undefined when the question was deleted. */
  readonly questionId: string | undefined
  readonly isLast: boolean
  readonly isLocked: boolean
  readonly isForAdmin: boolean
  readonly onEdit: (id: string | undefined) => void
  readonly onAgain: (id: string) => void
  readonly onRemove: (ids: readonly string[]) => void
}

/** What the model said: plain text at the left, and below it what it took and cost. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const t = useText()
  const { message, questionId, isLocked, onAgain } = props
  const { status, text, images, reasoning } = message
  const isLoading = status === 'loading'
  const isBlank = text === '' && images.length === 0
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
      {status === 'complete' && isBlank && <p className="text3">{t('playground.nothing')}</p>}
      {status === 'incomplete' && <p className="answer-hint">{t(`playground.incomplete.${message.reason ?? 'cut'}`)}</p>}
      {status === 'error' && <Failure {...props} />}
      {!isLoading && <AnswerFoot {...props} />}
      {status === 'error' && questionId !== undefined && (
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
  const advice =
    failure?.code === 'insufficient_user_quota' || failure?.code === 'quota_cut'
      ? t(isForAdmin ? 'playground.noQuotaAdmin' : 'playground.noQuotaUser')
      : failure?.code === 'network'
        ? t('playground.noNetwork')
        : undefined
  return (
    <Banner tone="red">
      <div className="answer-failure">
        <span>{failure?.message}</span>
        {advice && <span>{advice}</span>}
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
