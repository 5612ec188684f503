import { getWallet, listMoneyIn, redeem } from '@waystation/contract/api/wallet'
import { useState } from 'react'
import { CallError, messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { refreshUser } from '~/session/refresh-user'
import { usePublicStatus } from '~/session/status'
import { CodeEntry, OutsideIcon, Panel, toast, useQuotaFormat } from '~/ui/kit'

/** A field for a redemption code. Why a code does not count stands below it. */
export function RedeemCode() {
  const t = useText()
  const format = useQuotaFormat()
  const [key, setKey] = useState('')
  const [fault, setFault] = useState<string>()
  const { run, isRunning } = useCall(redeem, { isQuiet: true, refreshes: [getWallet, listMoneyIn] })
  const submit = async () => {
    if (key.trim() === '') return setFault(t('wallet.codeEmpty'))
    try {
      const { quota, is_gift } = await run({ body: { key: key.trim() } })
      toast.done(t(is_gift ? 'wallet.redeemedGift' : 'wallet.redeemed', { amount: format(quota) }))
      setKey('')
      setFault(undefined)
      void refreshUser()
    } catch (error) {
      setFault((error instanceof CallError ? error.fields.key : undefined) ?? messageOf(error))
    }
  }
  return (
    <Panel title={t('wallet.code')} aside={<Shop />}>
      <CodeEntry
        label={t('wallet.code')}
        placeholder={t('wallet.paste')}
        submit={t('wallet.redeem')}
        value={key}
        onChange={(typed) => {
          setKey(typed)
          setFault(undefined)
        }}
        onSubmit={submit}
        fault={fault}
        isBusy={isRunning}
      />
    </Panel>
  )
}

/** Where codes are sold. */
function Shop() {
  const t = useText()
  const shop = usePublicStatus()?.top_up_link
  if (!shop) return t('wallet.noLink')
  return (
    <a className="wallet-link" href={shop} target="_blank" rel="noreferrer">
      {t('wallet.buyCode')}
      <OutsideIcon />
    </a>
  )
}
