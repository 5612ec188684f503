import { type OrderStatus, paymentMethods, type TopUpOrder } from '@waystation/contract/money/top-up'
import { useText } from '~/i18n'
import { priceText } from '~/shared/money/price-text.ts'
import { CopyButton, middleCut, QuotaText, Tag } from '~/ui/kit'
import './orders.css'

interface OrderProps {
  readonly order: TopUpOrder
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

const tones: Partial<Record<OrderStatus, 'amber' | 'violet' | 'red' | 'neutral'>> = {
  pending: 'amber',
  refunding: 'amber',
  refunded: 'violet',
  disputed: 'red',
  charged_back: 'violet',
  expired: 'neutral',
  failed: 'neutral',
  late: 'amber',
}

/** Credited is quiet; what is unpaid or was taken back stands out. */
export function OrderState({ status }: { readonly status: OrderStatus }) {
  const t = useText()
  const words = t(`order.statuses.${status}`)
  const tone = tones[status]
  if (tone) return <Tag tone={tone}>{words}</Tag>
  return (
    <span className="status">
      <i className="dot" style={{ background: 'var(--greenDot)' }} />
      {words}
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
