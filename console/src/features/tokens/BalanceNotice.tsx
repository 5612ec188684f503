import { useText } from '~/i18n'
import { NextStep } from '~/shared/balance/NextStep'
import { useBalance } from '~/shared/balance/use-balance'
import { Banner, useQuotaFormat } from '~/ui/kit'

/** Says when there is little or nothing left to pay calls with, and what helps. */
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
