import { verifyAudit } from '@waystation/contract/api/people/audit'
import type { AuditVerdict } from '@waystation/contract/people/audit'
import { isRoot } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { type Text, useText } from '~/i18n'
import { useUser } from '~/session/user'
import { AuditIcon, Banner, Button, Skeleton, TimeText } from '~/ui/kit'

/** A page that is opened shows a check of today rather than reading the whole log again. */
const MAX_AGE_SECONDS = 86_400
/** Breaks that are named on the screen; the command line names them all. */
const BREAKS_SHOWN = 20

/** Whether the log is whole, for the super admin: the state, and what is broken. */
export function useAuditChain() {
  const t = useText()
  const mayLook = isRoot(useUser()?.role ?? 0)
  const known = useData(verifyAudit, { query: { max_age_seconds: MAX_AGE_SECONDS } }, { when: mayLook, freshMs: MAX_AGE_SECONDS * 1000 })
  const verify = useCall(verifyAudit)
  const [latest, setLatest] = useState<AuditVerdict>()
  const verdict = latest ?? known.data
  if (!mayLook) return { state: undefined, notice: undefined }
  const again = async () => setLatest(await verify.run())
  return {
    state: <ChainState verdict={verdict} hasFailed={known.error !== null} onAgain={again} />,
    notice: verdict && verdict.broken > 0 ? <Banner tone="red">{brokenText(t, verdict)}</Banner> : undefined,
  }
}

interface ChainStateProps {
  readonly verdict: AuditVerdict | undefined
  readonly hasFailed: boolean
  readonly onAgain: () => Promise<void>
}

function ChainState({ verdict, hasFailed, onAgain }: ChainStateProps) {
  const t = useText()
  const isWhole = verdict?.broken === 0
  return (
    <div className="audit-chain">
      <span className={verdict && !isWhole ? 'audit-chain-icon audit-chain-broken' : 'audit-chain-icon'}>
        <AuditIcon />
      </span>
      {verdict || hasFailed ? (
        <span className="audit-chain-words">
          <b>{t(verdict ? (isWhole ? 'audit.chainWhole' : 'audit.chainBroken') : 'audit.chainUnknown')}</b>
          {verdict && (
            <span className="text2">
              {t('audit.chainRows', { count: verdict.rows })} · <TimeText unix={verdict.checked_at} />
            </span>
          )}
        </span>
      ) : (
        <Skeleton width={150} />
      )}
      <Button onClick={onAgain}>{t('audit.verify')}</Button>
    </div>
  )
}

function brokenText(t: Text, { rows, broken, breaks }: AuditVerdict): string {
  const shown = breaks.slice(0, BREAKS_SHOWN).map(({ id, kind }) => t(`audit.break.${kind}`, { id }))
  return t('audit.broken', { count: rows, broken, breaks: shown.join(t('audit.breakJoin')) + (broken > shown.length ? '…' : '') })
}
