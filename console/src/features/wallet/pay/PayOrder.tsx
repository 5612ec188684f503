import { getOwnOrder, getWallet, listMoneyIn } from '@waystation/contract/api/money/wallet'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { refreshUser } from '~/session/refresh-user'
import { useUser } from '~/session/user'
import { priceText } from '~/shared/money/price-text.ts'
import { type SumLine, toast, useQuotaFormat } from '~/ui/kit'
import { isMethod, MethodIcon } from '../methods.tsx'
import { PayDialog } from './PayDialog.tsx'
import { type OpenOrder, openPaymentPage } from './pay-order.ts'
import { paymentAddress } from './payment-address.ts'
import { useWaiting } from './WaitingBox.tsx'

const WAIT_MS = 15 * 60_000

interface PayOrderProps {
  readonly order: OpenOrder
  /** The order stays: it can be paid later, from the history. */
  readonly onClose: () => void
  readonly onOrder: (order: OpenOrder) => void
}

/** An order that waits to be paid: where to pay it, and what has become of it. */
export function PayOrder({ order, onClose, onOrder }: PayOrderProps) {
  const t = useText()
  const format = useQuotaFormat()
  const refresh = useRefresh()
  const balance = useUser()?.quota ?? 0
  const waiting = useWaiting({
    of: `${order.id}`,
    startedAtMs: order.startedAtMs,
    endsAtMs: order.startedAtMs + WAIT_MS,
    poll: async (signal) => {
      const { status } = await call(getOwnOrder, { params: { id: order.id } }, { signal })
      if (status === 'pending') return 'waiting'
      await Promise.all([refreshUser(), refresh(getWallet, listMoneyIn)])
      return status === 'paid' ? 'done' : 'failed'
    },
  })
  const { again } = order
  const newOrder = () => again?.().then(onOrder, (error: unknown) => toast.failed(messageOf(error)))
  const calculation: SumLine[] = order.calculation === undefined ? [] : [{ label: t('wallet.calculation'), value: order.calculation }]
  return (
    <PayDialog
      isOpen
      onClose={onClose}
      title={isMethod(order.method) ? t(`wallet.payWith.${order.method}`) : t('wallet.toPay')}
      code={{ text: paymentAddress(order), caption: t('wallet.scanToPay') }}
      onOpenPage={() => openPaymentPage(order)}
      icon={<MethodIcon method={order.method} />}
      price={priceText(order.money, order.currency)}
      lines={[{ label: t('wallet.credited'), value: format(order.quota) }, ...calculation]}
      orderNumber={order.number}
      waiting={waiting}
      paid={t('wallet.paid', { balance: format(balance) })}
      onOtherMethod={onClose}
      // Of an order from the history only its price is known: a new one is made on the page behind.
      onNewOrder={again ? newOrder : onClose}
    />
  )
}
