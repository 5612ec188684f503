import { COMPLETION_REASON_MAX, type TopUpOrder } from '@waystation/contract/money/top-up'
import { isRoot } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { priceText } from '~/shared/money/price-text.ts'
import { type Action, askText, toast, useQuotaFormat } from '~/ui/kit'
import { useAsk, useComplete, useRefund } from './order-queries.ts'

/** What can be done to an order. @param look opens its details */
export function useOrderActions(look: (order: TopUpOrder) => void): (order: TopUpOrder) => readonly Action[] {
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
      // Under "more", by its name: an arrow alone does not say that money goes back.
      label: t('order.refund'),
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
  const format = useQuotaFormat()
  return (order) => ({
    money: priceText(order.money, order.currency),
    quota: format(order.quota),
    user: order.username || `#${order.user_id}`,
  })
}
