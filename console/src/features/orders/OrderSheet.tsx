import type { RefusedPaymentNotice, TopUpOrder } from '@waystation/contract/money/top-up'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { OrderState } from '~/shared/money/OrderState'
import { priceText } from '~/shared/money/price-text.ts'
import { CopyButton, DescriptionList, ErrorState, type Fact, SideSheet, SkeletonLines, Tag, TimeText } from '~/ui/kit'
import { Credited, MethodName, OrderNumber, OrderUser } from './order-cells.tsx'
import { listRefusedNotices } from './order-queries.ts'

/** Notices shown at once; nobody reads further than that. */
const SHOWN = 50

/** What is looked at: an order, or the notices that name none. */
export type Looked = TopUpOrder | 'unknown'

/** One order with the notices of it that were refused, or those that no order belongs to. */
export function OrderSheet({ looked, onClose }: { readonly looked: Looked | undefined; readonly onClose: () => void }) {
  const t = useText()
  const order = looked === 'unknown' ? undefined : looked
  const title = order ? t('order.detailsOf', { id: order.id }) : t('order.unknownNotices')
  return (
    <SideSheet isOpen={looked !== undefined} onClose={onClose} width={560} title={title}>
      <div className="stack order-sheet">
        {order && <OrderFacts order={order} />}
        {order && <h3>{t('order.refusedNotices')}</h3>}
        {looked && <Notices orderId={order?.id ?? 0} />}
      </div>
    </SideSheet>
  )
}

function OrderFacts({ order }: { readonly order: TopUpOrder }) {
  const t = useText()
  const moment = (unix: number) => (unix === 0 ? null : <TimeText unix={unix} />)
  const facts: readonly Fact[] = [
    { label: t('order.user'), value: <OrderUser order={order} /> },
    { label: t('order.status'), value: <OrderState status={order.status} /> },
    { label: t('order.number'), value: <OrderNumber order={order} /> },
    { label: t('order.method'), value: <MethodName method={order.method} /> },
    { label: t('order.paid'), value: priceText(order.money, order.currency) },
    { label: t('order.credited'), value: <Credited order={order} /> },
    { label: t('order.created'), value: moment(order.created_at) },
    { label: t('order.paidAt'), value: moment(order.paid_at) },
    { label: t('order.refundedAt'), value: moment(order.refunded_at) },
    ...(order.completed_because === '' ? [] : [{ label: t('order.completedBecause'), value: order.completed_because }]),
  ]
  return <DescriptionList facts={facts} />
}

function Notices({ orderId }: { readonly orderId: number }) {
  const t = useText()
  const { data, error, refresh } = useData(listRefusedNotices, { query: { order_id: orderId, page_size: SHOWN } })
  if (error) return <ErrorState error={error} onRetry={refresh} />
  if (!data) return <SkeletonLines count={4} />
  if (data.items.length === 0) return <p className="text3">{t('order.noRefusedNotices')}</p>
  return data.items.map((notice) => <Notice key={notice.id} notice={notice} />)
}

function Notice({ notice }: { readonly notice: RefusedPaymentNotice }) {
  const t = useText()
  const { trade_no, gateway_ref, times, last_at, reason, currency } = notice
  const numbers = [...new Set([trade_no, gateway_ref])].filter((number) => number !== '')
  return (
    <section>
      <p className="order-notice-head">
        <Tag tone="amber">{t(`order.reasons.${reason}`)}</Tag>
        <span className="text3">
          <TimeText unix={last_at} />
          {times > 1 && ` · ${t('order.times', { count: times })}`}
        </span>
      </p>
      {currency !== '' && (
        <p>
          {t('order.noticeMoney', {
            gateway: notice.gateway === 'stripe' ? 'Stripe' : 'Epay',
            money: priceText(notice.money, notice.currency),
          })}
        </p>
      )}
      {numbers.map((number) => (
        <p key={number} className="mono">
          {number} <CopyButton value={number} label={t('order.copyNumber')} />
        </p>
      ))}
    </section>
  )
}
