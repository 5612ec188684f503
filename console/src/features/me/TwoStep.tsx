import { createRecoveryCodes, disableTotp, getFactors, startTotp } from '@waystation/contract/api/second-factor'
import { RECOVERY_CODE_COUNT, type TotpSecret } from '@waystation/contract/second-factor'
import { useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { Button, confirm, Tag, TwoStepIcon } from '~/ui/kit'
import type { FactorRowProps } from './Passkeys.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'
import { WayRow } from './WayRow.tsx'

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
