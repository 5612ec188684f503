import { listOrders, refundOrder } from '@waystation/contract/api/wallet'
import { list } from '~/api/list'
import { useCall } from '~/api/use-call'

/** Everybody's orders, newest first. */
export const orderList = list(listOrders, { first: 1 })

export function useRefund() {
  const refund = useCall(refundOrder, { refreshes: [listOrders] })
  return (id: number) => refund.run({ params: { id } })
}
