import { createRecoveryCodes, disableTotp, enableTotp, getFactors, startTotp } from '@waystation/contract/api/people/second-factor'
import { RECOVERY_CODE_COUNT, type TotpSecret } from '@waystation/contract/people/second-factor'
import { useState } from 'react'
import { atField } from '~/api/at-field'
import { CallError, messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { useSystemName } from '~/session/status'
import {
  Banner,
  Button,
  CodeField,
  CopyField,
  CopyIcon,
  confirm,
  copyOrShow,
  Dialog,
  DownloadIcon,
  QrCode,
  saveText,
  Tag,
  TwoStepIcon,
} from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'
import type { FactorRowProps } from './Passkeys.tsx'
import { WayRow } from './WayRow.tsx'

interface TotpDialogProps {
  readonly secret: TotpSecret
  /** Told the recovery codes when the first code was right. */
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** A new secret goes into the app, and a first code of the app comes back. */
function TotpDialog({ secret, onCodes, onClose }: TotpDialogProps) {
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

/** Recovery codes that were just made. They cannot be seen again, so only the word that they are kept closes the dialog. */
function RecoveryCodesDialog({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const t = useText()
  const site = useSystemName()
  const lines = codes.join('\n')
  return (
    <Dialog
      isOpen
      isHeld
      onClose={onClose}
      title={t('factor.recovery.title')}
      width={440}
      buttons={
        <Button kind="primary" onClick={onClose}>
          {t('factor.recovery.kept')}
        </Button>
      }
    >
      <div className="stack">
        <Banner tone="amber">{t('factor.recovery.once')}</Banner>
        <p className="text2">{t('factor.recovery.text')}</p>
        <ul className="me-recovery-codes" aria-label={t('factor.recovery.list')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="row">
          <Button icon={<CopyIcon />} onClick={() => copyOrShow(lines)}>
            {t('factor.recovery.copy')}
          </Button>
          <Button
            icon={<DownloadIcon />}
            onClick={() => saveText(t('factor.recovery.fileName', { site }), `${site} · ${location.origin}\n\n${lines}\n`)}
          >
            {t('factor.recovery.download')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** With this many recovery codes left, the user is warned. */
const FEW = 2

/** One-time passwords of an app, and the recovery codes beside them. */
export function TwoStep({ factors, failure }: FactorRowProps) {
  const t = useText()
  const [secret, setSecret] = useState<TotpSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const start = useCall(startTotp)
  const end = useCall(disableTotp, { refreshes: [getFactors], done: 'factor.totp.turnedOff' })
  const renew = useCall(createRecoveryCodes, { refreshes: [getFactors] })
  const isOn = factors?.totp === true

  const turnOff = async () => {
    const isSure = await confirm({
      title: t('factor.totp.turnOffTitle'),
      text: t('factor.totp.turnOffText'),
      yes: t('factor.totp.turnOff'),
      isDanger: true,
    })
    if (isSure) await end.run()
  }
  const makeCodes = async () => {
    const isSure = await confirm({
      title: t('factor.recovery.renewTitle'),
      text: t('factor.recovery.renewText'),
      yes: t('factor.recovery.renewYes'),
    })
    if (isSure) setCodes(await renew.run())
  }
  return (
    <>
      <WayRow
        icon={<TwoStepIcon />}
        name={t('factor.totp.title')}
        text={failure && !factors ? messageOf(failure) : isOn ? <State left={factors.recovery_codes_left} /> : t('factor.totp.off')}
      >
        {isOn ? (
          <>
            <Button size="small" onClick={makeCodes}>
              {t('factor.recovery.renew')}
            </Button>
            <Button size="small" kind="danger" onClick={turnOff}>
              {t('factor.totp.turnOff')}
            </Button>
          </>
        ) : (
          <Button size="small" isDisabled={!factors} onClick={async () => setSecret(await start.run())}>
            {t('factor.totp.setUp')}
          </Button>
        )}
      </WayRow>
      {secret && <TotpDialog secret={secret} onCodes={setCodes} onClose={() => setSecret(undefined)} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

function State({ left }: { readonly left: number }) {
  const t = useText()
  return (
    <span className="me-two-step">
      <span className="status">
        <i className="dot" style={{ background: 'var(--greenDot)' }} />
        {t('factor.totp.on')}
      </span>
      {left <= FEW ? (
        <Tag tone="amber">{t('factor.totp.few', { count: left })}</Tag>
      ) : (
        <span>{t('factor.totp.left', { left, all: RECOVERY_CODE_COUNT })}</span>
      )}
    </span>
  )
}
