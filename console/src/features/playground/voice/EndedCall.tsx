import { Link } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { ModelPricesLink } from '~/shared/settings/ModelPricesLink'
import { Banner, useQuotaFormat } from '~/ui/kit'
import { adviceFor } from '../talk/advice.ts'
import { durationText } from './duration-text.ts'
import type { VoiceCall } from './voice-call.ts'

/** How a session ended, how long it was, what it cost, and where the log has it. */
export function EndedCall({ call, isForAdmin }: { readonly call: VoiceCall; readonly isForAdmin: boolean }) {
  const t = useText()
  const format = useQuotaFormat()
  const { endedBy = 'person', failure, requestId, quota } = useSelector(call.session.state)
  const { beganAt, endedAt = beganAt, finalQuota = quota } = useSelector(call.view)
  const advice = adviceFor(failure?.code ?? (endedBy === 'network' ? 'network' : undefined), isForAdmin)
  return (
    <>
      {failure && (
        <Banner tone="red">
          <div className="answer-failure">
            <span>{failure.message}</span>
            {advice && <span>{t(advice)}</span>}
            {advice === 'playground.setPrice' && <ModelPricesLink />}
          </div>
        </Banner>
      )}
      <p className="voice-ended" role="status">
        <span>{t(`playground.voice.endedBy.${endedBy}`)}</span>
        {requestId !== undefined && (
          <>
            <span className="number">{durationText(endedAt - beganAt)}</span>
            <span className="number">{t('playground.voice.cost', { cost: format(finalQuota, 'exact') })}</span>
            <Link to={paths.logs()} search={{ request_id: requestId }}>
              {t('playground.voice.seeLog')}
            </Link>
          </>
        )}
      </p>
    </>
  )
}
