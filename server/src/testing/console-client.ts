// Talks to a server as the console does: a session cookie, the user-id header, the envelope.
import { endpoints } from '@waystation/contract/api/endpoints'
import type { ConfirmPurpose } from '@waystation/contract/people/second-factor'
import { request } from 'undici'
import { noteCall } from './last-calls.ts'

export interface ConsoleClient {
  readonly userId: number
  readonly cookie: string
  /** `data` of a successful answer; throws with the server's message otherwise. */
  call<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Data>
  /** Confirms one purpose by the password, in this session. */
  confirm(purpose: ConfirmPurpose): Promise<void>
  /** The whole envelope. */
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>
}

export const ROOT = { username: 'root', password: 'a-long-password' }

/** Sets a fresh server up with the super admin of `ROOT`. */
export async function setUp(url: string): Promise<void> {
  await enter(`${url}/api/setup`, { ...ROOT, confirmPassword: ROOT.password, SelfUseModeEnabled: false, DemoSiteEnabled: false })
}

/** Logs in and answers with a client of that session. */
export async function logIn(url: string, who: { username: string; password: string } = ROOT): Promise<ConsoleClient> {
  const { cookie, data } = await enter<{ id: number }>(`${url}/api/user/login`, who)
  return clientOf(url, { cookie, userId: data.id, password: who.password })
}

/** A call of somebody without a session. Throws with the server's message where it is refused. */
async function enter<Data>(address: string, sent: object): Promise<{ cookie: string; data: Data }> {
  const headers = { 'content-type': 'application/json' }
  const response = await request(address, { method: 'POST', headers, body: JSON.stringify(sent) })
  const { success, message, data } = (await response.body.json()) as { success: boolean; message: string; data: Data }
  if (!success) throw new Error(`${address}: ${message}`)
  return { cookie: String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '', data }
}

interface OpenSession {
  readonly cookie: string
  readonly userId: number
  /** For what has to be confirmed. */
  readonly password?: string
}

/** A client of a session that there is already. */
export function clientOf(url: string, { cookie, userId, password = ROOT.password }: OpenSession): ConsoleClient {
  const ask: ConsoleClient['ask'] = async (method, path, sent) => {
    const answer = await request(url + path, {
      method,
      headers: {
        cookie,
        'waystation-user': String(userId),
        'accept-language': 'en',
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    })
    const body = (await answer.body.json()) as Record<string, unknown>
    noteCall({ where: url, line: `${method} ${path}`, sent, status: answer.statusCode, answer: JSON.stringify(body) })
    return { status: answer.statusCode, body }
  }
  const call: ConsoleClient['call'] = async (method, path, sent) => {
    let { body: envelope } = await ask(method, path, sent)
    const purpose = envelope.code === 'confirmation_needed' ? purposeOf(method, path) : undefined
    if (purpose) {
      // The login was a confirmation for some minutes only.
      await ask('POST', '/api/user/confirm', { purpose, password })
      envelope = (await ask(method, path, sent)).body
    }
    if (envelope.success !== true)
      throw new Error(`${method} ${path}: ${String(envelope.message)} ${JSON.stringify(envelope.fields ?? {})}`)
    return envelope.data as never
  }
  return {
    userId,
    cookie,
    ask,
    call,
    confirm: (purpose) => call('POST', '/api/user/confirm', { purpose, password }),
  }
}

/** What a call has to be confirmed for. */
function purposeOf(method: string, path: string): ConfirmPurpose | undefined {
  const isCalled = (called: string) => new RegExp(`^${called.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path.split('?')[0] ?? '')
  return endpoints.find((one) => one.method === method && isCalled(one.path))?.confirms
}
