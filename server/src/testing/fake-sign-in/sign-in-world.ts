// A console with all other sites open, and browsers that walk through their logins.
import { cookieOf, openConsole, type Reply, type Sent, type Visitor } from '../console.ts'
import { type FakeSignIn, openFakeSignIn } from './fake-sign-in.ts'
import { CLIENT, SECRET } from './fake-site.ts'

export const BOT_TOKEN = '123:ABC'
const SERVER_ADDRESS = 'http://console.test'

export type SignInWorld = Awaited<ReturnType<typeof openSignInWorld>>

/** @param given an earlier clock, another database */
export async function openSignInWorld(given: Partial<Parameters<typeof openConsole>[0]> = {}) {
  const fakes = await openFakeSignIn()
  const console = await openConsole({ ...given, sites: { addresses: fakes.addresses, timeoutMs: 400 } })
  const root = await console.root()
  const set = (key: string, value: string) => console.options.set(key, value, { role: 100 })
  const settings = { ServerAddress: SERVER_ADDRESS, ...signInSettings(fakes) }
  for (const [key, value] of Object.entries(settings)) await set(key, value)
  return {
    fakes,
    console,
    root,
    set,
    browser: () => new Browser(console.call),
    /** A new user who has confirmed, and may link and unlink. */
    async linker(username: string): Promise<Visitor> {
      const visitor = await console.user(username)
      await console.confirm(visitor, 'ways_in')
      return visitor
    },
    async close() {
      await console.close()
      await fakes.close()
    },
  }
}

/** The options that open every site, by key. The server's own address goes before them. */
export function signInSettings({ origin, oidc }: FakeSignIn): Record<string, string> {
  return {
    GitHubClientId: CLIENT,
    GitHubClientSecret: SECRET,
    GitHubOAuthEnabled: 'true',
    LinuxDOClientId: CLIENT,
    LinuxDOClientSecret: SECRET,
    LinuxDOOAuthEnabled: 'true',
    'oidc.client_id': CLIENT,
    'oidc.client_secret': SECRET,
    'oidc.well_known': `${oidc.issuer}/.well-known/openid-configuration`,
    'oidc.authorization_endpoint': `${oidc.issuer}/authorize`,
    'oidc.token_endpoint': `${oidc.issuer}/token`,
    'oidc.user_info_endpoint': `${oidc.issuer}/userinfo`,
    'oidc.enabled': 'true',
    WeChatServerAddress: `${origin}/wechat`,
    WeChatServerToken: SECRET,
    WeChatAuthEnabled: 'true',
    TelegramBotToken: BOT_TOKEN,
    TelegramBotName: 'bot',
    TelegramOAuthEnabled: 'true',
    TurnstileSiteKey: 'site',
    TurnstileSecretKey: SECRET,
  }
}

/** A browser: it keeps its cookies, and names its user as the console does. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #call: (line: string, sent?: Sent) => Promise<Reply>
  userId: number | undefined

  constructor(call: (line: string, sent?: Sent) => Promise<Reply>) {
    this.#call = call
  }

  /** Takes over the session of somebody who logged in. */
  as({ id, cookie }: Visitor): this {
    this.userId = id
    this.#keep(cookie)
    return this
  }

  cookie(name: 'session' | 'device' | 'browser'): string {
    const own = [...this.#cookies.keys()].filter((key) => key.startsWith(`__Host-${name}_`) || key.startsWith(`${name}_`))
    return this.#cookies.get(own[0] ?? '') ?? ''
  }

  async call(line: string, sent: Sent = {}): Promise<Reply> {
    const named = this.userId === undefined ? {} : { 'waystation-user': String(this.userId) }
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await this.#call(line, { ...sent, headers: { ...(cookie === '' ? {} : { cookie }), ...named, ...sent.headers } })
    for (const name of ['session', 'device', 'browser'] as const) this.#keep(cookieOf(reply, name))
    return reply
  }

  get(path: string, query: Readonly<Record<string, string | undefined>> = {}, headers: Record<string, string> = {}): Promise<Reply> {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return this.call(`GET ${path}?${new URLSearchParams(given)}`, { headers })
  }

  /** The address that the server sends this browser to. */
  async start(provider: 'github' | 'oidc' | 'linuxdo', query: Record<string, string> = {}): Promise<{ url: string; state: string }> {
    const reply = await this.get(`/api/oauth/${provider}/start`, query)
    if (!reply.json.success) throw new Error(`start: ${reply.text}`)
    return reply.json.data
  }

  #keep(pair: string): void {
    const at = pair.indexOf('=')
    if (at > 0) this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
