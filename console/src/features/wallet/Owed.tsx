import { useText } from '~/i18n'
import { Banner, useQuotaFormat } from '~/ui/kit'
import type { WalletData } from './wallet-data.ts'

/** What the user owes, and what is locked, where there is any: both come from payments that were given back or are disputed. */
export function Owed({ wallet: { debt, locked } }: { readonly wallet: WalletData }) {
  const t = useText()
  const format = useQuotaFormat()
  return (
    <>
      {debt > 0 && <Banner tone="amber">{t('wallet.debt', { amount: format(debt) })}</Banner>}
      {locked > 0 && <Banner tone="amber">{t('wallet.locked', { amount: format(locked) })}</Banner>}
    </>
  )
}
