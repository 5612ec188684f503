import type { OrderStatus } from '@waystation/contract/money/top-up'
import { useText } from '~/i18n'
import { Tag } from '~/ui/kit'

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
