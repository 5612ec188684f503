import { useText } from '~/i18n'
import { BalanceText } from '~/shared/balance/BalanceText'
import { useBalance } from '~/shared/balance/use-balance'
import { Chips, NumberText, QuotaText, Skeleton } from '~/ui/kit'

/** What all tokens of the account draw on: left, used, and in how many calls. */
export function BalanceChips() {
  const t = useText()
  const balance = useBalance()
  const soon = <Skeleton width={64} />
  return (
    <Chips
      figures={[
        { label: t('balance.title'), value: balance ? <BalanceText balance={balance} /> : soon },
        { label: t('balance.used'), value: balance ? <QuotaText value={balance.used} /> : soon },
        { label: t('balance.calls'), value: balance ? <NumberText value={balance.calls} /> : soon },
      ]}
    />
  )
}
