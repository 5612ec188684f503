import { AppError } from '@waystation/contract/errors'
import { passwordLoginEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { userStatus } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import { loginRules } from '../throttle/rules.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { findLogin } from '../user/login-names-store.ts'
import type { Passwords } from '../user/password.ts'
import type { Devices } from './device.ts'
import type { SessionService } from './session-service.ts'

export interface LoginParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly passwords: Passwords
  readonly sessions: SessionService
  readonly throttle: Throttle
  readonly devices: Devices
}

/** Where a login comes from. */
export interface LoginPlace {
  readonly ip: string
  readonly agent: string
  /** The session that the browser had, or empty. */
  readonly formerId: string
  /** The browser's device cookie, or empty. */
  readonly device: string
}

export interface LoginService {
  /**
   * Opens a session for whoever knows the password.
   * @throws AppError login_disabled, login_empty, login_throttled, or login_failed for every other reason alike (control 4)
   */
  login(
    given: { name: string; password: string },
    from: LoginPlace,
  ): Promise<{ sessionId: string; device: string; userId: number; username: string }>
}

export function loginService({ database, options, passwords, sessions, throttle, devices }: LoginParts): LoginService {
  return {
    async login({ name, password }, from) {
      if (!options.get(passwordLoginEnabled)) throw new AppError('login_disabled')
      const typed = name.trim()
      if (typed === '' || password === '') throw new AppError('login_empty')
      const user = await findLogin(database, typed)
      const nonce = user && devices.nonceFor(from.device, Number(user.id))
      const known = nonce === undefined ? undefined : { userId: Number(user?.id), nonce }
      const attempt = await throttle.take(loginRules(typed, from.ip, known))
      if ('retrySeconds' in attempt) throw new AppError('login_throttled', { seconds: attempt.retrySeconds })

      const isRight = await passwords.verify(user?.password_hash, password)
      if (!isRight || !user || user.status !== userStatus.active) throw new AppError('login_failed')
      await attempt.succeeded()
      const userId = Number(user.id)
      const sessionId = await sessions.open({ id: userId, authEpoch: user.auth_epoch }, from)
      return { sessionId, device: devices.renew(from.device, userId), userId, username: user.username }
    },
  }
}
