// People who open accounts and prove their addresses, through the door and the mail, as they would.
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestSmtp } from '../../server/src/testing/network/smtp-server.ts'
import { Callers, type Session } from './callers.ts'

const query = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`

export class MailedPeople extends Callers {
  readonly rootId: number
  readonly #smtp: TestSmtp
  readonly #inviteCode: string

  private constructor(url: string, smtp: TestSmtp, root: { id: number; inviteCode: string }) {
    super(url)
    this.#smtp = smtp
    this.rootId = root.id
    this.#inviteCode = root.inviteCode
  }

  /** Sets a fresh server up for mail and gifts. */
  static async begin(url: string, smtp: TestSmtp): Promise<MailedPeople> {
    const callers = new Callers(url)
    const root = await callers.setUp()
    await callers.setOptions(root, {
      ...{ QuotaForNewUser: 1000, QuotaForInviter: 50, QuotaForInvitee: 7, ServerAddress: url },
      ...{ SMTPServer: 'localhost', SMTPPort: smtp.port, SMTPSSLEnabled: true, SMTPFrom: 'post@station.test' },
    })
    return new MailedPeople(url, smtp, { id: root.id, inviteCode: String(await callers.demand(root, 'GET', '/api/user/aff')) })
  }

  /** By the super admin's invitation. False: it was refused, or no answer came. */
  async registerInvited(username: string): Promise<boolean> {
    return (await this.register(username, this.#inviteCode)) === 'done'
  }

  /** A code to register with; nobody waits for the answer. */
  async askForCode(email: string): Promise<void> {
    await this.ask(undefined, 'GET', `/api/verification${query({ email })}`)
  }

  /** A user who is logged in and has proved an address. */
  async registerWithAddress(username: string, email: string): Promise<Session> {
    const session = (await this.registerInvited(username)) ? await this.logIn(username) : undefined
    if (!session) throw new Error(`${username} could not register`)
    await this.confirm(session, 'ways_in')
    await this.demand(session, 'GET', `/api/oauth/email/bind${query({ email, code: await this.#code(email, session) })}`)
    return session
  }

  /** Gets a code for another address, by somebody who has confirmed; the answer binds it, and tells whether it was confirmed. */
  async prepareBinding(as: Session, email: string): Promise<() => Promise<boolean>> {
    const path = `/api/oauth/email/bind${query({ email, code: await this.#code(email, as) })}`
    return async () => (await this.ask(as, 'GET', path)).outcome === 'done'
  }

  /** The token of a reset link, out of its mail. */
  async resetToken(email: string): Promise<string> {
    const text = await this.#mailFrom(email, () => this.demand(undefined, 'GET', `/api/reset_password${query({ email })}`))
    return new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
  }

  /** The new password; undefined: it was refused, or no answer came. */
  async reset(email: string, token: string): Promise<unknown> {
    const { outcome, data } = await this.ask(undefined, 'POST', '/api/user/reset', { email, token })
    return outcome === 'done' ? data : undefined
  }

  async #code(email: string, as: Session): Promise<string> {
    const text = await this.#mailFrom(email, () => this.demand(as, 'GET', `/api/verification${query({ email })}`))
    return /\b\d{6}\b/.exec(text)?.[0] ?? ''
  }

  async #mailFrom(email: string, asking: () => Promise<unknown>): Promise<string> {
    const own = () => this.#smtp.mails.filter(({ envelopeTo }) => envelopeTo[0] === email)
    const before = own().length
    await asking()
    for (let waitedMs = 0; own().length === before && waitedMs < 20_000; waitedMs += 20) await sleep(20)
    return own().at(-1)?.text ?? ''
  }
}
