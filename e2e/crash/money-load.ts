// People who redeem, buy, check in and transfer, admins who edit and refund, and payment services that tell and repeat, while the server is
// killed. Each writes down what its call was answered.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeStripe } from '../../server/src/testing/fakes/fake-stripe.ts'
import type { Outcome } from './callers.ts'
import { type CodeFacts, type MoneyFacts, noFacts } from './money-facts.ts'
import { OrderDesk } from './money-orders.ts'
import { type MoneyPeople, type Person, UNIT } from './money-people.ts'

const PAUSE_MS = 60
/** Hashing two passwords takes the machine longer than anything else here. */
const NEWCOMER_PAUSE_MS = 900
/** Until the next try, while the server is away. */
const WHEN_AWAY_MS = 25
const BEGUN_WITHIN_MS = 60_000
const REFUNDS_OVER_WITHIN_MS = 180_000
const REFUNDS_PAUSE_MS = 500
/** Codes that do not count are counted for each person, so those who came last do most of the redeeming. */
const LATEST_PEOPLE = 8

export type MoneyLoad = ReturnType<typeof startMoney>

export function startMoney(people: MoneyPeople, { stripe, random }: { stripe: Pick<FakeStripe, 'refuseNext'>; random: () => number }) {
  const facts = noFacts()
  const orders = new OrderDesk(people, facts.orders, { stripe, random })
  const desk = new MoneyDesk(people, facts, random)
  let isStopped = false
  const worker = async (pauseMs: number, work: () => Promise<Outcome>) => {
    while (!isStopped) {
      const outcome = await work()
      await sleep(outcome === 'absent' ? WHEN_AWAY_MS : pauseMs * (0.5 + random()))
    }
  }
  const workers = [
    worker(PAUSE_MS, () => desk.redeem()),
    worker(PAUSE_MS, () => desk.redeem()),
    worker(PAUSE_MS, () => orders.buy()),
    worker(PAUSE_MS, () => orders.buy()),
    worker(PAUSE_MS, () => orders.replay()),
    worker(PAUSE_MS * 2, () => orders.refund()),
    worker(PAUSE_MS, () => orders.reverse((userId) => desk.takeAll(userId))),
    worker(PAUSE_MS, () => desk.checkIn()),
    worker(PAUSE_MS, () => desk.transfer()),
    worker(PAUSE_MS, () => desk.edit()),
    worker(NEWCOMER_PAUSE_MS, async () => ((await people.newcomer()) ? 'done' : 'absent')),
  ]
  return {
    facts,
    /** Answers when money has moved in every way once. */
    async begun() {
      for (let waitedMs = 0; !hasAllWays(facts); waitedMs += WHEN_AWAY_MS) {
        if (waitedMs > BEGUN_WITHIN_MS) throw new Error('not all ways of money could be gone')
        await sleep(WHEN_AWAY_MS)
      }
    },
    /** No new calls; answers when the running ones are over, and the codes' ids are looked up. */
    async stop() {
      isStopped = true
      await Promise.all(workers)
      await desk.lookUpCodes()
      await desk.refundsOver()
    },
  }
}

function hasAllWays({ codes, orders, checkIns, transfers, edits }: MoneyFacts): boolean {
  const isRedeemed = (isGift: boolean) => codes.some((code) => code.isGift === isGift && code.tries.some(isDone))
  const isPaid = (gateway: string) => orders.some((order) => order.gateway === gateway && order.notices.includes('done'))
  const isMoved = [checkIns, transfers, edits].every((moves) => moves.some(isDone))
  return (
    isMoved &&
    isRedeemed(true) &&
    isRedeemed(false) &&
    isPaid('epay') &&
    isPaid('stripe') &&
    orders.some(({ refunds }) => refunds.some(isDone)) &&
    orders.some(({ reversals }) => reversals.some(isDone))
  )
}

const isDone = ({ outcome }: { outcome: Outcome }): boolean => outcome === 'done'

class MoneyDesk {
  readonly #people: MoneyPeople
  readonly #facts: MoneyFacts
  readonly #random: () => number
  /** Codes that somebody may still redeem. */
  #open: CodeFacts[] = []
  #moves = 0

  constructor(people: MoneyPeople, facts: MoneyFacts, random: () => number) {
    this.#people = people
    this.#facts = facts
    this.#random = random
  }

  /** Some people try one code at once, some of them twice; who got no answer tries again. */
  async redeem(): Promise<Outcome> {
    const code = this.#open[Math.floor(this.#random() * this.#open.length)]
    if (!code) return this.#mint()
    const latest = this.#people.guests.slice(-LATEST_PEOPLE)
    const crowd = Array.from({ length: code.isGift ? 4 : 2 }, () => this.#one(latest))
    const outcomes = await Promise.all(crowd.map((person) => this.#redeemAs(person, code)))
    if (code.tries.length > (code.isGift ? 8 : 3)) this.#open = this.#open.filter((other) => other !== code)
    return outcomes.includes('absent') ? 'absent' : 'done'
  }

  async #redeemAs(person: Person, code: CodeFacts): Promise<Outcome> {
    for (let tries = 0; ; tries += 1) {
      const typed = this.#random() < 0.3 ? ` ${code.text.toUpperCase().replaceAll('0', 'O')} ` : code.text
      const { outcome, code: reason } = await this.#people.ask(person, 'POST', '/api/user/topup', { key: typed })
      if (outcome !== 'absent') code.tries.push({ userId: person.id, outcome, code: reason })
      if (outcome !== 'doubtful' || tries === 2 || this.#random() < 0.3) return outcome
      await sleep(WHEN_AWAY_MS)
    }
  }

  async #mint(): Promise<Outcome> {
    const isGift = this.#random() < 0.4
    const terms = { quota: 100 + Math.floor(this.#random() * 50_000), isGift, maxUses: isGift ? 1 + Math.floor(this.#random() * 4) : -1 }
    const { outcome, data } = await this.#people.ask(this.#people.root, 'POST', '/api/redemption/', {
      ...{ name: isGift ? 'gift' : 'single', count: isGift ? 1 : 4, quota: terms.quota, is_gift: isGift, max_uses: terms.maxUses },
    })
    if (outcome !== 'done') return outcome
    const made = (data as string[]).map((text): CodeFacts => ({ ...terms, text, id: 0, tries: [] }))
    this.#facts.codes.push(...made)
    this.#open.push(...made)
    return outcome
  }

  async checkIn(): Promise<Outcome> {
    const fresh = this.#people.guests.filter(
      ({ id }) => !this.#facts.checkIns.some(({ userId, outcome }) => userId === id && outcome === 'done'),
    )
    const person = this.#one(fresh.length > 0 && this.#random() < 0.8 ? fresh : this.#people.guests)
    const answers = await Promise.all(Array.from({ length: 5 }, () => this.#people.ask(person, 'POST', '/api/user/check_in', {})))
    for (const { outcome, data } of answers) {
      const amount = outcome === 'done' ? (data as { quota: number }).quota : 0
      this.#facts.checkIns.push({ userId: person.id, amount, outcome, reason: '' })
    }
    return answers[0]?.outcome ?? 'absent'
  }

  /** Mostly a little more than the least amount; now and then all that there is, twice at once, or more than there is. */
  async transfer(): Promise<Outcome> {
    const host = this.#one(this.#people.hosts)
    this.#moves += 1
    const dice = this.#random()
    if (dice > 0.03) {
      return this.#transferOf(host, UNIT + this.#moves + (dice > 0.95 ? 1e14 : 0))
    }
    const { outcome, data } = await this.#people.ask(host, 'GET', '/api/user/self')
    const all = outcome === 'done' ? (data as { aff_quota: number }).aff_quota : 0
    if (all <= UNIT) return outcome
    const [first = 'absent'] = await Promise.all([this.#transferOf(host, all), this.#transferOf(host, all - 1)])
    return first
  }

  async #transferOf(host: Person, amount: number): Promise<Outcome> {
    const { outcome, facts } = await this.#people.ask(host, 'POST', '/api/user/aff_transfer', { quota: amount })
    if (outcome !== 'absent') this.#facts.transfers.push({ userId: host.id, amount, outcome, reason: facts.requestId })
    return outcome
  }

  /** An admin adds, takes away, or sets what they saw a moment ago to something else. */
  async edit(): Promise<Outcome> {
    const { id: userId } = this.#one(this.#people.guests)
    const by = Math.floor((this.#random() - 0.4) * 20_000) || 1
    if (this.#random() < 0.7) return this.#change(userId, by, { quota_delta: by })
    const seen = await this.#balanceOf(userId)
    return seen === undefined ? 'doubtful' : this.#change(userId, by, { quota: seen + by, quota_seen: seen })
  }

  /** An admin takes away all that somebody has. */
  async takeAll(userId: number): Promise<Outcome> {
    const seen = await this.#balanceOf(userId)
    return seen === undefined || seen <= 0 ? 'doubtful' : this.#change(userId, -seen, { quota: 0, quota_seen: seen })
  }

  async #balanceOf(userId: number): Promise<number | undefined> {
    const { outcome, data } = await this.#people.ask(this.#people.root, 'GET', `/api/user/${userId}`)
    return outcome === 'done' ? (data as { quota: number }).quota : undefined
  }

  async #change(userId: number, by: number, change: object): Promise<Outcome> {
    this.#moves += 1
    const reason = `edit ${this.#moves}`
    const { outcome } = await this.#people.ask(this.#people.root, 'PUT', '/api/user/', { id: userId, quota_reason: reason, ...change })
    if (outcome !== 'absent') this.#facts.edits.push({ userId, amount: by, outcome, reason })
    return outcome
  }

  async lookUpCodes(): Promise<void> {
    const byText = new Map(this.#facts.codes.map((code) => [code.text, code]))
    for (let page = 1; ; page += 1) {
      const path = `/api/redemption/?p=${page}&page_size=100`
      const { items } = (await this.#people.demand(this.#people.root, 'GET', path)) as { items: { id: number; key: string }[] }
      for (const { id, key } of items) {
        const code = byText.get(key)
        if (code) code.id = id
      }
      if (items.length === 0) return
    }
  }

  /** Refunds that a kill left open are finished by the server; what it has not done in time, the judge complains of. */
  async refundsOver(): Promise<void> {
    for (let waitedMs = 0; waitedMs < REFUNDS_OVER_WITHIN_MS; waitedMs += REFUNDS_PAUSE_MS) {
      const { total } = (await this.#people.demand(this.#people.root, 'GET', '/api/topup/?status=refunding')) as { total: number }
      if (total === 0) return
      await sleep(REFUNDS_PAUSE_MS)
    }
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] ?? nobody()
  }
}

function nobody(): never {
  throw new Error('there is somebody from the beginning')
}
