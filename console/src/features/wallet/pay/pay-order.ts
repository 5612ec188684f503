// An order on its way to be paid.
import { pay, payAgain } from '@waystation/contract/api/money/wallet'
import type { PaymentMethod } from '@waystation/contract/money/top-up'
import { type AnswerWith, callWhole } from '~/api/call'
import type { MoneyInRow } from '../money.ts'
import type { PaymentPage } from './payment-address.ts'

/** What an order costs and brings, as it is shown beside the way to pay it. */
export interface OrderFacts {
  readonly method: string
  /** `328.50`, of the currency. */
  readonly money: string
  readonly currency: string
  /** Quota units. */
  readonly quota: number
  /** How the price came about: `50 × ¥7.30 × 0.9`. Undefined where that is no longer known. */
  readonly calculation?: string | undefined
}

export interface OpenOrder extends OrderFacts, PaymentPage {
  readonly id: number
  readonly number: string
  /** Unix milliseconds since when it is waited for. */
  readonly startedAtMs: number
  /** Makes a new order of the same amount, where that is known. */
  readonly again?: (() => Promise<OpenOrder>) | undefined
}

/** Places an order. @param amount dollars, or quota units where the installation shows units @throws CallError */
export async function placeOrder(amount: number, method: PaymentMethod, facts: OrderFacts): Promise<OpenOrder> {
  const answer = await callWhole(pay, { body: { amount, top_up_code: '', payment_method: method } })
  return { ...opened(answer, facts), again: () => placeOrder(amount, method, facts) }
}

/** Opens an order of the history again. @throws CallError */
export async function reopenOrder({ id, method, money, currency, quota }: MoneyInRow): Promise<OpenOrder> {
  return opened(await callWhole(payAgain, { params: { id } }), { method, money, currency, quota })
}

const opened = ({ data, extra }: AnswerWith<Record<string, string>>, facts: OrderFacts): OpenOrder => ({
  ...facts,
  id: Number(extra.id),
  number: String(extra.trade_no),
  url: String(extra.url),
  fields: data,
  startedAtMs: Date.now(),
})

/**
 * Opens the page of the payment service in a new tab: with the fields as a posted form, or without any. Call it from a click: browsers
 * block new tabs otherwise.
 */
export function openPaymentPage({ url, fields }: OpenOrder): void {
  if (Object.keys(fields).length === 0) {
    window.open(url, '_blank', 'noopener')
    return
  }
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  form.target = '_blank'
  form.rel = 'noopener'
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
