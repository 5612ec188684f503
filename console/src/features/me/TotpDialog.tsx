import { enableTotp, getFactors } from '@waystation/contract/api/second-factor'
import type { TotpSecret } from '@waystation/contract/second-factor'
import { atField } from '~/api/at-field'
import { CallError } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { CodeField, CopyField, QrCode } from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'

export interface TotpDialogProps {
  readonly secret: TotpSecret
  /** Told the recovery codes when the first code was right. */
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** A new secret goes into the app, and a first code of the app comes back. */
export function TotpDialog({ secret, onCodes, onClose }: TotpDialogProps) {
  const t = useText()
  const enable = useCall(enableTotp, { isQuiet: true, refreshes: [getFactors] })
  const submit = async ({ code }: { code?: string | undefined }) => {
    const codes = await enable.run({ body: { code } }).catch((error: unknown) => {
      throw error instanceof CallError && error.code === 'second_factor_wrong' ? atField(error, 'code') : error
    })
    onCodes(codes)
  }
  return (
    <FormDialog
      title={t('factor.totp.setUpTitle')}
      text={t('factor.totp.scan')}
      submit={t('factor.totp.setUp')}
      schema={enableTotp.body}
      initial={{ code: '' }}
      check={({ code = '' }): Record<string, string> => (code.length === 6 ? {} : { code: t('factor.step.codeEmpty') })}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="me-totp">
        <QrCode text={secret.uri} label={t('factor.totp.qrCode')} size={160} />
        <div className="me-totp-secret">
          <p className="text2">{t('factor.totp.byHand')}</p>
          <CopyField value={inFours(secret.secret)} label={t('factor.totp.copySecret')} />
        </div>
      </div>
      <CodeField name="code" label={t('factor.totp.first')} hint={t('factor.step.codeHint')} hasFocus />
    </FormDialog>
  )
}

/** Easier to type; apps drop the spaces. */
function inFours(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
