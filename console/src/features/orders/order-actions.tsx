import { isRoot } from '@waystation/contract/status-table'
import type { TopUpOrder } from '@waystation/contract/top-up'
import { useLanguage, useText } from '~/i18n'
import { useUser } from '~/session/user'
import { type Action, RefundIcon, toast, useQuotaFormat } from '~/ui/kit'
import { moneyIn } from './order-cells.tsx'
import { useRefund } from './order-queries.ts'

/** What can be done to an order. Stripe pays the money back by itself; with Epay a person must, and the question says so. */
export function useOrderActions(): (order: TopUpOrder) => readonly Action[] {
  const t = useText()
  const language = useLanguage()
  const format = useQuotaFormat()
  const role = useUser()?.role ?? 0
  const refund = useRefund()
  return (order) => {
    const facts = { money: moneyIn(order, language), quota: format(order.quota), user: order.username || `#${order.user_id}` }
    const isSent = order.gateway === 'stripe'
    return [
      {
        label: t('order.refund'),
        icon: <RefundIcon />,
        danger: true,
        isHidden: order.status !== 'paid',
        disabledReason: isRoot(role) ? undefined : t('order.refundRoot'),
        confirm: {
          title: t('order.refundTitle', facts),
          text: (
            <>
              <p>{t(isSent ? 'order.refundStripe' : 'order.refundEpay', facts)}</p>
              <p>{t('order.refundText', facts)}</p>
            </>
          ),
        },
        run: async () => {
          await refund(order.id)
          toast.done(t(isSent ? 'order.refunded' : 'order.refundedByHand', facts))
        },
      },
    ]
  }
}
