import { askAboutOrder, completeOrder, listOrders, listRefusedNotices, refundOrder, sumOrders } from '@waystation/contract/api/money/wallet'
import { list } from '~/api/list'
import { useCall } from '~/api/use-call'

export { listRefusedNotices }

/** Everybody's orders, newest first. */
export const orderList = list(listOrders, { first: 1 })

const refreshes = [listOrders, sumOrders, listRefusedNotices]

export function useRefund() {
  const refund = useCall(refundOrder, { refreshes })
  return (id: number) => refund.run({ params: { id } })
}

/** Asks the payment service, and answers with the order as it is then. */
export function useAsk() {
  const ask = useCall(askAboutOrder, { refreshes })
  return (id: number) => ask.run({ params: { id } })
}

export function useComplete() {
  const complete = useCall(completeOrder, { refreshes })
  return (id: number, reason: string) => complete.run({ params: { id }, body: { reason } })
}
