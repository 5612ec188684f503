import { dollarsOf } from '@waystation/contract/money/quota'
import type { TopUpOrder } from '@waystation/contract/money/top-up'
import { quotaPerUnit } from '~/session/status'
import { type Card, type Column, TimeText } from '~/ui/kit'
import { Credited, creditOf, MethodName, OrderMoney, OrderNumber, OrderStateAndFaults, OrderUser, userOf } from './order-cells.tsx'

const moment = { width: 98, isWhole: true, grow: 1 }

export const orderColumns: Column<TopUpOrder>[] = [
  { field: 'id', title: 'order.id', width: 40, isWhole: true, render: (id) => <span className="text3">#{id}</span> },
  {
    field: 'username',
    title: 'order.user',
    isFixed: true,
    width: 96,
    grow: 2,
    render: (_, order) => <OrderUser order={order} />,
    csv: userOf,
  },
  { field: 'status', title: 'order.status', width: 96, grow: 1, render: (_, order) => <OrderStateAndFaults order={order} /> },
  { field: 'trade_no', title: 'order.number', width: 166, grow: 1, render: (_, order) => <OrderNumber order={order} /> },
  { field: 'method', title: 'order.method', width: 84, grow: 1, yields: 1, render: (method) => <MethodName method={method} /> },
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
  { field: 'paid_at', title: 'order.paidAt', yields: 2, ...moment, render: (unix) => <TimeText unix={unix} /> },
  { field: 'refunded_at', title: 'order.refundedAt', isHidden: true, ...moment, render: (unix) => <TimeText unix={unix} /> },
]

export function orderCard(order: TopUpOrder): Card {
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
