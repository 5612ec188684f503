import { memo } from 'react'
import { type TextKey, useText } from '~/i18n'
import { Banner, Button, CopyButton, Markdown, RefreshIcon } from '~/ui/kit'
import { AnswerFoot, type AnswerFootProps } from './AnswerFoot.tsx'
import { Pictures } from './Pictures.tsx'
import { Reasoning } from './Reasoning.tsx'

interface AnswerProps extends AnswerFootProps {
  readonly isForAdmin: boolean
}

/** The model's response: text at the left, time and cost below it. */
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

function adviceFor(code: string | undefined, isForAdmin: boolean): TextKey | undefined {
  if (code === 'insufficient_user_quota' || code === 'quota_cut') return isForAdmin ? 'playground.noQuotaAdmin' : 'playground.noQuotaUser'
  if (code === 'model_price_error') return isForAdmin ? 'playground.setPrice' : 'playground.otherModel'
  if (code === 'network') return 'playground.noNetwork'
  return undefined
}

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
