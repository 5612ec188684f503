import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { Button, CopyButton, Dialog, middleCut, OutsideIcon, QrCode, type SumLine, SumLines, useIsPhone } from '~/ui/kit'
import { type Waiting, WaitingBox } from './WaitingBox.tsx'
import './pay-dialog.css'

export interface PayDialogProps {
  readonly isOpen: boolean
  /** Closing keeps the order: it can be paid later. */
  readonly onClose: () => void
  /** "Pay with Alipay". */
  readonly title: string
  /** What a camera scans, with a line on how. Undefined: this payment method has only a page of its own. */
  readonly code: { readonly text: string; readonly caption: string } | undefined
  /** The page of the payment's vendor, in a new tab: below the code, and in its place on a phone and where there is none. */
  readonly onOpenPage?: () => void
  /** Icon of the payment method, where its page replaces the code. */
  readonly icon?: ReactNode
  /** `¥328.50`. */
  readonly price: string
  /** How the price came about. */
  readonly lines: readonly SumLine[]
  readonly orderNumber: string
  readonly waiting: Waiting
  /** Once paid: the new balance and where to read it up. */
  readonly paid: ReactNode
  readonly onOtherMethod: () => void
  readonly onNewOrder: () => unknown
}

/** An order that waits to be paid: the code, what it costs and why, and what has become of it. */
export function PayDialog(props: PayDialogProps) {
  const t = useText()
  const { phase } = props.waiting
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      width={600}
      note={
        phase !== 'done' && (
          <button type="button" className="pay-other" onClick={props.onOtherMethod}>
            {t('kit.pay.otherMethod')}
          </button>
        )
      }
      buttons={<PayButtons waiting={props.waiting} onClose={props.onClose} />}
    >
      <div className="pay-dialog">
        <PayCode {...props} />
        <div className="pay-facts">
          <div>
            <div className="pay-label">{t('kit.pay.price')}</div>
            <div className="pay-price">{props.price}</div>
          </div>
          <SumLines lines={[...props.lines, orderLine(t('kit.pay.order'), props.orderNumber)]} />
          <WaitingBox
            waiting={props.waiting}
            label={t('kit.pay.waiting')}
            hint={t('kit.pay.waitingHint')}
            done={props.paid}
            failed={t('kit.pay.failed')}
            expired={t('kit.pay.expired')}
          />
        </div>
      </div>
    </Dialog>
  )
}

function PayButtons({ waiting: { phase, isPolling, pollNow }, onClose }: Pick<PayDialogProps, 'waiting' | 'onClose'>) {
  const t = useText()
  if (phase === 'done') return <Button onClick={onClose}>{t('action.close')}</Button>
  return (
    <>
      <Button kind="text" onClick={onClose}>
        {t('kit.pay.later')}
      </Button>
      <Button onClick={pollNow} isBusy={isPolling}>
        {t('kit.pay.check')}
      </Button>
    </>
  )
}

/** What one acts on: the code, or the vendor's page; nothing once it is paid. */
function PayCode({ code, onOpenPage, icon, onNewOrder, waiting: { phase } }: PayDialogProps) {
  const t = useText()
  const isPhone = useIsPhone()
  if (phase === 'done') return null
  const isOver = phase === 'expired' || phase === 'failed'
  const newOrder = <Button onClick={onNewOrder}>{t('kit.pay.newOrder')}</Button>
  const openPage = (
    <Button icon={<OutsideIcon />} onClick={onOpenPage}>
      {t('kit.pay.openPage')}
    </Button>
  )
  if (code && !(isPhone && onOpenPage))
    return (
      <figure className="pay-code">
        <QrCode text={code.text} label={code.caption} {...(isOver ? { cover: newOrder } : {})} />
        <figcaption>{isOver ? t('kit.pay.codeOver') : code.caption}</figcaption>
        {onOpenPage && !isOver && openPage}
      </figure>
    )
  return (
    <div className="pay-tile">
      {icon}
      {isOver ? newOrder : openPage}
    </div>
  )
}

const orderLine = (label: string, number: string): SumLine => ({
  label,
  value: (
    <>
      <span className="mono" title={number}>
        {middleCut(number)}
      </span>
      <CopyButton value={number} />
    </>
  ),
})
