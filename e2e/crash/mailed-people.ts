// People who open accounts and prove their addresses, through the door and the mail, as they would.
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../../server/src/testing/client.ts'
import type { TestSmtp } from '../../server/src/testing/smtp-server.ts'

const PASSWORD = 'horse battery'
const ROOT = { username: 'root', password: 'crash-loop-1' }

interface Visitor {
  readonly id: number
  readonly cookie: string
}

interface Envelope {
  readonly success: boolean
  readonly message: string
  readonly data?: unknown
}

export class MailedPeople {
  readonly rootId: number
  readonly #url: string
  readonly #smtp: TestSmtp
  readonly #inviteCode: string
  #calls = 0

  private constructor(url: string, smtp: TestSmtp, root: { id: number; inviteCode: string }) {
    this.#url = url
    this.#smtp = smtp
    this.rootId = root.id
    this.#inviteCode = root.inviteCode
  }

  /** Sets the server up for mail and gifts. */
  static async setUp(url: string, smtp: TestSmtp): Promise<MailedPeople> {
    const nobody = new MailedPeople(url, smtp, { id: 0, inviteCode: '' })
    const body = { ...ROOT, confirmPassword: ROOT.password, SelfUseModeEnabled: false, DemoSiteEnabled: false }
    await nobody.#demand('POST', '/api/setup', { body })
    const root = await nobody.#login(ROOT)
    const options = {
      ...{ ReverseProxyEnabled: true, QuotaForNewUser: 1000, QuotaForInviter: 50, QuotaForInvitee: 7 },
      ...{ SMTPServer: 'localhost', SMTPPort: smtp.port, SMTPSSLEnabled: true, SMTPFrom: 'post@station.test' },
      ServerAddress: url,
    }
    await nobody.#demand('POST', '/api/user/confirm', { as: root, body: { purpose: 'secret_options', password: ROOT.password } })
    for (const [key, value] of Object.entries(options))
      await nobody.#demand('PUT', '/api/option/', { as: root, body: { key, value: String(value) } })
    const self = await nobody.#demand('GET', '/api/user/self', { as: root })
    return new MailedPeople(url, smtp, { id: root.id, inviteCode: String(Object(self).aff_code) })
  }

  /** False: it was refused, or no answer came. */
  async register(username: string): Promise<boolean> {
    const body = { username, password: PASSWORD, password2: PASSWORD, aff_code: this.#inviteCode }
    return (await this.#ask('POST', '/api/user/register', { body }))?.success ?? false
  }

  async logsIn(username: string): Promise<boolean> {
    return (await this.#ask('POST', '/api/user/login', { body: { username, password: PASSWORD } }))?.success ?? false
  }

  /** A code to register with; nobody waits for the answer. */
  async askForCode(email: string): Promise<void> {
    await this.#ask('GET', `/api/verification?${new URLSearchParams({ email })}`)
  }

  /** A user who is logged in and has proved an address. */
  async registerWithAddress(username: string, email: string): Promise<Visitor> {
    if (!(await this.register(username))) throw new Error(`${username} could not register`)
    const visitor = await this.#login({ username, password: PASSWORD })
    await this.#demand('GET', `/api/oauth/email/bind?${new URLSearchParams({ email, code: await this.#code(email, visitor) })}`, {
      as: visitor,
    })
    return visitor
  }

  /** Gets a code for another address; the answer binds it, and tells whether it was confirmed. */
  async prepareBinding(as: Visitor, email: string): Promise<() => Promise<boolean>> {
    const query = new URLSearchParams({ email, code: await this.#code(email, as) })
    return async () => (await this.#ask('GET', `/api/oauth/email/bind?${query}`, { as }))?.success ?? false
  }

  /** The token of a reset link, out of its mail. */
  async resetToken(email: string): Promise<string> {
    const text = await this.#mailFrom(email, () => this.#demand('GET', `/api/reset_password?${new URLSearchParams({ email })}`))
    return new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
  }

  /** The new password; undefined: it was refused, or no answer came. */
  async reset(email: string, token: string): Promise<unknown> {
    const envelope = await this.#ask('POST', '/api/user/reset', { body: { email, token } })
    return envelope?.success ? envelope.data : undefined
  }

  async #code(email: string, as: Visitor): Promise<string> {
    const text = await this.#mailFrom(email, () => this.#demand('GET', `/api/verification?${new URLSearchParams({ email })}`, { as }))
    return /\b\d{6}\b/.exec(text)?.[0] ?? ''
  }

  async #mailFrom(email: string, asking: () => Promise<unknown>): Promise<string> {
    const own = () => this.#smtp.mails.filter(({ envelopeTo }) => envelopeTo[0] === email)
    const before = own().length
    await asking()
    for (let waitedMs = 0; own().length === before && waitedMs < 20_000; waitedMs += 20) await sleep(20)
    return own().at(-1)?.text ?? ''
  }

  async #login(who: { username: string; password: string }): Promise<Visitor> {
    const { headers, json } = await this.#call('POST', '/api/user/login', { body: who })
    const cookie = /(__Host-)?session=[^;,\s]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
    const { success, message, data } = json as Envelope
    if (!success) throw new Error(`login: ${message}`)
    return { id: Number(Object(data).id), cookie }
  }

  async #demand(method: string, path: string, sent: { as?: Visitor; body?: object } = {}): Promise<unknown> {
    const envelope = await this.#ask(method, path, sent)
    if (!envelope?.success) throw new Error(`${method} ${path}: ${envelope?.message ?? 'no answer'}`)
    return envelope.data
  }

  async #ask(method: string, path: string, sent: { as?: Visitor; body?: object } = {}): Promise<Envelope | undefined> {
    return (await this.#call(method, path, sent)).json as Envelope | undefined
  }

  /** Each call comes from an address of its own: the limits of one are not what is tested here. */
  #call(method: string, path: string, { as, body }: { as?: Visitor; body?: object }) {
    this.#calls += 1
    const address = `203.0.${this.#calls >> 8}.${this.#calls & 255}`
    const headers = {
      'x-real-ip': address,
      'accept-language': 'en',
      ...(as ? { cookie: as.cookie, 'waystation-user': String(as.id) } : {}),
    }
    return call(`${this.#url}${path}`, { method, headers, ...(body ? { body } : {}) })
  }
}
