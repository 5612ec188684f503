import { exportAudit, verifyAudit } from '@waystation/contract/api/audit'
import type { AuditVerdict } from '@waystation/contract/audit'
import { isRoot } from '@waystation/contract/status-table'
import { useState } from 'react'
import { callFile } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { AuditIcon, Banner, Button, DownloadIcon, saveFile, toast } from '~/ui/kit'

/** Breaks that are named on the screen; the command line names them all. */
const BREAKS_SHOWN = 20

/** Saves every row that the filters leave. */
export function ExportButton({ filters }: { readonly filters: Readonly<Record<string, string>> }) {
  const t = useText()
  const save = async () => {
    try {
      saveFile(await callFile(exportAudit, { query: filters }))
      toast.done(t('audit.exported'))
    } catch (error) {
      toast.failed(messageOf(error))
    }
  }
  return (
    <Button icon={<DownloadIcon />} onClick={save}>
      {t('audit.export')}
    </Button>
  )
}

/** Follows the chain of the log, for the super admin. */
export function VerifyButton({ onVerdict }: { readonly onVerdict: (verdict: AuditVerdict) => void }) {
  const t = useText()
  const verify = useCall(verifyAudit)
  if (!isRoot(useUser()?.role ?? 0)) return null
  return (
    <Button icon={<AuditIcon />} onClick={async () => onVerdict(await verify.run())}>
      {t('audit.verify')}
    </Button>
  )
}

export function useVerdict() {
  const t = useText()
  const [verdict, setVerdict] = useState<AuditVerdict>()
  if (!verdict) return { setVerdict, notice: undefined }
  const { rows: count, broken } = verdict
  const notice =
    broken === 0 ? <Banner tone="green">{t('audit.whole', { count })}</Banner> : <Banner tone="red">{brokenText(t, verdict)}</Banner>
  return { setVerdict, notice }
}

function brokenText(t: ReturnType<typeof useText>, { rows, broken, breaks }: AuditVerdict): string {
  const shown = breaks.slice(0, BREAKS_SHOWN).map(({ id, kind }) => t(`audit.break.${kind}`, { id }))
  return t('audit.broken', { count: rows, broken, breaks: shown.join(t('audit.breakJoin')) + (broken > shown.length ? '…' : '') })
}
