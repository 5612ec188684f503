// Money that comes and goes in the generated month by other ways than calls, each through the console's own calls.
import { epayNotice, signedByEpay } from '../epay-notice.ts'
import { paidEvent, stripeSignature } from '../fake-stripe.ts'
import { EPAY_KEY, type MonthPerson, type Scene, STRIPE_SECRET, UNIT } from './month-scene.ts'

export class MonthMoney {
  readonly #scene: Scene
  readonly #random: () => number
  #turns = 0
  #paid: { id: number }[] = []

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
    const payload = paidEvent(tradeNo, { amount_total: amount * 100 })
    const headers = { 'stripe-signature': stripeSignature(payload, Math.floor(Date.now() / 1000), STRIPE_SECRET) }
    await this.#scene.console.app.inject({ method: 'POST', url: '/api/user/stripe/webhook', headers, payload })
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
