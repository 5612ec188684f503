// Money that comes and goes in the generated month by other ways than calls, each through the console's own calls.
import { epayNotice, signedByEpay } from '../fakes/epay-notice.ts'
import { disputeEvent, paidEvent, refundedEvent, stripeSignature } from '../fakes/fake-stripe.ts'
import { EPAY_KEY, type MonthPerson, type Scene, STRIPE_SECRET, UNIT } from './month-scene.ts'

export class MonthMoney {
  readonly #scene: Scene
  readonly #random: () => number
  #turns = 0
  #paid: { id: number }[] = []
  /** Orders that were paid by card, in cents. */
  readonly #cards: { tradeNo: string; cents: number; back: number; isDisputed: boolean }[] = []

  constructor(scene: Scene, random: () => number) {
    this.#scene = scene
    this.#random = random
  }

  /** So much for everybody that most of the month's calls can be paid; one stays nearly broke, so that calls cost more than there is. */
  async begin(): Promise<void> {
    const { root, people, call } = this.#scene
    for (const { visitor } of people.slice(0, -1)) {
      const [key] = await call<string[]>('POST /api/redemption/', root, { name: 'first', quota: 500 * UNIT })
      await call('POST /api/user/topup', visitor, { key })
    }
  }

  /** One thing that somebody does. Refusals are as good as anything else: they must leave no trace in the sums. */
  async turn(): Promise<void> {
    this.#turns += 1
    await this.#almsFor(this.#scene.people.at(-1))
    const person = this.#scene.people[Math.floor(this.#random() * this.#scene.people.length)]
    if (!person) return
    const ways = [
      () => this.#epay(person),
      () => this.#card(person),
      () => this.#code(person),
      () => this.#gift(),
      () => this.#try('POST /api/user/check_in', person, {}),
      () => this.#try('POST /api/user/aff_transfer', this.#scene.people[this.#turns % 2] ?? person, { quota: UNIT }),
      () => this.#edit(person),
      () => this.#refund(),
      () => this.#giveBack(),
      () => this.#giveBackSpent(person),
      () => this.#dispute(),
    ]
    await ways[this.#turns % ways.length]?.()
  }

  /** A little, again and again: holds that are smaller than the call find somebody who cannot pay the rest. */
  async #almsFor(person: MonthPerson | undefined): Promise<void> {
    if (person)
      await this.#scene.call('PUT /api/user/', this.#scene.root, { id: person.visitor.id, quota_delta: 150, quota_reason: 'alms' })
  }

  async #try(line: string, { visitor }: MonthPerson, body: object) {
    return (await this.#scene.console.call(line, { as: visitor, body })).json
  }

  async #order(person: MonthPerson, payment_method: string) {
    const amount = 1 + Math.floor(this.#random() * 9)
    const { success, id, trade_no, data } = await this.#try('POST /api/user/pay', person, { amount, payment_method })
    if (!success) throw new Error('an order was refused')
    this.#paid.push({ id: Number(id) })
    return { amount, tradeNo: String(trade_no), fields: data as Record<string, string> }
  }

  async #epay(person: MonthPerson): Promise<void> {
    const { fields } = await this.#order(person, 'zfb')
    if (this.#random() < 0.2) return // never paid
    const query = new URLSearchParams(signedByEpay(epayNotice(fields), EPAY_KEY))
    for (let told = 0; told < 2; told += 1) await this.#scene.console.call(`GET /api/user/epay/notify?${query}`)
  }

  async #card(person: MonthPerson): Promise<void> {
    const { amount, tradeNo } = await this.#order(person, 'stripe')
    await this.#tell(paidEvent(tradeNo, { amount_total: amount * 100 }))
    this.#cards.push({ tradeNo, cents: amount * 100, back: 0, isDisputed: false })
  }

  async #tell(payload: string): Promise<void> {
    const headers = { 'stripe-signature': stripeSignature(payload, Math.floor(Date.now() / 1000), STRIPE_SECRET) }
    await this.#scene.console.app.inject({ method: 'POST', url: '/api/user/stripe/webhook', headers, payload })
  }

  /** Stripe gives a part of a payment back, and another part later. */
  async #giveBack(): Promise<void> {
    const card = this.#cards[Math.floor(this.#random() * this.#cards.length)]
    if (!card) return
    card.back = Math.min(card.cents, card.back + Math.ceil(card.cents * this.#random()))
    await this.#tell(refundedEvent(card.tradeNo, card.back, { amount: card.cents }))
  }

  /** Stripe gives a payment back that the buyer has spent most of: the rest is a debt, which later income pays. */
  async #giveBackSpent(person: MonthPerson): Promise<void> {
    const { root, call } = this.#scene
    await this.#card(person)
    const card = this.#cards.at(-1)
    const { quota } = await call<{ quota: number }>('GET /api/user/self', person.visitor)
    await this.#scene.console.call('PUT /api/user/', {
      as: root,
      body: { id: person.visitor.id, quota_delta: 1000 - quota, quota_reason: 'spent' },
    })
    if (!card) return
    card.back = card.cents
    await this.#tell(refundedEvent(card.tradeNo, card.cents, { amount: card.cents }))
    // Most of the month's calls must be paid.
    await call('PUT /api/user/', root, { id: person.visitor.id, quota_delta: Math.max(0, quota - 1000), quota_reason: 'given again' })
  }

  /** A buyer disputes a payment; the next time it is over. */
  async #dispute(): Promise<void> {
    const card = this.#cards[Math.floor(this.#random() * this.#cards.length)]
    if (!card) return
    const outcome = this.#random() < 0.5 ? 'won' : 'lost'
    await this.#tell(disputeEvent(card.tradeNo, card.isDisputed ? outcome : 'needs_response', { amount: card.cents }))
    card.isDisputed = true
  }

  async #code(person: MonthPerson): Promise<void> {
    const { root, call } = this.#scene
    const [key] = await call<string[]>('POST /api/redemption/', root, { name: 'code', quota: 1 + Math.floor(this.#random() * 90_000) })
    await this.#try('POST /api/user/topup', person, { key })
  }

  async #gift(): Promise<void> {
    const { root, people, call } = this.#scene
    const [key] = await call<string[]>('POST /api/redemption/', root, { name: 'gift', quota: 777, is_gift: true, max_uses: 3 })
    for (const person of people.slice(2, 4)) await this.#try('POST /api/user/topup', person, { key })
  }

  async #edit({ visitor }: MonthPerson): Promise<void> {
    const quota_delta = Math.floor((this.#random() - 0.3) * 30_000)
    await this.#scene.console.call('PUT /api/user/', {
      as: this.#scene.root,
      body: { id: visitor.id, quota_delta, quota_reason: `turn ${this.#turns}` },
    })
  }

  async #refund(): Promise<void> {
    const order = this.#paid.splice(Math.floor(this.#random() * this.#paid.length), 1)[0]
    if (order) await this.#scene.console.call(`POST /api/topup/${order.id}/refund`, { as: this.#scene.root })
  }
}
