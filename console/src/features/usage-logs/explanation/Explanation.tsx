import type { LogEntry } from '@waystation/contract/calls/log'
import { useEffect } from 'react'
import { useText } from '~/i18n'
import { otherOf } from '~/shared/log-row'
import { CodeBlock, CopyButton, useIsPhone } from '~/ui/kit'
import { hasLeft, isTest } from '../log-other.ts'
import { ChannelLink, FilterButton } from '../row-links.tsx'
import { UserButton } from '../UserCard.tsx'
import { ChargeFacts } from './ChargeFacts.tsx'
import { ConversationLink } from './ConversationLink.tsx'
import { RouteFacts } from './RouteFacts.tsx'
import './explanation.css'

interface ExplanationProps {
  readonly row: LogEntry
  readonly isAdmin: boolean
  /** Called with +1 when it opens and -1 when it closes. Must be stable. */
  readonly onRead: (change: 1 | -1) => void
}

/** Why a call cost what it cost: its route at the left, the arithmetic at the right, what else is known below. */
export function Explanation({ row, isAdmin, onRead }: ExplanationProps) {
  // One effect, because a row that is folded away takes its explanation with it.
  useEffect(() => {
    onRead(1)
    return () => onRead(-1)
  }, [onRead])
  const isPhone = useIsPhone()
  return (
    <div className="explanation">
      <div className="explanation-parts">
        <RouteFacts row={row} isAdmin={isAdmin} />
        <ChargeFacts row={row} isAdmin={isAdmin} />
      </div>
      <CallFacts row={row} isAdmin={isAdmin} />
      {isPhone && <ShowOnly row={row} isAdmin={isAdmin} />}
    </div>
  )
}

function CallFacts({ row, isAdmin }: { readonly row: LogEntry; readonly isAdmin: boolean }) {
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
      {other.client_request_id && (
        <span className="row client-id">
          {t('log.clientRequest')} <span className="mono">{other.client_request_id}</span>
          <CopyButton value={other.client_request_id} label={t('log.clientRequest')} />
        </span>
      )}
      {isAdmin && row.user_id > 0 && (
        <span>
          {t('log.user')} <UserButton userId={row.user_id} username={row.username} />
        </span>
      )}
      {isAdmin && isTest(row) && row.channel > 0 && (
        <span>
          {t('log.channel')} <ChannelLink id={row.channel} name={row.channel_name} />
        </span>
      )}
      {row.client_ip !== '' && (
        <span>
          {t('log.ip')} {row.client_ip}
        </span>
      )}
      {other.endpoint && <span className="mono">{other.endpoint}</span>}
      {other.end_reason && (
        <span className={other.end_reason === 'done' || hasLeft(row) ? '' : 'tone-orange'}>{t(`log.end.${other.end_reason}`)}</span>
      )}
      {other.reasoning_effort && <span>{other.reasoning_effort}</span>}
      {other.has_content && <ConversationLink row={row} isAdmin={isAdmin} />}
      {other.usage_raw !== undefined && (
        <details>
          <summary>{t('log.rawUsage')}</summary>
          <CodeBlock samples={[{ label: 'JSON', language: 'json', code: JSON.stringify(other.usage_raw, null, 2) }]} />
        </details>
      )}
    </div>
  )
}

/** On a phone, where the names of a card are too small to be pressed: each leaves its own rows alone. */
function ShowOnly({ row, isAdmin }: { readonly row: LogEntry; readonly isAdmin: boolean }) {
  const t = useText()
  return (
    <div className="show-only">
      <span className="text3">{t('log.showOnly')}</span>
      <FilterButton filter="model_name" value={row.model_name} className="show-only-name mono" />
      {isAdmin && <FilterButton filter="username" value={row.username} className="show-only-name" />}
      <FilterButton filter="token_name" value={row.token_name} className="show-only-name" />
      <FilterButton filter="group" value={row.group} className="show-only-name" />
      {isAdmin && row.channel > 0 && (
        <FilterButton
          filter="channel"
          value={String(row.channel)}
          name={`#${row.channel} ${row.channel_name}`}
          className="show-only-name"
        />
      )}
    </div>
  )
}
