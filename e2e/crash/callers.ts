// Calls through the front door, each with what its answer proves, by people with sessions of their own.
import type { ConfirmPurpose } from '@waystation/contract/people/second-factor'
import { type CallFacts, call } from '../../server/src/testing/client.ts'

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

export interface Session {
  readonly id: number
  readonly cookie: string
}

const ROOT = { username: 'root', password: 'crash-loop-1' }
const PASSWORD = 'horse battery'

/** Where calls go; of several nodes the one that is chosen for each call, undefined while none is ready. */
export type Address = string | (() => string | undefined)

/** Nobody listens there. */
const NOBODY = 'http://127.0.0.1:9'

export class Callers {
  readonly #url: Address
  #calls = 0

  constructor(url: Address) {
    this.#url = url
  }

  /** Sets a fresh server up, which then takes each call for one from a network of its own. @returns the super admin, who has confirmed */
  async setUp(): Promise<Session> {
    const body = { ...ROOT, confirmPassword: ROOT.password, SelfUseModeEnabled: false, DemoSiteEnabled: false }
    await this.demand(undefined, 'POST', '/api/setup', body)
    const root = await this.logIn(ROOT.username, ROOT.password)
    if (!root) throw new Error('the super admin cannot log in')
    await this.setOptions(root, { ReverseProxyEnabled: true })
    await this.confirm(root, 'secret_options', ROOT.password)
    return root
  }

  async setOptions(root: Session, options: Readonly<Record<string, string | number | boolean>>): Promise<void> {
    for (const [key, value] of Object.entries(options)) await this.demand(root, 'PUT', '/api/option/', { key, value: String(value) })
  }

  /** For what has to be confirmed. */
  async confirm(as: Session, purpose: ConfirmPurpose, password = PASSWORD): Promise<void> {
    await this.demand(as, 'POST', '/api/user/confirm', { purpose, password })
  }

  async register(username: string, inviteCode = ''): Promise<Outcome> {
    const body = { username, password: PASSWORD, password2: PASSWORD, aff_code: inviteCode }
    return (await this.ask(undefined, 'POST', '/api/user/register', body)).outcome
  }

  /** Undefined: it was refused, or no answer came. */
  async logIn(username: string, password = PASSWORD): Promise<Session | undefined> {
    const { outcome, data, facts } = await this.ask(undefined, 'POST', '/api/user/login', { username, password })
    // A login sets the session's cookie and that of the known browser.
    const cookie = /(__Host-)?session_\w+=[^;,\s]+/.exec(facts.headers.get('set-cookie') ?? '')?.[0] ?? ''
    return outcome === 'done' ? { id: (data as { id: number }).id, cookie } : undefined
  }

  /** A call that must succeed. @throws Error with the answer when it does not */
  async demand(as: Session | undefined, method: string, path: string, body?: object): Promise<unknown> {
    const { outcome, code, data, facts } = await this.ask(as, method, path, body)
    if (outcome !== 'done') throw new Error(`${method} ${path}: ${outcome} ${code} ${facts.status} ${facts.body.slice(0, 300)}`)
    return data
  }

  async ask(as: Session | undefined, method: string, path: string, body?: object): Promise<Answer> {
    const headers: Record<string, string> = as ? { cookie: as.cookie, 'waystation-user': String(as.id) } : {}
    const facts = await this.send(method, path, { headers, ...(body ? { body } : {}) })
    const fields = (facts.json ?? {}) as Readonly<Record<string, unknown>>
    const isWord = facts.end === 'whole' && typeof fields.success === 'boolean' && (facts.status ?? 500) < 500
    const outcome = facts.end === 'refused' ? 'absent' : !isWord ? 'doubtful' : fields.success ? 'done' : 'refused'
    return { outcome, code: String(fields.code ?? ''), data: fields.data, fields, facts }
  }

  /** Each call comes from a network of its own: the limits of one are not what is tested here. */
  send(method: string, path: string, { headers, body }: { headers: Record<string, string>; body?: object | string }): Promise<CallFacts> {
    this.#calls += 1
    const address = `203.${this.#calls & 255}.${(this.#calls >> 8) & 255}.${(this.#calls >> 16) & 255}`
    const all = { 'x-real-ip': address, 'accept-language': 'en', ...headers }
    const at = typeof this.#url === 'string' ? this.#url : (this.#url() ?? NOBODY)
    return call(`${at}${path}`, { method, headers: all, ...(body === undefined ? {} : { body }) })
  }
}
