import { getTopUpPrice } from '@waystation/contract/api/wallet'
import { moneyOf, moneyText, type PaymentMethod, type TopUpTerms } from '@waystation/contract/top-up'
import type { TopUpOffer } from '@waystation/contract/wallet'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { usePublicStatus, useQuotaPerUnit } from '~/session/status'
import { useSettled } from '~/shared/use-settled'
import { useQuotaFormat } from '~/ui/kit'
import { priceText, rateText } from './money.ts'

/** Dollars of the cards. */
const USUAL = [10, 20, 50, 100, 200, 500]
const FIRST_CHOICE = 50

export interface TopUp {
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
export function useTopUp(offer: TopUpOffer): TopUp {
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
