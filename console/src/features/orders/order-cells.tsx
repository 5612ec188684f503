import { Link } from '@tanstack/react-router'
import { paymentMethods, type TopUpOrder } from '@waystation/contract/money/top-up'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { OrderState } from '~/shared/money/OrderState'
import { priceText } from '~/shared/money/price-text.ts'
import { CopyButton, middleCut, QuotaText, Tag } from '~/ui/kit'
import './orders.css'

interface OrderProps {
  readonly order: TopUpOrder
}

/** Whose order it is. */
export const userOf = ({ username, user_id }: TopUpOrder): string => username || `#${user_id}`

export function OrderUser({ order }: OrderProps) {
  return (
    <Link className="cell-link" to={paths.user(order.user_id)}>
      {userOf(order)}
    </Link>
  )
}

export function OrderNumber({ order }: OrderProps) {
  const t = useText()
  return (
    <span className="order-number">
      <span className="mono" title={order.trade_no}>
        {middleCut(order.trade_no)}
      </span>
      <CopyButton value={order.trade_no} label={t('order.copyNumber')} />
    </span>
  )
}

/** With how many notices of it were refused. */
export function OrderStateAndFaults({ order }: OrderProps) {
  const t = useText()
  return (
    <span className="order-state">
      <OrderState status={order.status} />
      {order.refused_notices > 0 && <Tag tone="red">{t('order.refusedCount', { count: order.refused_notices })}</Tag>}
    </span>
  )
}

export function MethodName({ method }: { readonly method: string }) {
  const t = useText()
  const known = paymentMethods.find((one) => one === method)
  return known ? t(`order.methods.${known}`) : method
}

/** What of an order stands on the balance: nothing before it is paid, and less by what was taken back. */
export const creditOf = ({ quota, quota_back, paid_at }: Pick<TopUpOrder, 'quota' | 'quota_back' | 'paid_at'>): number =>
  paid_at === 0 ? 0 : quota - quota_back

/** What was credited, and beside it what of that was taken back; of an order that was taken back whole, that alone. */
export function Credited({ order }: OrderProps) {
  if (order.paid_at === 0) return <span className="text3">–</span>
  if (order.quota_back === 0) return <QuotaText value={order.quota} />
  return (
    <>
      {order.quota_back < order.quota && <QuotaText value={order.quota} />} −<QuotaText value={order.quota_back} />
    </>
  )
}

export function OrderMoney({ order }: OrderProps) {
  return <span className="number">{priceText(order.money, order.currency)}</span>
}
