import { QuotaText } from '~/ui/QuotaText'
import { type Balance, balanceTone } from './use-balance.ts'

/** What is left, in amber when it is low and in red when it is nothing. */
export function BalanceText({ balance }: { readonly balance: Balance }) {
  const tone = balanceTone[balance.state]
  return (
    <span className={tone && `tone-${tone}`}>
      <QuotaText value={balance.left} />
    </span>
  )
}
