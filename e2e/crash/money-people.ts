// People with wallets, who come through the front door.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, Callers, type Session } from './callers.ts'

export const EPAY_KEY = 'crash-epay-key'
export const STRIPE_SECRET = 'whsec_crash_loop'
/** Rebates, in thousandths: 12.5 %. */
export const REBATE_THOUSANDTHS = 125
/** Quota units that a dollar is worth, and the least that can be transferred. */
export const UNIT = 500_000
export const GIFTS = { register: 1000, inviter: 100 * UNIT, invitee: 20_000 }
export const CHECK_IN = { least: 10, most: 99 }

export interface Person extends Session {
  readonly name: string
  readonly inviterId: number
}

export class MoneyPeople extends Callers {
  readonly root: Person
  readonly hosts: Person[] = []
  readonly guests: Person[] = []
  readonly #inviteCodes = new Map<number, string>()
  #names = 0

  private constructor(url: Address, root: Session) {
    super(url)
    this.root = { ...root, name: 'root', inviterId: 0 }
  }

  /**
   * Switches on all ways in which money comes, and makes the first people: two hosts, and three guests of theirs.
   * @param serverAddress where payment services are told to send their notices
   */
  static async begin(url: Address, root: Session, serverAddress: string): Promise<MoneyPeople> {
    const people = new MoneyPeople(url, root)
    await people.setOptions(root, {
      ...{ ServerAddress: serverAddress, PayAddress: 'https://pay.test', EpayId: '1001', EpayKey: EPAY_KEY, Price: 1 },
      ...{ StripeSecretKey: 'sk_test_crash', StripeWebhookSecret: STRIPE_SECRET },
      ...{ CheckInEnabled: true, CheckInQuota: CHECK_IN.least, CheckInMaxQuota: CHECK_IN.most },
      ...{ QuotaForNewUser: GIFTS.register, QuotaForInviter: GIFTS.inviter, QuotaForInvitee: GIFTS.invitee },
      ...{ RebateEnabled: true, RebatePercentage: REBATE_THOUSANDTHS / 10 },
    })
    for (let at = 0; at < 2; at += 1) await people.#invite('host', 0)
    for (let at = 0; at < 3; at += 1) await people.#invite('guest', people.hosts[at % 2]?.id ?? 0)
    return people
  }

  /** A further guest of one of the hosts; undefined while nobody is at home. */
  async newcomer(): Promise<Person | undefined> {
    const host = this.hosts[this.#names % this.hosts.length]
    return host && this.#invite('guest', host.id)
  }

  /** A key with which this person calls models. */
  async key(person: Person): Promise<string> {
    const token = (await this.demand(person, 'POST', '/api/token/', { name: 'spending', unlimited_quota: true })) as { key: string }
    return `sk-${token.key}`
  }

  /** Registers and logs in. An answer that did not come is asked for again: the second time the name is taken, and the login tells. */
  async #invite(kind: 'host' | 'guest', inviterId: number): Promise<Person | undefined> {
    this.#names += 1
    const name = `${kind}${this.#names}`
    for (let tries = 0; tries < 100; tries += 1) {
      await this.register(name, this.#inviteCodes.get(inviterId))
      const session = await this.logIn(name)
      if (session) {
        const person = { ...session, name, inviterId }
        if (kind === 'host') this.#inviteCodes.set(person.id, String(await this.demand(person, 'GET', '/api/user/aff')))
        ;(kind === 'host' ? this.hosts : this.guests).push(person)
        return person
      }
      await sleep(50)
    }
    return undefined
  }
}
