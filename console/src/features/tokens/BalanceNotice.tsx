import { useText } from '~/i18n'
import { NextStep } from '~/shared/balance/NextStep'
import { useBalance } from '~/shared/balance/use-balance'
import { Banner, useQuotaFormat } from '~/ui/kit'

/** Warns when the balance is low or used up, and offers a remedy. */
export function BalanceNotice() {
  const t = useText()
  const format = useQuotaFormat()
  const balance = useBalance()
  if (!balance || balance.state === 'well') return null
  const isEmpty = balance.state === 'empty'
  return (
    <Banner tone={isEmpty ? 'red' : 'amber'}>
      <strong>{isEmpty ? t('balance.empty') : t('balance.low', { left: format(balance.left) })}</strong> {isEmpty && t('balance.refused')}{' '}
      <NextStep />
    </Banner>
  )
}
