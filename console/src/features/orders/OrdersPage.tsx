import { dollarsOf } from '@waystation/contract/money/quota'
import { COMPLETION_REASON_MAX, orderStatuses, type RefusedPaymentNotice, type TopUpOrder } from '@waystation/contract/money/top-up'
import { isRoot } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { useUser } from '~/session/user'
import {
  type Action,
  AskTextHost,
  askText,
  Button,
  type Card,
  type Column,
  CopyButton,
  DescriptionList,
  ErrorState,
  type Fact,
  ListTable,
  OrdersIcon,
  Page,
  RefundIcon,
  SideSheet,
  SkeletonLines,
  Tag,
  TimeText,
  toast,
  useQuotaFormat,
} from '~/ui/kit'
import { Credited, creditOf, MethodName, moneyIn, OrderMoney, OrderNumber, OrderState, OrderStateAndFaults } from './order-cells.tsx'
import { listRefusedNotices, orderList, useAsk, useComplete, useRefund } from './order-queries.ts'

/** What can be done to an order. @param look opens its details */
function useOrderActions(look: (order: TopUpOrder) => void): (order: TopUpOrder) => readonly Action[] {
  const t = useText()
  const unpaid = useUnpaidActions()
  const refund = useRefundAction()
  return (order) => [{ label: t('order.details'), run: () => look(order) }, ...unpaid(order), refund(order)]
}

/** Of an order that nobody told of, or that was paid late: to ask the payment service, and to credit it by hand. */
function useUnpaidActions(): (order: TopUpOrder) => readonly Action[] {
  const t = useText()
  const facts = useFacts()
  const role = useUser()?.role ?? 0
  const [ask, complete] = [useAsk(), useComplete()]
  const rootOnly = isRoot(role) ? undefined : t('order.completeRoot')
  return (order) => {
    const isPaid = order.paid_at > 0
    const isLate = order.status === 'late'
    const done = async (reason: string) => {
      await complete(order.id, reason)
      toast.done(t('order.completed', facts(order)))
    }
    return [
      {
        label: t('order.ask'),
        isHidden: isPaid || isLate,
        run: async () => {
          const { status } = await ask(order.id)
          toast.done(t('order.asked', { status: t(`order.statuses.${status}`) }))
        },
      },
      {
        label: t('order.creditLate'),
        isHidden: !isLate,
        disabledReason: rootOnly,
        confirm: { title: t('order.completeTitle', facts(order)), text: t('order.lateText') },
        run: () => done(''),
      },
      {
        label: t('order.complete'),
        isHidden: isPaid || isLate,
        disabledReason: rootOnly,
        run: async () => {
          const reason = await askText({
            title: t('order.completeTitle', facts(order)),
            label: t('order.completeReason'),
            hint: t('order.completeHint'),
            maxLength: COMPLETION_REASON_MAX,
            yes: t('order.complete'),
            check: (text) => (text === '' ? t('order.completeNoReason') : undefined),
          })
          if (reason !== undefined) await done(reason)
        },
      },
    ]
  }
}

/** Stripe pays the money back by itself; with Epay a person must, and the question says so. */
function useRefundAction(): (order: TopUpOrder) => Action {
  const t = useText()
  const facts = useFacts()
  const role = useUser()?.role ?? 0
  const refund = useRefund()
  return (order) => {
    const isSent = order.gateway === 'stripe'
    return {
      label: t('order.refund'),
      icon: <RefundIcon />,
      danger: true,
      isHidden: order.status !== 'paid',
      disabledReason: isRoot(role) ? undefined : t('order.refundRoot'),
      confirm: {
        title: t('order.refundTitle', facts(order)),
        text: (
          <>
            <p>{t(isSent ? 'order.refundStripe' : 'order.refundEpay', facts(order))}</p>
            <p>{t('order.refundText', facts(order))}</p>
          </>
        ),
      },
      run: async () => {
        await refund(order.id)
        toast.done(t(isSent ? 'order.refunded' : 'order.refundedByHand', facts(order)))
      },
    }
  }
}

/** What questions and toasts say of an order. */
function useFacts(): (order: TopUpOrder) => { money: string; quota: string; user: string } {
  const language = useLanguage()
  const format = useQuotaFormat()
  return (order) => ({
    money: moneyIn(order, language),
    quota: format(order.quota),
    user: order.username || `#${order.user_id}`,
  })
}

/** Notices shown at once; nobody reads further than that. */
const SHOWN = 50

/** What is looked at: an order, or the notices that name none. */
type Looked = TopUpOrder | 'unknown'

/** One order with the notices of it that were refused, or those that no order belongs to. */
function OrderSheet({ looked, onClose }: { readonly looked: Looked | undefined; readonly onClose: () => void }) {
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
  const language = useLanguage()
  const moment = (unix: number) => (unix === 0 ? null : <TimeText unix={unix} />)
  const facts: readonly Fact[] = [
    { label: t('order.user'), value: order.username || `#${order.user_id}` },
    { label: t('order.status'), value: <OrderState status={order.status} /> },
    { label: t('order.number'), value: <OrderNumber order={order} /> },
    { label: t('order.method'), value: <MethodName method={order.method} /> },
    { label: t('order.paid'), value: moneyIn(order, language) },
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
  const language = useLanguage()
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
        <p>{t('order.noticeMoney', { gateway: notice.gateway === 'stripe' ? 'Stripe' : 'Epay', money: moneyIn(notice, language) })}</p>
      )}
      {numbers.map((number) => (
        <p key={number} className="mono">
          {number} <CopyButton value={number} label={t('order.copyNumber')} />
        </p>
      ))}
    </section>
  )
}

const userOf = ({ username, user_id }: TopUpOrder) => username || `#${user_id}`
const moment = { width: 98, grow: 1 }

const orderColumns: Column<TopUpOrder>[] = [
  { field: 'id', title: 'order.id', width: 40, render: (id) => <span className="text3">#{id}</span> },
  { field: 'username', title: 'order.user', isFixed: true, width: 96, grow: 2, render: (_, order) => userOf(order), csv: userOf },
  { field: 'status', title: 'order.status', width: 96, grow: 1, render: (_, order) => <OrderStateAndFaults order={order} /> },
  { field: 'trade_no', title: 'order.number', width: 166, grow: 1, render: (_, order) => <OrderNumber order={order} /> },
  { field: 'method', title: 'order.method', width: 84, grow: 1, render: (method) => <MethodName method={method} /> },
  {
    field: 'quota',
    title: 'order.credited',
    align: 'right',
    width: 70,
    quota: creditOf,
    render: (_, order) => <Credited order={order} />,
    csv: (order) => dollarsOf(creditOf(order), quotaPerUnit()),
  },
  {
    field: 'money',
    title: 'order.paid',
    align: 'right',
    width: 80,
    render: (_, order) => (
      <span className="strong">
        <OrderMoney order={order} />
      </span>
    ),
    csv: ({ money, currency }) => `${money} ${currency}`,
  },
  { field: 'created_at', title: 'order.created', ...moment, render: (unix) => <TimeText unix={unix} /> },
  { field: 'paid_at', title: 'order.paidAt', ...moment, render: (unix) => <TimeText unix={unix} /> },
  { field: 'refunded_at', title: 'order.refundedAt', isHidden: true, ...moment, render: (unix) => <TimeText unix={unix} /> },
]

function orderCard(order: TopUpOrder): Card {
  return {
    title: userOf(order),
    aside: <OrderStateAndFaults order={order} />,
    meta: <OrderNumber order={order} />,
    metaAside: (
      <span className="strong">
        <OrderMoney order={order} />
      </span>
    ),
    body: (
      <div className="card-line card-meta">
        <span className="card-title">
          <MethodName method={order.method} /> · <Credited order={order} />
        </span>
        <span className="card-aside">
          <TimeText unix={order.created_at} />
        </span>
      </div>
    ),
  }
}

/** The top-up orders of all users, for admins. */
export default function OrdersPage() {
  const t = useText()
  const [looked, setLooked] = useState<Looked>()
  const statuses = orderStatuses.map((value) => ({ value, label: t(`order.statuses.${value}`) }))
  return (
    <Page
      title={t('order.title')}
      subtitle={t('order.subtitle')}
      actions={<Button onClick={() => setLooked('unknown')}>{t('order.unknownNotices')}</Button>}
    >
      <ListTable
        list={orderList}
        name="orders"
        columns={orderColumns}
        filters={[
          { kind: 'search', name: 'keyword', label: t('order.search') },
          { kind: 'select', name: 'status', label: t('order.status'), allLabel: t('order.anyStatus'), choices: statuses },
        ]}
        isDim={({ status }) => ['refunded', 'charged_back', 'expired', 'failed'].includes(status)}
        empty={{ icon: <OrdersIcon />, title: t('order.emptyTitle'), text: t('order.emptyText') }}
        actions={useOrderActions(setLooked)}
        card={orderCard}
        hasCsv
      />
      <OrderSheet looked={looked} onClose={() => setLooked(undefined)} />
      <AskTextHost />
    </Page>
  )
}
