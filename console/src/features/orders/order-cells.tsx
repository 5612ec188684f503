import { type OrderStatus, paymentMethods, type TopUpOrder } from '@waystation/contract/top-up'
import { useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { CopyButton, middleCut, QuotaText, Tag } from '~/ui/kit'
import './orders.css'

interface OrderProps {
  readonly order: TopUpOrder
}

/** `¥73.00`, as the currency is written in the language. */
export function moneyIn({ money, currency }: Pick<TopUpOrder, 'money' | 'currency'>, language: Language): string {
  return new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-US', { style: 'currency', currency }).format(Number(money))
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

/** Credited is quiet; what is unpaid or was taken back stands out. */
export function OrderState({ status }: { readonly status: OrderStatus }) {
  const t = useText()
  const words = t(`order.statuses.${status}`)
  if (status === 'pending') return <Tag tone="amber">{words}</Tag>
  if (status === 'refunding') return <Tag tone="amber">{words}</Tag>
  if (status === 'refunded') return <Tag tone="violet">{words}</Tag>
  return (
    <span className="status">
      <i className="dot" style={{ background: 'var(--greenDot)' }} />
      {words}
    </span>
  )
}

export function MethodName({ method }: { readonly method: string }) {
  const t = useText()
  const known = paymentMethods.find((one) => one === method)
  return known ? t(`order.methods.${known}`) : method
}

/** Was its credit taken back? */
export const isTakenBack = ({ status }: Pick<TopUpOrder, 'status'>): boolean => status === 'refunded' || status === 'refunding'

/** What stands on the balance because of it: nothing before it is paid, and a minus after a refund. */
export function Credited({ order }: OrderProps) {
  if (order.status === 'pending') return <span className="text3">–</span>
  return (
    <>
      {isTakenBack(order) && '−'}
      <QuotaText value={order.quota} />
    </>
  )
}

export function OrderMoney({ order }: OrderProps) {
  const language = useLanguage()
  return <span className="number">{moneyIn(order, language)}</span>
}
