import { AppError } from '@waystation/contract/errors'
import { passwordLoginEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { userStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import type { LoginChallenge } from '../factor/login-challenge.ts'
import { loginRules } from '../throttle/rules.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { findLogin } from '../user/login-names-store.ts'
import { isForeignHash, type Passwords } from '../user/password.ts'
import { replacePasswordHash } from '../user/user-store.ts'
import type { Devices } from './device.ts'
import type { EnteredUser, LoginPlace } from './login-place.ts'

export interface LoginParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly devices: Devices
  readonly loginChallenge: Pick<LoginChallenge, 'enter'>
}

interface CheckedPlace extends LoginPlace {
  /** Has the browser passed the bot check? False where there is none. */
  readonly isChecked: boolean
}

export interface LoginService {
  /**
   * Opens a session after a correct password.
   * @throws AppError login_disabled, login_empty, login_throttled, second_factor_needed, or login_failed for every other reason alike
   * (control 4)
   */
  login(given: { name: string; password: string }, from: CheckedPlace): Promise<EnteredUser>
}

export function loginService({ database, options, passwords, throttle, devices, loginChallenge }: LoginParts): LoginService {
  return {
    async login({ name, password }, from) {
      if (!options.get(passwordLoginEnabled)) throw new AppError('login_disabled')
      const typed = name.trim()
      if (typed === '' || password === '') throw new AppError('login_empty')
      const user = await findLogin(database, typed)
      const nonce = user && devices.nonceFor(from.device, Number(user.id))
      const known = nonce === undefined ? undefined : { userId: Number(user?.id), nonce }
      const attempt = await throttle.take(loginRules(typed, from.ip, known, from.isChecked))
      if ('retrySeconds' in attempt) throw new AppError('login_throttled', { seconds: attempt.retrySeconds })

      const isRight = await passwords.verify(user?.password_hash, password)
      if (!isRight || !user || user.status !== userStatus.active) throw new AppError('login_failed')
      await attempt.succeeded()
      const { password_hash: before } = user
      if (isForeignHash(before))
        await database.run(replacePasswordHash, { userId: Number(user.id), before, after: await passwords.hash(password) })
      return loginChallenge.enter({ userId: Number(user.id), username: user.username, authEpoch: user.auth_epoch, by: 'password' }, from)
    },
  }
}
