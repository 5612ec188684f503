import { getWallet, listMoneyIn } from '@waystation/contract/api/wallet'
import type { TopUpOffer } from '@waystation/contract/wallet'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import {
  AmountPicker,
  Button,
  OutsideIcon,
  Panel,
  RadioCards,
  SkeletonLines,
  SumLines,
  Tag,
  toast,
  useIsPhone,
  useQuotaFormat,
} from '~/ui/kit'
import { MethodIcon } from './methods.tsx'
import { type OpenOrder, placeOrder } from './pay-order.ts'
import { type TopUp, useTopUp } from './use-top-up.ts'

export interface AddMoneyProps {
  /** Undefined: it loads. */
  readonly offer: TopUpOffer | undefined
  readonly onOrder: (order: OpenOrder) => void
}

/** Choosing an amount and how to pay it. */
export function AddMoney({ offer, onOrder }: AddMoneyProps) {
  const t = useText()
  if (!offer) {
    return (
      <Panel title={t('wallet.add')}>
        <SkeletonLines count={5} />
      </Panel>
    )
  }
  if (offer.methods.length === 0) {
    return (
      <Panel title={t('wallet.add')}>
        <Elsewhere />
      </Panel>
    )
  }
  return <Offer offer={offer} onOrder={onOrder} />
}

/** Nothing can be paid here. */
function Elsewhere() {
  const t = useText()
  const shop = usePublicStatus()?.top_up_link
  if (!shop) return <p className="text2">{t('wallet.notEnabled')}</p>
  return (
    <a className="wallet-link" href={shop} target="_blank" rel="noreferrer">
      {t('wallet.topUpElsewhere')}
      <OutsideIcon />
    </a>
  )
}

function Offer({ offer, onOrder }: { readonly offer: TopUpOffer } & Pick<AddMoneyProps, 'onOrder'>) {
  const t = useText()
  const isPhone = useIsPhone()
  const topUp = useTopUp(offer)
  const place = usePlaceOrder(offer, topUp, onOrder)
  const group = <Tag>{offer.group}</Tag>
  return (
    <Panel
      title={t('wallet.add')}
      isFlush
      {...(isPhone
        ? {
            aside: (
              <>
                {topUp.rate} × {offer.group_ratio} {group}
              </>
            ),
          }
        : {})}
    >
      <div className="wallet-offer">
        <Choices offer={offer} topUp={topUp} />
        {isPhone ? <PayBar topUp={topUp} onPay={place} /> : <Sum offer={offer} topUp={topUp} onPay={place} />}
      </div>
    </Panel>
  )
}

function usePlaceOrder(offer: TopUpOffer, topUp: TopUp, onOrder: AddMoneyProps['onOrder']): () => Promise<void> {
  const refresh = useRefresh()
  const { amount, method, money, currency, quota, rate, isInCurrency } = topUp
  return async () => {
    if (amount === undefined || money === undefined) return
    const ratio = offer.group_ratio === 1 ? '' : ` × ${offer.group_ratio}`
    const calculation = isInCurrency ? `${amount} × ${rate}${ratio}` : undefined
    try {
      onOrder(await placeOrder(amount, method, { method, money, currency, quota, calculation }))
      void refresh(listMoneyIn)
    } catch (error) {
      toast.failed(messageOf(error))
      void refresh(getWallet)
    }
  }
}

function Choices({ offer, topUp }: { readonly offer: TopUpOffer; readonly topUp: TopUp }) {
  const t = useText()
  const isPhone = useIsPhone()
  const { isBelowLeast, least, refusal } = topUp
  return (
    <div className="wallet-choices">
      <AmountPicker
        label={t('wallet.amount')}
        choices={topUp.choices}
        value={topUp.amount}
        onChange={topUp.setAmount}
        otherLabel={t('wallet.otherAmount')}
        {...(topUp.isInCurrency ? { prefix: '$' } : {})}
        hint={t('wallet.least', { amount: least })}
        error={isBelowLeast ? t('wallet.belowLeast', { amount: least }) : refusal}
      />
      <RadioCards
        label={t('wallet.method')}
        hasLabel
        value={topUp.method}
        onChange={topUp.setMethod}
        columns={{ wide: 3, narrow: offer.methods.length > 2 ? 3 : 2 }}
        cards={offer.methods.map(({ name }) => ({
          value: name,
          label: t(`wallet.${isPhone ? 'phone' : 'methods'}.${name}`),
          icon: <MethodIcon method={name} />,
        }))}
      />
    </div>
  )
}

interface PayProps {
  readonly topUp: TopUp
  readonly onPay: () => Promise<void>
}

/** How the price comes about, and the button. */
function Sum({ offer, topUp, onPay }: PayProps & { readonly offer: TopUpOffer }) {
  const t = useText()
  const format = useQuotaFormat()
  return (
    <div className="wallet-sum">
      <SumLines
        lines={[
          { label: t('wallet.credited'), value: format(topUp.quota) },
          { label: t('wallet.rate'), value: `× ${topUp.rate}` },
          { label: t('wallet.groupRatio'), note: <Tag>{offer.group}</Tag>, value: `× ${offer.group_ratio}` },
          { label: t('wallet.toPay'), value: <span className="wallet-price">{topUp.price}</span>, isTotal: true },
        ]}
      />
      <Button kind="primary" isBlock onClick={onPay} isDisabled={!isReady(topUp)}>
        {t('wallet.pay', { price: topUp.price })}
      </Button>
    </div>
  )
}

const isReady = ({ money, refusal }: TopUp): boolean => money !== undefined && refusal === undefined

/** The same at the bottom of a phone's window, while the panel around it is in view. */
function PayBar({ topUp, onPay }: PayProps) {
  const t = useText()
  const format = useQuotaFormat()
  const mark = useRef<HTMLDivElement>(null)
  const isInView = useIsPanelInView(mark)
  return (
    <div ref={mark} className="wallet-pay-mark">
      {isInView && (
        <div className="wallet-pay-bar">
          <div className="grow">
            <div className="wallet-small">{t('wallet.toPayFor', { amount: format(topUp.quota) })}</div>
            <div className="wallet-price">{topUp.price}</div>
          </div>
          <Button kind="primary" size="large" onClick={onPay} isDisabled={!isReady(topUp)}>
            {t('wallet.pay', { price: topUp.price })}
          </Button>
        </div>
      )}
    </div>
  )
}

function useIsPanelInView(mark: React.RefObject<HTMLElement | null>): boolean {
  const [isInView, setIsInView] = useState(true)
  useEffect(() => {
    const panel = mark.current?.closest('section')
    if (!panel) return
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? true))
    observer.observe(panel)
    return () => observer.disconnect()
  }, [mark])
  return isInView
}
