// The one way into a session. Whoever has one-time passwords on is asked for a code first, however they have proved who they are; a passkey
// that has verified its user is more than that, and opens the session at once.
import { AppError } from '@waystation/contract/errors'
import type { WebAuthnJson } from '@waystation/contract/people/second-factor'
import type { Database } from '../../db/database.ts'
import { sha256 } from '../../lib/secret.ts'
import type { Devices } from '../session/device.ts'
import type { EnteredUser, LoginPlace } from '../session/login-place.ts'
import type { SessionService } from '../session/session-service.ts'
import { findEnteringUser } from '../user/user-store.ts'
import { STEP_SECONDS } from './challenges.ts'
import { type Codes, wrongCode } from './codes.ts'
import { findFactorStep, openFactorStep, redeemLoginCode } from './factor-step-store.ts'
import type { Passkeys } from './passkeys.ts'
import { findTotp, type TypedCode } from './totp-store.ts'

/** Wrong codes before a login has to begin again. */
const TRIES = 5
/** What a login that waits for a code has begun with. */
const purposes = { password: 'login-code', site: 'site-code' } as const

/** Somebody who has proved who they are by something else than a code. */
export interface EnteringUser {
  readonly userId: number
  readonly username: string
  readonly authEpoch: number
  /** By what. */
  readonly by: keyof typeof purposes | 'passkey'
}

/** By what a login was finished. */
export type LoginFactor = 'totp' | 'recovery_code'

export interface LoginChallengeParts {
  readonly database: Database
  readonly sessions: Pick<SessionService, 'open'>
  readonly devices: Devices
  readonly codes: Codes
  readonly passkeys: Passkeys
  /** Unix milliseconds. */
  readonly now: () => number
}

export class LoginChallenge {
  readonly #parts: LoginChallengeParts

  constructor(parts: LoginChallengeParts) {
    this.#parts = parts
  }

  /** Opens a session. @throws AppError second_factor_needed: the login waits, in this browser, for a code */
  async enter(user: EnteringUser & { readonly by: keyof typeof purposes }, from: LoginPlace): Promise<EnteredUser> {
    if ((await findTotp(this.#parts.database, user.userId))?.isEnabled) {
      const stepHash = stepHashOf(from.keepBrowser())
      await this.#parts.database.run(openFactorStep, {
        ...{ step_hash: stepHash, purpose: purposes[user.by], user_id: user.userId, auth_epoch: user.authEpoch, owner_hash: stepHash },
        ...{ tries_left: TRIES, expires_at: this.#nowSeconds() + STEP_SECONDS },
      })
      throw new AppError('second_factor_needed')
    }
    return this.#open(user, from)
  }

  /**
   * Finishes a login that waits for a code in this browser.
   * @param browserId the browser's own id, or empty
   * @param note is told whose login it is, and by what it was finished, also when it is refused
   * @throws AppError second_factor_expired, second_factor_wrong, login_throttled
   */
  async finish(
    typed: string,
    browserId: string,
    from: LoginPlace,
    note: (facts: { username: string; factor: LoginFactor | undefined }) => void,
  ): Promise<EnteredUser> {
    const { database, codes } = this.#parts
    const stepHash = stepHashOf(browserId)
    const step = browserId === '' ? undefined : await findFactorStep(database, stepHash)
    const by = step?.purpose === purposes.password ? 'password' : 'site'
    const isWaiting = step !== undefined && step.purpose === purposes[by] && step.expires_at > this.#nowSeconds()
    const user = isWaiting ? await findEnteringUser(database, step.user_id) : undefined
    // A ban, a new password or a reset since then ends the login.
    if (!step || !user || user.authEpoch !== step.auth_epoch) throw new AppError('second_factor_expired')
    note({ username: user.username, factor: undefined })
    const attempt = await codes.count(user.userId, from)
    const code = await codes.read(user.userId, typed)
    const outcome = await database.run(redeemLoginCode, { stepHash, userId: user.userId, now: this.#nowSeconds(), code })
    if (outcome === 'gone') throw new AppError('second_factor_expired')
    if (outcome === 'wrong') throw wrongCode()
    await attempt.succeeded()
    note({ username: user.username, factor: factorOf(code) })
    return this.#open({ ...user, by }, from)
  }

  /** Options for a login with a passkey. @throws AppError passkey_unavailable */
  startPasskey(from: Pick<LoginPlace, 'keepBrowser'>): Promise<WebAuthnJson> {
    return this.#parts.passkeys.ask('passkey-login', { place: from.keepBrowser(), userId: 0 })
  }

  /** @throws AppError passkey_failed, passkey_unavailable */
  async enterByPasskey(passkey: WebAuthnJson, browserId: string, from: LoginPlace): Promise<EnteredUser> {
    const user = await this.#parts.passkeys.check(passkey, 'passkey-login', { place: browserId, userId: 0 })
    return this.#open({ ...user, by: 'passkey' }, from)
  }

  async #open({ userId, username, authEpoch, by }: EnteringUser, from: LoginPlace): Promise<EnteredUser> {
    const sessionId = await this.#parts.sessions.open({ id: userId, authEpoch, isProven: by !== 'site' }, from)
    return { sessionId, device: this.#parts.devices.renew(from.device, userId), userId, username }
  }

  #nowSeconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}

/** One browser has one login that waits: a new one takes its place. */
const stepHashOf = (browserId: string): string => sha256(JSON.stringify(['login-code', browserId]))

const factorOf = (code: TypedCode | undefined): LoginFactor => (code && 'step' in code ? 'totp' : 'recovery_code')
