import { Link, useNavigate } from '@tanstack/react-router'
import { listOwnLogs } from '@waystation/contract/api/log'
import { logType } from '@waystation/contract/status-table'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { FirstCall } from '~/shared/FirstCall'
import { TryInPlayground } from '~/shared/TryInPlayground'
import { Button, NumberText, OkIcon, QuotaText } from '~/ui/kit'
import { StepHead } from './StepHead.tsx'
import type { StepProps } from './setup-facts.ts'

/** Milliseconds between two looks into the log for the first call. */
const LOOK = 2000

/** The command to copy, and the call's arrival. */
export function CallStep({ facts }: StepProps) {
  const t = useText()
  const navigate = useNavigate()
  const [since] = useState(() => Math.floor(Date.now() / 1000) - 5)
  const [isArrived, setIsArrived] = useState(false)
  const logs = useData(
    listOwnLogs,
    { query: { p: '1', page_size: '1', type: String(logType.consumption), start_timestamp: String(since) } },
    isArrived ? {} : { everyMs: LOOK },
  )
  const row = logs.data?.items[0]
  if (row && !isArrived) setIsArrived(true)

  return (
    <>
      <StepHead title={t('setup.callTitle')} text={t('setup.callText')} />
      <div className="stack" style={{ gap: 16 }}>
        <FirstCall apiKey={facts.token?.key ?? 'sk-…'} model={facts.channel?.model} />
        <div className="panel first-call" role="status">
          {row ? (
            <>
              <span className="row tone-green">
                <OkIcon /> {t('setup.callReceived')}
              </span>
              <span className="mono">{row.model_name}</span>
              <span className="text2">
                <NumberText value={row.prompt_tokens} /> → <NumberText value={row.completion_tokens} /> tokens
              </span>
              <strong>
                <QuotaText value={row.quota} precision="exact" />
              </strong>
              <span className="grow" />
              <Link to={paths.logs()}>{t('setup.callLogs')}</Link>
            </>
          ) : (
            <span className="row text2">
              <i className="waiting" /> {t('setup.callWaiting')}
            </span>
          )}
        </div>
      </div>
      <div className="setup-foot">
        <TryInPlayground size="large" model={facts.channel?.model} />
        <span className="grow" />
        <Button size="large" kind="primary" onClick={() => navigate({ to: paths.tokens() })}>
          {t('setup.enter')}
        </Button>
      </div>
    </>
  )
}
