// What the domain asks of payment gateways, and what they tell.

/** An order as a gateway is told it. */
export interface OrderToPay {
  /** Buyers come back to a page that looks for it. */
  readonly id: number
  /** Ours, unique. */
  readonly tradeNo: string
  /** As it was asked for: dollars, or quota units. */
  readonly amount: number
  /** Hundredths of the currency. */
  readonly money: number
  readonly currency: string
  readonly method: string
  /** Of this server: where buyers come back to, and notices are sent. */
  readonly address: string
}

/** Where to pay: the browser posts the fields to the address, or goes there when there are none. */
export interface Checkout {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  /** The gateway's number of the page; empty: it has none. */
  readonly ref: string
}

/** What a gateway told, after its signature was verified. Money is in hundredths of its currency. */
export type PaymentNotice = PaymentTold | CheckoutEnded | MoneyGivenBack | DisputeTold

/** Somebody paid an order, or not yet. */
export interface PaymentTold {
  readonly kind: 'payment'
  readonly isPaid: boolean
  readonly tradeNo: string
  readonly money: number
  readonly currency: string
  /** The gateway's own number of the payment. */
  readonly gatewayRef: string
}

/** The page to pay an order on has ended, or the bank did not pay. */
export interface CheckoutEnded {
  readonly kind: 'ended'
  readonly tradeNo: string
  readonly became: 'expired' | 'failed'
}

/** Money of a payment was given back. */
export interface MoneyGivenBack {
  readonly kind: 'given-back'
  /** Empty where the gateway does not say it. */
  readonly tradeNo: string
  readonly gatewayRef: string
  /** What was given back in all. */
  readonly money: number
  readonly currency: string
}

/** A buyer disputes a payment at their bank, or that is over. */
export interface DisputeTold {
  readonly kind: 'dispute'
  /** The gateway's own. */
  readonly id: string
  readonly state: 'open' | 'won' | 'lost'
  readonly gatewayRef: string
  readonly money: number
  readonly currency: string
  /** In the gateway's own word. */
  readonly reason: string
}

/** A notice as it was read. Where it cannot be believed, `claimed` is what it says of itself. */
export type ReadNotice =
  | { readonly notice: PaymentNotice }
  | { readonly fault: 'signature' | 'closed' | 'merchant' | 'money'; readonly claimed: ClaimedNotice }

/** What a notice says that is refused. */
export interface ClaimedNotice {
  readonly kind: PaymentNotice['kind']
  /** Empty where it says none, and so is the next. */
  readonly tradeNo: string
  readonly gatewayRef: string
  readonly money: number
  readonly currency: string
}

/** A site that takes money. */
export interface PaymentGateway {
  /** Is everything filled in that it needs? */
  isOpen(): boolean
  /** ISO 4217, or `CNY` for Epay. */
  currency(): string
  /** @throws AppError payment_failed */
  checkout(order: OrderToPay): Promise<Checkout>
  /**
   * Asks about an order that nobody told of; undefined: there is nothing to say of it.
   * @throws AppError payment_failed, payment_unanswered
   */
  ask(order: { readonly tradeNo: string; readonly checkoutRef: string }): Promise<PaymentNotice | undefined>
  /**
   * Pays back what is left of a payment; asked again with the same number, it is the same refund. Undefined: the gateway has no such call, so
   * the operator does it there by hand.
   * @throws AppError payment_failed when it was refused, payment_unanswered when that is not known
   */
  refund?(refund: RefundToMake): Promise<void>
  /** What became of a refund that may have been asked for. @throws AppError payment_failed, payment_unanswered */
  refundState?(refund: RefundToMake): Promise<RefundState>
}

/** A payment to give back. */
export interface RefundToMake {
  readonly tradeNo: string
  /** The gateway's own number of the payment. */
  readonly gatewayRef: string
  /** Tells an order's refunds apart: one may be refused, and another one asked for later. */
  readonly number: number
}

/** `made`: the money is on its way. `failed`: it came back. `none`: nobody asked for it. */
export type RefundState = 'made' | 'failed' | 'none'
