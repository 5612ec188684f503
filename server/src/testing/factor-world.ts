// A console at an https address, browsers, and people with second factors. Its clock can be put forward.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConfirmPurpose, LOGIN_CONFIRMS_MINUTES } from '@waystation/contract/people/second-factor'
import { Secret, TOTP } from 'otpauth'
import { createUser } from '../domain/user/user-store.ts'
import { type ConsoleOptions, openConsole, PASSWORD, type Reply } from './console.ts'
import { Browser } from './fake-sign-in/sign-in-world.ts'
import { SoftAuthenticator } from './fakes/soft-authenticator.ts'

const STEP_MS = 30_000
export const ORIGIN = 'https://station.test'

export type FactorWorld = Awaited<ReturnType<typeof openFactorWorld>>

export async function openFactorWorld(given: Omit<ConsoleOptions, 'now'> = {}) {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const console = await openConsole({ ...given, now })
  await console.root()
  await console.options.set('ServerAddress', ORIGIN, { role: 100 })
  const browser = () => new Browser(console.call)
  const pass = async (ms: number) => {
    aheadMs += ms
  }
  const steps = stepsOf(now, pass)
  return {
    console,
    browser,
    ...steps,
    now,
    /** Puts the clock forward. */
    wait(seconds: number) {
      aheadMs += seconds * 1000
    },
    authenticator: (isCounting = true) => new SoftAuthenticator({ origin: ORIGIN, isCounting }),
    /** A new user in a browser of their own. */
    async person(username: string, role = 1): Promise<Browser> {
      return browser().as(await console.user(username, role))
    },
    /** A new user who logs in at other sites only, in a session that was opened just now. */
    async withoutPassword(username: string): Promise<Browser> {
      const names = { username, displayName: username, passwordHash: '', email: '', language: '', group: 'default' }
      const id = await console.database.run(createUser, { ...names, role: 1, quota: 0, cause: 'test' })
      const session = await console.services.sessions.open({ id, authEpoch: 0 }, { ip: '203.0.113.7', agent: 'test', formerId: '' })
      return browser().as({ id, username, cookie: `__Host-session=${session}`, device: '' })
    },
    root: async () => logIn(browser(), 'root'),
    /** Lets the logins of before be so old that they confirm nothing. */
    age(): void {
      aheadMs += (LOGIN_CONFIRMS_MINUTES * 60 + 1) * 1000
    },
    close: () => console.close(),
    /** Types name and password, which is perhaps not enough. */
    typePassword: (at: Browser, username: string, password = PASSWORD) => at.call('POST /api/user/login', { body: { username, password } }),
    typeCode: (at: Browser, code: string, from?: string) =>
      at.call('POST /api/user/login/code', { body: { code }, ...(from ? { from } : {}) }),
  }
}

async function logIn(at: Browser, username: string): Promise<Browser> {
  const data = dataOf<{ id: number }>(await at.call('POST /api/user/login', { body: { username, password: PASSWORD } }))
  at.userId = data.id
  return at
}

/** `data` of a successful answer. */
export function dataOf<Data>({ json, text }: Reply): Data {
  if (!json.success) throw new Error(text)
  return json.data
}

/**
 * What people do about their factors, on any console.
 * @param now unix milliseconds
 * @param pass lets so many of them pass
 */
export function stepsOf(now: () => number, pass: (ms: number) => Promise<unknown> = sleep) {
  const codeOf = (secret: string, atSeconds = 0): string =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now() + atSeconds * 1000 })
  const confirm = async (at: Browser, purpose: ConfirmPurpose, proof: object = { password: PASSWORD }): Promise<void> => {
    dataOf(await at.call('POST /api/user/confirm', { body: { purpose, ...proof } }))
  }
  return {
    /** The code that an app shows. */
    codeOf,
    confirm,
    async confirmByPasskey(at: Browser, purpose: ConfirmPurpose, authenticator: SoftAuthenticator): Promise<void> {
      const { passkey } = dataOf<{ passkey: unknown }>(await at.call('POST /api/user/confirm/options', { body: { purpose } }))
      await confirm(at, purpose, { passkey: authenticator.get(passkey) })
    },
    /** Switches one-time passwords on for somebody with a password. */
    async totpOn(at: Browser): Promise<{ secret: string; recovery: string[] }> {
      await confirm(at, 'ways_in')
      const { secret } = dataOf<{ secret: string }>(await at.call('POST /api/user/factors/totp'))
      // The step before now: so that the code of now is still good. At the end of a step it could arrive when it is two steps old.
      const leftMs = () => STEP_MS - (now() % STEP_MS)
      // Once more where the timer fired a moment before the step was over.
      while (leftMs() < 5000) await pass(leftMs())
      const recovery = dataOf<string[]>(await at.call('PUT /api/user/factors/totp', { body: { code: codeOf(secret, -STEP_MS / 1000) } }))
      return { secret, recovery }
    },
    /** Adds a passkey for somebody who has confirmed. */
    async addPasskey(at: Browser, authenticator: SoftAuthenticator, name = 'my key'): Promise<{ id: number }> {
      const options = dataOf(await at.call('POST /api/user/factors/passkeys/options'))
      return dataOf(await at.call('POST /api/user/factors/passkeys', { body: { name, passkey: authenticator.create(options) } }))
    },
  }
}
