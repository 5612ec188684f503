// Sets a fresh server up the way a person would: the first-run form, a login, settings, a channel, tokens. Nothing is written to the
// database behind the server's back.
import { call } from '../../server/src/testing/client.ts'

export interface Door {
  readonly unlimitedKey: string
  readonly limitedKey: string
  readonly limitedQuota: number
  readonly userId: number
  /** The super admin's session and password. */
  readonly root: { readonly id: number; readonly cookie: string }
  readonly password: string
  /** Sets an option through the console. */
  setOption(key: string, value: string): Promise<void>
}

/** Prices the judge knows by heart, in millionths. */
export interface JudgedModel {
  readonly name: string
  readonly ratioMicro: number
  readonly completionMicro: number
  readonly cacheMicro: number
}

export const models: readonly JudgedModel[] = [
  { name: 'crash-a', ratioMicro: 150_000, completionMicro: 4_000_000, cacheMicro: 500_000 },
  { name: 'crash-b', ratioMicro: 12_500, completionMicro: 3_300_000, cacheMicro: 100_000 },
]

const USER = { username: 'root', password: 'crash-loop-1' }
const LIMITED_QUOTA = 20_000_000

interface Envelope {
  readonly success: boolean
  readonly message: string
  readonly data?: unknown
}

export async function setUp(serverUrl: string, upstreamUrl: string): Promise<Door> {
  let cookie = ''
  let userId = 0

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { ...(cookie ? { cookie, 'waystation-user': String(userId) } : {}), origin: serverUrl }
    const answer = await call(`${serverUrl}${path}`, { method, headers, ...(body ? { body } : {}) })
    const envelope = answer.json as Envelope | undefined
    if (!envelope?.success) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.slice(0, 500)}`)
    // A login sets the session's cookie and that of the known browser.
    cookie = /(__Host-)?session=[^;,\s]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? cookie
    return envelope.data
  }
  const setOption = async (key: string, value: string) => void (await ask('PUT', '/api/option/', { key, value }))
  const map = (field: 'ratioMicro' | 'completionMicro' | 'cacheMicro') =>
    JSON.stringify(Object.fromEntries(models.map((model) => [model.name, model[field] / 1e6])))

  await ask('POST', '/api/setup', { ...USER, confirmPassword: USER.password, SelfUseModeEnabled: false, DemoSiteEnabled: false })
  userId = ((await ask('POST', '/api/user/login', USER)) as { id: number }).id
  await setOption('ModelRatio', map('ratioMicro'))
  await setOption('CompletionRatio', map('completionMicro'))
  await setOption('CacheRatio', map('cacheMicro'))
  await ask('POST', '/api/channel/', {
    name: 'fake',
    type: 8,
    key: 'sk-upstream',
    base_url: upstreamUrl,
    models: models.map((model) => model.name).join(','),
    group: 'default',
    auto_ban: 0,
  })
  const token = async (name: string, more: object) => `sk-${((await ask('POST', '/api/token/', { name, ...more })) as { key: string }).key}`
  return {
    unlimitedKey: await token('unlimited', { unlimited_quota: true }),
    limitedKey: await token('limited', { remain_quota: LIMITED_QUOTA }),
    limitedQuota: LIMITED_QUOTA,
    userId,
    root: { id: userId, cookie },
    password: USER.password,
    setOption,
  }
}
