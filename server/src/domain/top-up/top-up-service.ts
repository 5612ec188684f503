// Selling quota: prices and orders. Source: server-behaviour 7.3 and 7.4.
import { AppError } from '@waystation/contract/errors'
import { quota as toQuota } from '@waystation/contract/money/quota'
import {
  leastAmount,
  moneyOf,
  moneyText,
  type OrderStatus,
  type OrderSums,
  orderStatuses,
  type PaymentGatewayName,
  type PaymentMethod,
  paymentMethods,
  quotaOfAmount,
  type TopUpOrder,
  type TopUpTerms,
} from '@waystation/contract/money/top-up'
import { ORDER_OPEN_SECONDS, type TopUpOffer } from '@waystation/contract/money/wallet'
import { displayInCurrencyEnabled, quotaPerUnit } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { minTopUp, price, serverAddress, stripePrice, topupGroupRatio } from '@waystation/contract/options/payment'
import type { Database } from '../../db/database.ts'
import { randomText } from '../../lib/secret.ts'
import type { Checkout, OrderToPay, PaymentGateway } from '../payment-ports.ts'
import type { Caller } from '../session/caller.ts'
import { noteCheckout } from './open-order-store.ts'
import { gatewayOf, type OrderRecord } from './order-record-store.ts'
import { findOrders, type ListedOrder, type OrderFilter, sumPaidOrders } from './order-search-store.ts'
import { createOrder, findOwnOrder } from './order-store.ts'
import type { Refunds } from './refunds.ts'
import type { UnpaidOrders } from './unpaid-orders.ts'

const TRADE_LETTERS = 6

export interface TopUpParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly gateways: Readonly<Record<PaymentGatewayName, PaymentGateway>>
  readonly refunds: Pick<Refunds, 'refund'>
  readonly unpaid: Pick<UnpaidOrders, 'ask' | 'complete'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Where to pay an order, and which one it is. */
export interface OrderCheckout extends Checkout {
  readonly id: number
  readonly tradeNo: string
}

export class TopUpService {
  readonly #parts: TopUpParts

  constructor(parts: TopUpParts) {
    this.#parts = parts
  }

  /** What an amount costs, with two decimals. @throws AppError topup_min, topup_too_little */
  price(caller: Caller, amount: number, method: PaymentMethod): { money: string; currency: string } {
    const name = gatewayOfMethod(method)
    return { money: moneyText(this.#money(caller, amount, name)), currency: this.#parts.gateways[name].currency() }
  }

  /**
   * Opens an order and answers with where to pay it.
   * @throws AppError topup_disabled, server_address_required, topup_min, topup_too_little, payment_failed
   */
  async order(caller: Caller, amount: number, method: PaymentMethod): Promise<OrderCheckout> {
    const { database, gateways, now } = this.#parts
    const name = gatewayOfMethod(method)
    const gateway = gateways[name]
    const address = this.#addressToReturnTo(gateway)
    const money = this.#money(caller, amount, name)
    const tradeNo = `USR${caller.id}NO${randomText(TRADE_LETTERS)}${Math.floor(now() / 1000)}`
    const currency = gateway.currency()
    const row = { user_id: caller.id, gateway: name, method, trade_no: tradeNo, amount, currency }
    const id = await database.run(createOrder, { ...row, quota: this.#quota(caller, amount), money })
    return this.#checkout(gateway, { id, tradeNo, amount, money, method, currency, address })
  }

  /**
   * Where to pay an order that was opened before. What it costs and credits stays as it was.
   * @throws AppError not_found, order_not_open, topup_disabled, server_address_required, payment_failed
   */
  async payAgain(caller: Caller, id: number): Promise<OrderCheckout> {
    const { database, gateways, now } = this.#parts
    const order = await findOwnOrder(database, caller.id, id)
    const gateway = gateways[gatewayOf(order)]
    const isLate = Number(order.created_at) + ORDER_OPEN_SECONDS <= now() / 1000
    // Stripe would refuse a checkout in another currency under the same number.
    if (order.status !== 'pending' || isLate || order.currency !== gateway.currency()) throw new AppError('order_not_open')
    const address = this.#addressToReturnTo(gateway)
    const { trade_no: tradeNo, method, currency } = order
    const due = { amount: Number(order.amount), money: Number(order.money) }
    return this.#checkout(gateway, { id, tradeNo, method, currency, address, ...due })
  }

  /** One of the caller's orders. @throws AppError not_found */
  async ownOrder(caller: Caller, id: number): Promise<TopUpOrder> {
    return shown(await findOwnOrder(this.#parts.database, caller.id, id), '')
  }

  /** How the caller may pay, and at which price. */
  offer(caller: Caller): TopUpOffer {
    const { options, gateways } = this.#parts
    const methods = paymentMethods
      .map((name) => ({ name, gateway: gatewayOfMethod(name) }))
      .filter(({ gateway }) => gateways[gateway].isOpen())
      .map(({ name, gateway }) => ({ name, price: this.#terms(caller, gateway).price, currency: gateways[gateway].currency() }))
    const terms = this.#terms(caller, 'epay')
    const least_amount = leastAmount(options.get(minTopUp), terms)
    return { group: caller.group, group_ratio: terms.groupRatio || 1, least_amount, methods }
  }

  /** A page of orders, newest first. */
  async orders(filter: OrderFilter, page: { offset: number; limit: number }): Promise<{ items: TopUpOrder[]; total: number }> {
    const { rows, total } = await findOrders(this.#parts.database, filter, page)
    return { items: rows.map((row) => shownToAdmins(row, filter.userId === undefined)), total }
  }

  /** What was paid by the orders that match, by currency. */
  async sums(filter: OrderFilter): Promise<OrderSums> {
    const sums = await sumPaidOrders(this.#parts.database, filter)
    return sums.map(({ currency, orders, money, returnedOrders, returned }) => ({
      ...{ currency, orders, money: moneyText(money), returned_orders: returnedOrders, returned: moneyText(returned) },
    }))
  }

  /**
   * Takes the credit of an order back, and pays the money back where the gateway can do that by itself.
   * @throws AppError not_found, order_not_paid, order_refund_short, topup_disabled, payment_failed, payment_unanswered
   */
  async refund(caller: Caller, id: number, requestId: string): Promise<TopUpOrder> {
    return shown(await this.#parts.refunds.refund(id, caller.id, requestId), '')
  }

  /**
   * Asks the payment service about an order.
   * @throws AppError not_found, topup_disabled, payment_failed, payment_unanswered
   */
  async ask(id: number, requestId: string): Promise<TopUpOrder> {
    return shown(await this.#parts.unpaid.ask(id, requestId), '')
  }

  /** Credits an order by hand. @throws AppError not_found, order_already_paid, bad_form */
  async complete(caller: Caller, id: number, by: { reason: string; requestId: string }): Promise<TopUpOrder> {
    return shown(await this.#parts.unpaid.complete(id, { ...by, actorId: caller.id }), '')
  }

  async #checkout(gateway: PaymentGateway, order: OrderToPay): Promise<OrderCheckout> {
    const checkout = await gateway.checkout(order)
    if (checkout.ref !== '') await this.#parts.database.run(noteCheckout, { id: order.id, ref: checkout.ref })
    return { ...checkout, id: order.id, tradeNo: order.tradeNo }
  }

  /** Where a gateway that may be used sends buyers and notices. @throws AppError topup_disabled, server_address_required */
  #addressToReturnTo(gateway: PaymentGateway): string {
    if (!gateway.isOpen()) throw new AppError('topup_disabled')
    const address = this.#parts.options.get(serverAddress)
    if (address === '') throw new AppError('server_address_required')
    return address
  }

  /** Hundredths of the currency. */
  #money(caller: Caller, amount: number, gateway: PaymentGatewayName): number {
    const terms = this.#terms(caller, gateway)
    const least = leastAmount(this.#parts.options.get(minTopUp), terms)
    if (amount < least) throw new AppError('topup_min', { amount: least }, { fields: { amount: 'topup_min' } })
    const money = moneyOf(amount, terms)
    if (money < 1n) throw new AppError('topup_too_little', {}, { fields: { amount: 'topup_too_little' } })
    if (money > BigInt(Number.MAX_SAFE_INTEGER)) throw new AppError('quota_range', {}, { fields: { amount: 'quota_range' } })
    return Number(money)
  }

  #quota(caller: Caller, amount: number): number {
    const units = quotaOfAmount(amount, this.#terms(caller, 'epay'))
    if (!Number.isSafeInteger(units)) throw new AppError('quota_range', {}, { fields: { amount: 'quota_range' } })
    return units
  }

  #terms({ group }: Caller, gateway: PaymentGatewayName): TopUpTerms {
    const { options } = this.#parts
    return {
      price: options.get(gateway === 'stripe' ? stripePrice : price),
      groupRatio: options.get(topupGroupRatio)[group],
      isInCurrency: options.get(displayInCurrencyEnabled),
      quotaPerUnit: options.get(quotaPerUnit),
    }
  }
}

const gatewayOfMethod = (method: PaymentMethod): PaymentGatewayName => (method === 'stripe' ? 'stripe' : 'epay')

const statusOf = ({ status }: OrderRecord): OrderStatus => orderStatuses.find((known) => known === status) ?? 'pending'

function shown(order: OrderRecord, username: string): TopUpOrder {
  return {
    id: Number(order.id),
    user_id: order.user_id,
    username,
    gateway: gatewayOf(order),
    method: order.method,
    trade_no: order.trade_no,
    amount: Number(order.amount),
    quota: toQuota(Number(order.quota)),
    money: moneyText(Number(order.money)),
    currency: order.currency,
    status: statusOf(order),
    created_at: Number(order.created_at),
    paid_at: Number(order.paid_at),
    refunded_at: Number(order.refunded_at),
    quota_back: toQuota(Number(order.quota_back)),
    refused_notices: 0,
    completed_because: '',
  }
}

/** What went wrong with an order is for admins only. */
function shownToAdmins(row: ListedOrder, isAdmin: boolean): TopUpOrder {
  const order = shown(row, row.username ?? '')
  return isAdmin ? { ...order, refused_notices: Number(row.refused_notices ?? 0), completed_because: row.completed_because } : order
}
