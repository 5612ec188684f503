// People with wallets, through the front door: who they are, and one call with what its answer proves.
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallFacts, call } from '../../server/src/testing/client.ts'
import type { Door } from './front-door.ts'

export const EPAY_KEY = 'crash-epay-key'
export const STRIPE_SECRET = 'whsec_crash_loop'
/** Rebates, in thousandths: 12.5 %. */
export const REBATE_THOUSANDTHS = 125
/** Quota units that a dollar is worth, and the least that can be transferred. */
export const UNIT = 500_000
export const GIFTS = { register: 1000, inviter: 100 * UNIT, invitee: 20_000 }
export const CHECK_IN = { least: 10, most: 99 }

const PASSWORD = 'horse battery'

export interface Person {
  readonly id: number
  readonly name: string
  readonly cookie: string
  readonly inviterId: number
}

/**
 * What an answer proves: `done` and `refused` are the server's word; `doubtful` is none, or one that it could not give; `absent` is a call
 * that found nobody at home.
 */
export type Outcome = 'done' | 'refused' | 'doubtful' | 'absent'

export interface Answer {
  readonly outcome: Outcome
  readonly code: string
  readonly data: unknown
  /** All of the envelope. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly facts: CallFacts
}

export class MoneyPeople {
  readonly root: Person
  readonly hosts: Person[] = []
  readonly guests: Person[] = []
  readonly #url: string
  readonly #inviteCodes = new Map<number, string>()
  #calls = 0
  #names = 0

  private constructor(url: string, root: Person) {
    this.#url = url
    this.root = root
  }

  /** Switches on all ways in which money comes, and makes the first people: two hosts, and three guests of theirs. */
  static async setUp(url: string, door: Door): Promise<MoneyPeople> {
    const people = new MoneyPeople(url, { ...door.root, name: 'root', inviterId: 0 })
    // From then on each call comes from an address of its own: the limits of one are not what is tested here.
    await door.setOption('ReverseProxyEnabled', 'true')
    await people.demand(people.root, 'POST', '/api/user/confirm', { purpose: 'secret_options', password: door.password })
    const options = {
      ...{ ServerAddress: url, PayAddress: 'https://pay.test', EpayId: '1001', EpayKey: EPAY_KEY, Price: 1 },
      ...{ StripeSecretKey: 'sk_test_crash', StripeWebhookSecret: STRIPE_SECRET },
      ...{ CheckInEnabled: true, CheckInQuota: CHECK_IN.least, CheckInMaxQuota: CHECK_IN.most },
      ...{ QuotaForNewUser: GIFTS.register, QuotaForInviter: GIFTS.inviter, QuotaForInvitee: GIFTS.invitee },
      ...{ RebateEnabled: true, RebatePercentage: REBATE_THOUSANDTHS / 10 },
    }
    for (const [key, value] of Object.entries(options))
      await people.demand(people.root, 'PUT', '/api/option/', { key, value: String(value) })
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
    const invite = this.#inviteCodes.get(inviterId) ?? ''
    const body = { username: name, password: PASSWORD, password2: PASSWORD, aff_code: invite }
    for (let tries = 0; tries < 100; tries += 1) {
      await this.ask(undefined, 'POST', '/api/user/register', body)
      const login = await this.ask(undefined, 'POST', '/api/user/login', { username: name, password: PASSWORD })
      if (login.outcome === 'done') {
        const person = { id: (login.data as { id: number }).id, name, inviterId, cookie: sessionOf(login.facts) }
        if (kind === 'host') this.#inviteCodes.set(person.id, String(await this.demand(person, 'GET', '/api/user/aff')))
        ;(kind === 'host' ? this.hosts : this.guests).push(person)
        return person
      }
      await sleep(50)
    }
    return undefined
  }

  /** A call that must succeed. */
  async demand(as: Person, method: string, path: string, body?: object): Promise<unknown> {
    const { outcome, code, data, facts } = await this.ask(as, method, path, body)
    if (outcome !== 'done') throw new Error(`${method} ${path}: ${outcome} ${code} ${facts.body.slice(0, 300)}`)
    return data
  }

  async ask(as: Person | undefined, method: string, path: string, body?: object): Promise<Answer> {
    const facts = await this.send(method, path, {
      headers: as ? { cookie: as.cookie, 'waystation-user': String(as.id) } : {},
      ...(body ? { body } : {}),
    })
    const fields = (facts.json ?? {}) as Readonly<Record<string, unknown>>
    const isWord = facts.end === 'whole' && typeof fields.success === 'boolean' && (facts.status ?? 500) < 500
    const outcome = facts.end === 'refused' ? 'absent' : !isWord ? 'doubtful' : fields.success ? 'done' : 'refused'
    return { outcome, code: String(fields.code ?? ''), data: fields.data, fields, facts }
  }

  send(method: string, path: string, { headers, body }: { headers: Record<string, string>; body?: object | string }): Promise<CallFacts> {
    this.#calls += 1
    const address = `203.${(this.#calls >> 16) & 255}.${(this.#calls >> 8) & 255}.${this.#calls & 255}`
    return call(`${this.#url}${path}`, { method, headers: { 'x-real-ip': address, ...headers }, ...(body === undefined ? {} : { body }) })
  }
}

function sessionOf({ headers }: CallFacts): string {
  return /(__Host-)?session=[^;,\s]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
}
