// Buyers, and the payment services that tell of their orders: signed and repeated as they do it, and forged as others do it.
import { setTimeout as sleep } from 'node:timers/promises'
import { epayNotice, signedByEpay } from '../../server/src/testing/fakes/epay-notice.ts'
import { disputeEvent, type FakeStripe, paidEvent, refundedEvent, stripeSignature } from '../../server/src/testing/fakes/fake-stripe.ts'
import type { Outcome } from './callers.ts'
import type { OrderFacts } from './money-facts.ts'
import { EPAY_KEY, type MoneyPeople, STRIPE_SECRET, UNIT } from './money-people.ts'

/** A payment service repeats what was not confirmed, and gives up at last. */
const REPETITIONS = 6
const NEVER_PAID = 0.1
const FORGED = 0.4
/** Of the times that it is asked to pay back. */
const STRIPE_REFUSES = 0.2
/** Of the payments that are reversed: their buyer has nothing left by then, so a debt remains, which the next order pays. */
const ALL_IS_SPENT = 0.5
/** Orders by which a buyer in debt tries to pay: each may meet a kill, or never be paid. */
const ORDERS_IN_DEBT = 10
const BETWEEN_ORDERS_MS = 300

/** Sends a notice, and reads what its answer proves. */
type Notice = () => Promise<Outcome>

export class OrderDesk {
  readonly #people: MoneyPeople
  readonly #stripe: Pick<FakeStripe, 'refuseNext'>
  readonly #orders: OrderFacts[]
  readonly #random: () => number
  /** Orders with a dispute that is not over. */
  readonly #disputed = new Set<number>()
  readonly #ended = new Set<number>()
  /** The genuine notice of each order, to be sent again later. */
  readonly #notices = new Map<number, Notice>()

  constructor(
    people: MoneyPeople,
    orders: OrderFacts[],
    { stripe, random }: { stripe: Pick<FakeStripe, 'refuseNext'>; random: () => number },
  ) {
    this.#people = people
    this.#stripe = stripe
    this.#orders = orders
    this.#random = random
  }

  async buy(buyer = this.#one(this.#people.guests)): Promise<Outcome> {
    const isCard = this.#random() < 0.4
    const amount = 1 + Math.floor(this.#random() * 9)
    if (!buyer) return 'absent'
    const body = { amount, top_up_code: '', payment_method: isCard ? 'stripe' : 'zfb' }
    const { outcome, fields, data } = await this.#people.ask(buyer, 'POST', '/api/user/pay', body)
    if (outcome !== 'done') return outcome
    const [id, tradeNo] = [Number(fields.id), String(fields.trade_no)]
    const gateway = isCard ? 'stripe' : 'epay'
    const order: OrderFacts = {
      id,
      tradeNo,
      gateway,
      userId: buyer.id,
      quota: amount * UNIT,
      notices: [],
      forged: [],
      refunds: [],
      reversals: [],
    }
    this.#orders.push(order)
    const notice = isCard ? this.#stripeNotice(tradeNo, amount) : this.#epayNotice(data as Record<string, string>)
    if (this.#random() < FORGED) await this.#forge(order, data as Record<string, string>, amount)
    if (this.#random() < NEVER_PAID) return outcome
    this.#notices.set(id, notice)
    await Promise.all(Array.from({ length: 1 + Math.floor(this.#random() * 3) }, () => this.#tell(order, notice)))
    return outcome
  }

  /** A notice that was sent long ago comes again. */
  async replay(): Promise<Outcome> {
    const order = this.#one(this.#orders)
    const notice = order && this.#notices.get(order.id)
    return notice ? this.#tell(order, notice) : 'done'
  }

  async #tell(order: OrderFacts, notice: Notice): Promise<Outcome> {
    let outcome: Outcome = 'absent'
    for (let tries = 0; tries < REPETITIONS; tries += 1) {
      outcome = await notice()
      if (outcome !== 'absent') order.notices.push(outcome)
      if (outcome === 'done' || outcome === 'refused' || this.#random() < 0.05) return outcome
    }
    return outcome
  }

  /** The super admin refunds an order, sometimes twice at once, and sometimes one that was never paid. */
  async refund(): Promise<Outcome> {
    const order = this.#one(this.#orders)
    if (!order) return 'done'
    const { root } = this.#people
    if (this.#random() < STRIPE_REFUSES) this.#stripe.refuseNext('/v1/refunds')
    const answers = await Promise.all(
      Array.from({ length: this.#random() < 0.3 ? 2 : 1 }, () => this.#people.ask(root, 'POST', `/api/topup/${order.id}/refund`)),
    )
    for (const { outcome, code } of answers) {
      if (outcome === 'absent') continue
      // The refund is open then, and the server finishes it by itself.
      order.refunds.push({ outcome: code === 'payment_unanswered' ? 'doubtful' : outcome, code })
    }
    return answers[0]?.outcome ?? 'absent'
  }

  /** Stripe gives money of a card back by itself, in parts; or a buyer disputes a payment, and that ends in one way or the other. */
  async reverse(takeAll: (userId: number) => Promise<Outcome>): Promise<Outcome> {
    const order = this.#one(this.#orders.filter(({ gateway, notices }) => gateway === 'stripe' && notices.includes('done')))
    if (!order) return 'done'
    const cents = (order.quota / UNIT) * 100
    const isAllSpent = this.#random() < ALL_IS_SPENT
    if (isAllSpent) await takeAll(order.userId)
    const outcome = await (this.#random() < 0.5 ? this.#giveBack(order, cents) : this.#dispute(order, cents))
    const buyer = this.#people.guests.find(({ id }) => id === order.userId)
    if (!isAllSpent || !buyer) return outcome
    const paidBefore = this.#paidOrders(buyer.id)
    for (let tries = 0; tries < ORDERS_IN_DEBT && this.#paidOrders(buyer.id) === paidBefore; tries += 1) {
      await this.buy(buyer)
      await sleep(BETWEEN_ORDERS_MS)
    }
    return outcome
  }

  #paidOrders(buyerId: number): number {
    return this.#orders.filter(({ userId, notices }) => userId === buyerId && notices.includes('done')).length
  }

  async #giveBack({ tradeNo, reversals }: OrderFacts, cents: number): Promise<Outcome> {
    const before = Math.max(0, ...reversals.filter(({ kind }) => kind === 'given-back').map(({ money }) => money))
    const money = Math.min(cents, before + 1 + Math.floor(this.#random() * cents * 0.4))
    const outcome = await this.#repeat(this.#webhook(refundedEvent(tradeNo, money, { amount: cents })))
    if (outcome !== 'absent') reversals.push({ kind: 'given-back', money, outcome })
    return outcome
  }

  async #dispute({ id, tradeNo, reversals }: OrderFacts, cents: number): Promise<Outcome> {
    if (this.#ended.has(id)) return 'done'
    if (!this.#disputed.has(id)) {
      this.#disputed.add(id)
      return this.#repeat(this.#webhook(disputeEvent(tradeNo, 'needs_response', { amount: cents })))
    }
    const isLost = this.#random() < 0.5
    const outcome = await this.#repeat(this.#webhook(disputeEvent(tradeNo, isLost ? 'lost' : 'won', { amount: cents })))
    // What ends a dispute counts once: the first that was told.
    this.#ended.add(id)
    if (isLost && outcome !== 'absent') reversals.push({ kind: 'lost', money: cents, outcome })
    return outcome
  }

  /** As a payment service repeats what was not confirmed, until it is or nobody is at home for long. */
  async #repeat(notice: Notice): Promise<Outcome> {
    let outcome: Outcome = 'absent'
    for (let tries = 0; tries < REPETITIONS; tries += 1) {
      const answer = await notice()
      if (answer !== 'absent' || outcome === 'absent') outcome = answer
      if (answer === 'done' || answer === 'refused') return answer
    }
    return outcome
  }

  #epayNotice(fields: Record<string, string>, changed: Record<string, string> = {}, key = EPAY_KEY): Notice {
    const text = new URLSearchParams(signedByEpay(epayNotice(fields, changed), key)).toString()
    return async () => {
      const path = '/api/user/epay/notify'
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const facts =
        this.#random() < 0.5
          ? await this.#people.send('GET', `${path}?${text}`, { headers: {} })
          : await this.#people.send('POST', path, { headers: form, body: text })
      if (facts.end === 'refused') return 'absent'
      if (facts.end !== 'whole') return 'doubtful'
      return facts.body === 'success' ? 'done' : facts.body === 'fail' ? 'refused' : 'doubtful'
    }
  }

  #stripeNotice(tradeNo: string, amount: number, secret = STRIPE_SECRET): Notice {
    return this.#webhook(paidEvent(tradeNo, { amount_total: amount * 100 }), secret)
  }

  #webhook(event: string, secret = STRIPE_SECRET): Notice {
    return async () => {
      const signature = stripeSignature(event, Math.floor(Date.now() / 1000), secret)
      const facts = await this.#people.send('POST', '/api/user/stripe/webhook', { headers: { 'stripe-signature': signature }, body: event })
      if (facts.end === 'refused') return 'absent'
      if (facts.end !== 'whole') return 'doubtful'
      return facts.status === 200 ? 'done' : (facts.status ?? 500) < 500 ? 'refused' : 'doubtful'
    }
  }

  /** What somebody sends who has no key, or who paid less; and an order of one service told by the other. */
  async #forge(order: OrderFacts, fields: Record<string, string>, amount: number): Promise<void> {
    const told = { out_trade_no: order.tradeNo, money: `${amount}.00` }
    const forgeries: Notice[] =
      order.gateway === 'stripe'
        ? [
            this.#stripeNotice(order.tradeNo, amount, 'whsec_guessed'),
            this.#stripeNotice(order.tradeNo, amount, ''),
            this.#epayNotice(told),
          ]
        : [
            this.#epayNotice(fields, {}, 'guessed'),
            this.#epayNotice(fields, {}, ''),
            this.#epayNotice(fields, { money: '0.01' }),
            this.#epayNotice(fields, { pid: '1002' }),
            this.#epayNotice(fields, { out_trade_no: `${order.tradeNo}0` }),
          ]
    const outcomes = await Promise.all(forgeries.filter(() => this.#random() < 0.5).map((send) => send()))
    order.forged.push(...outcomes.filter((outcome) => outcome !== 'absent'))
    // Signed, but of another amount: confirmed, so that it is not repeated for days, and not credited.
    if (order.gateway === 'stripe') await this.#stripeNotice(order.tradeNo, amount + 1)()
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)]
  }
}
