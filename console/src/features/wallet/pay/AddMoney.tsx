import { getTopUpPrice, getWallet, listMoneyIn } from '@waystation/contract/api/money/wallet'
import { moneyOf, moneyText, type PaymentMethod, type TopUpTerms } from '@waystation/contract/money/top-up'
import type { TopUpOffer } from '@waystation/contract/money/wallet'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useData } from '~/api/use-data'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { usePublicStatus, useQuotaPerUnit } from '~/session/status'
import { priceText, rateText } from '~/shared/money/price-text.ts'
import { useSettled } from '~/shared/use-settled'
import { Button, OutsideIcon, Panel, RadioCards, SkeletonLines, SumLines, Tag, toast, useIsPhone, useQuotaFormat } from '~/ui/kit'
import { MethodIcon } from '../methods.tsx'
import { AmountPicker } from './AmountPicker.tsx'
import { type OpenOrder, placeOrder } from './pay-order.ts'

/** Dollars of the cards. */
const USUAL = [10, 20, 50, 100, 200, 500]
const FIRST_CHOICE = 50

interface TopUp {
  readonly choices: readonly { readonly amount: number; readonly label: string; readonly price: string }[]
  readonly amount: number | undefined
  readonly setAmount: (amount: number | undefined) => void
  readonly method: PaymentMethod
  readonly setMethod: (method: PaymentMethod) => void
  readonly isBelowLeast: boolean
  /** `$1`, or so many units. */
  readonly least: string
  /** Why the server does not sell this amount. */
  readonly refusal: string | undefined
  /** Of the amount, with two decimals; undefined: there is none that can be paid. */
  readonly money: string | undefined
  /** Quota units. */
  readonly quota: number
  readonly price: string
  readonly currency: string
  readonly rate: string
  readonly isInCurrency: boolean
}

/** An amount and a method of payment on the way to an order. The price is reckoned while one types; then the server's counts. */
function useTopUp(offer: TopUpOffer): TopUp {
  const format = useQuotaFormat()
  const isInCurrency = usePublicStatus()?.display_in_currency ?? true
  const quotaPerUnit = useQuotaPerUnit()
  const perDollar = isInCurrency ? 1 : quotaPerUnit
  const [amount, setAmount] = useState<number | undefined>(Math.max(FIRST_CHOICE * perDollar, offer.least_amount))
  const [chosen, setMethod] = useState<PaymentMethod>()
  const method = offer.methods.find(({ name }) => name === chosen) ?? offer.methods[0]
  const { name = 'zfb', price = 0, currency = 'CNY' } = method ?? {}
  const terms: TopUpTerms = { price, groupRatio: offer.group_ratio, isInCurrency, quotaPerUnit }
  const isBelowLeast = amount !== undefined && amount < offer.least_amount
  const isPayable = amount !== undefined && !isBelowLeast
  const settled = useSettled(amount)
  const answer = useData(
    getTopUpPrice,
    { body: { amount: settled ?? 1, top_up_code: '', payment_method: name } },
    { when: isPayable && settled === amount && method !== undefined },
  )
  const answered = settled === amount ? answer : undefined
  const money = isPayable ? (answered?.data ?? moneyText(moneyOf(amount, terms))) : undefined
  const show = (units: number) => (isInCurrency ? `$${units.toLocaleString('en-US')}` : format(units))
  return {
    choices: USUAL.map((dollars) => dollars * perDollar)
      .filter((units) => units >= offer.least_amount)
      .map((units) => ({ amount: units, label: show(units), price: priceText(moneyText(moneyOf(units, terms)), currency) })),
    amount,
    setAmount,
    method: name,
    setMethod,
    isBelowLeast,
    least: show(offer.least_amount),
    refusal: isPayable && answered?.error ? answered.error.message : undefined,
    money,
    quota: (amount ?? 0) * (isInCurrency ? quotaPerUnit : 1),
    price: money === undefined ? '–' : priceText(money, currency),
    currency,
    rate: rateText(price, currency),
    isInCurrency,
  }
}

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
