import { Link } from '@tanstack/react-router'
import { getWallet, listMoneyIn, redeem } from '@waystation/contract/api/money/wallet'
import { isRoot } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { CallError, messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { refreshUser } from '~/session/refresh-user'
import { usePublicStatus } from '~/session/status'
import { useUser } from '~/session/user'
import { OutsideIcon, Panel, toast, useQuotaFormat } from '~/ui/kit'
import { CodeEntry } from './CodeEntry.tsx'

/** A field for a redemption code. Why a code does not count stands below it; where codes are sold, beside the title. */
export function RedeemCode() {
  const t = useText()
  const format = useQuotaFormat()
  const shop = usePublicStatus()?.top_up_link
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
    <Panel title={t('wallet.redeemTitle')} {...(shop ? { aside: <ShopLink address={shop} /> } : {})}>
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
      {!shop && <NoShop />}
    </Panel>
  )
}

/** Where codes are sold. */
function ShopLink({ address }: { readonly address: string }) {
  const t = useText()
  return (
    <a className="wallet-link" href={address} target="_blank" rel="noreferrer">
      {t('wallet.buyCode')}
      <OutsideIcon />
    </a>
  )
}

/** Tells the super admin that no link to a shop is set. Other users cannot set one, so they see nothing. */
function NoShop() {
  const t = useText()
  if (!isRoot(useUser()?.role ?? 0)) return null
  return (
    <p className="wallet-small wallet-no-shop">
      {t('wallet.noLink')}{' '}
      <Link to={paths.settings()} search={{ tab: 'system', card: 'payment', option: 'TopUpLink' }}>
        {t('wallet.setLink')}
      </Link>
    </p>
  )
}
