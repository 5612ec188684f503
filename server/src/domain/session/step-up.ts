// Demands that a logged-in user proves once more who they are, before an action that a stolen session must not be able to do (control 19).
import { AppError } from '@waystation/contract/errors'
import { type ConfirmPurpose, LOGIN_CONFIRMS_MINUTES } from '@waystation/contract/people/second-factor'
import type { Database } from '../../db/database.ts'
import { sha256 } from '../../lib/secret.ts'
import { findOwnSession } from '../factor/confirmation-store.ts'
import { findOwnProofs, type OwnProofs } from '../factor/factor-store.ts'
import { stepUpRules } from '../throttle/rules.ts'
import type { Throttle } from '../throttle/throttle.ts'
import type { Passwords } from '../user/password.ts'

/** Who asks for something, and from where. */
export interface Asker {
  readonly id: number
  /** The id in the session's cookie, or empty; it need not be the caller's, who may have come with an access token. */
  readonly sessionId: string
  readonly ip: string
}

/** The password that came with the call itself. */
export interface GivenPassword {
  /** Empty: none came. */
  readonly password: string
  /** Where the form has it. */
  readonly field?: string
}

/** By what a user may confirm. */
export interface UsableProofs {
  readonly password: boolean
  readonly totp: boolean
  readonly passkey: boolean
}

export interface StepUp {
  /**
   * Returns when the caller has confirmed: for exactly this purpose in this session within the last minutes, by a login of just now with a
   * password or passkey (not for ways in), or by the password in this call, which is not enough for users of one-time passwords. Those who have
   * nothing to confirm with must have logged in just now.
   * @throws AppError confirmation_needed, confirm_log_in_again, wrong_password, login_throttled
   */
  demand(purpose: ConfirmPurpose, by: Asker, given?: GivenPassword): Promise<void>
  /** Has the caller confirmed for exactly this purpose, in this session and within the last minutes? A login does not count. */
  hasConfirmed(purpose: ConfirmPurpose, by: Asker): Promise<boolean>
  /**
   * Returns when the password is the user's own. Wrong ones are throttled like logins, apart from them.
   * @throws AppError wrong_password or login_throttled
   */
  checkPassword(by: Pick<Asker, 'id' | 'ip'>, given: GivenPassword): Promise<void>
  usable(userId: number): Promise<UsableProofs>
}

export interface StepUpParts {
  readonly database: Database
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly passkeys: { readonly isAvailable: boolean }
  /** Unix milliseconds. */
  readonly now: () => number
}

export function stepUp({ database, passwords, throttle, passkeys, now }: StepUpParts): StepUp {
  const usableOf = ({ passwordHash, hasTotp, passkeys: count }: OwnProofs): UsableProofs => ({
    password: passwordHash !== '' && !hasTotp,
    totp: hasTotp,
    passkey: count > 0 && passkeys.isAvailable,
  })

  const compare = async (passwordHash: string, { id, ip }: Pick<Asker, 'id' | 'ip'>, { password, field = 'password' }: GivenPassword) => {
    const wrong = () => new AppError('wrong_password', {}, { fields: { [field]: 'wrong_password' } })
    if (password === '') throw wrong()
    const attempt = await throttle.take(stepUpRules(id, ip))
    if ('retrySeconds' in attempt) throw new AppError('login_throttled', { seconds: attempt.retrySeconds })
    if (!(await passwords.verify(passwordHash, password))) throw wrong()
    await attempt.succeeded()
  }

  return {
    async demand(purpose, by, given) {
      const proofs = await findOwnProofs(database, by.id)
      const usable = usableOf(proofs)
      if (given && given.password !== '' && proofs.passwordHash !== '') {
        await compare(proofs.passwordHash, by, given)
        if (usable.password) return
      }
      const session = await findOwnSession(database, { userId: by.id, idHash: sha256(by.sessionId), purpose })
      const at = Math.floor(now() / 1000)
      if (session && session.confirmedUntil > at) return
      if (usable.password || usable.totp || usable.passkey) throw new AppError('confirmation_needed')
      if (!session || session.openedAt < at - LOGIN_CONFIRMS_MINUTES * 60) throw new AppError('confirm_log_in_again')
    },
    async hasConfirmed(purpose, by) {
      const session = await findOwnSession(database, { userId: by.id, idHash: sha256(by.sessionId), purpose, isLoginEnough: false })
      return session !== undefined && session.confirmedUntil > Math.floor(now() / 1000)
    },
    async checkPassword(by, given) {
      await compare((await findOwnProofs(database, by.id)).passwordHash, by, given)
    },
    usable: async (userId) => usableOf(await findOwnProofs(database, userId)),
  }
}
