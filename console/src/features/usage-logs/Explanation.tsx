import type { LogEntry } from '@waystation/contract/log'
import { useText } from '~/i18n'
import { CodeBlock, CopyButton } from '~/ui/kit'
import { ChargeFacts } from './ChargeFacts.tsx'
import { otherOf } from './log-other.ts'
import { RouteFacts } from './RouteFacts.tsx'
import './explanation.css'

/** Why a call cost what it cost: its route at the left, the arithmetic at the right, what else is known below. */
export function Explanation({ row, isAdmin }: { readonly row: LogEntry; readonly isAdmin: boolean }) {
  return (
    <div className="explanation">
      <div className="explanation-parts">
        <RouteFacts row={row} isAdmin={isAdmin} />
        <ChargeFacts row={row} />
      </div>
      <CallFacts row={row} />
    </div>
  )
}

function CallFacts({ row }: { readonly row: LogEntry }) {
  const t = useText()
  const other = otherOf(row)
  return (
    <div className="explanation-foot">
      {row.request_id !== '' && (
        <span className="row">
          {t('log.request')} <span className="mono">{row.request_id}</span>
          <CopyButton value={row.request_id} label={t('log.requestId')} />
        </span>
      )}
      {row.client_ip !== '' && (
        <span>
          {t('log.ip')} {row.client_ip}
        </span>
      )}
      {other.endpoint && <span className="mono">{other.endpoint}</span>}
      {other.end_reason && <span className={other.end_reason === 'done' ? '' : 'tone-orange'}>{t(`log.end.${other.end_reason}`)}</span>}
      {other.reasoning_effort && <span>{other.reasoning_effort}</span>}
      {other.usage_raw !== undefined && (
        <details>
          <summary>{t('log.rawUsage')}</summary>
          <CodeBlock samples={[{ label: 'JSON', language: 'json', code: JSON.stringify(other.usage_raw, null, 2) }]} />
        </details>
      )}
    </div>
  )
}
