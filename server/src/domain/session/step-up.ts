// Asks somebody who is logged in for their password again, before something that a stolen session must not be able to do (control 19).
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { stepUpRules } from '../throttle/rules.ts'
import type { Throttle } from '../throttle/throttle.ts'
import type { Passwords } from '../user/password.ts'
import { findPasswordHash } from '../user/user-store.ts'

export interface StepUp {
  /**
   * Answers when the password is the user's own. Wrong ones are throttled like logins, apart from them.
   * @throws AppError wrong_password or login_throttled
   */
  confirm(user: { readonly id: number }, password: string, ip: string): Promise<void>
}

export interface StepUpParts {
  readonly database: Database
  readonly passwords: Passwords
  readonly throttle: Throttle
}

export function stepUp({ database, passwords, throttle }: StepUpParts): StepUp {
  return {
    async confirm({ id }, password, ip) {
      if (password === '') throw new AppError('wrong_password', {}, { fields: { password: 'wrong_password' } })
      const attempt = await throttle.take(stepUpRules(id, ip))
      if ('retrySeconds' in attempt) throw new AppError('login_throttled', { seconds: attempt.retrySeconds })
      const isRight = await passwords.verify(await findPasswordHash(database, id), password)
      if (!isRight) throw new AppError('wrong_password', {}, { fields: { password: 'wrong_password' } })
      await attempt.succeeded()
    },
  }
}
